import type { Message } from './message.ts'

/** A message that is shown for a while above the screen. */
export type Toast = Message & {
  tone: 'good' | 'bad'
  action?: ToastAction
  /** The choice that is missing: the message is shown at that choice, not in a toast. */
  missing?: 'size' | 'color'
}

/** A link, or with `fields` a form that is posted there. It is stored in a cookie, so that it has to be small. */
export type ToastAction = {
  label: string
  to: string
  fields?: (readonly [name: string, value: string])[]
  /** The action is also found elsewhere on the page, so that the toast may disappear as usual. */
  isExtra?: true
  /** How long the action is possible: the toast disappears afterwards. */
  seconds?: number
}
