import type { Message } from './message.ts'

/** A message that is shown for a while, over what the screen holds. */
export type Toast = Message & {
  tone: 'good' | 'bad'
  action?: ToastAction
  /** The choice that is missing: it is said there, not in a toast. */
  missing?: 'size' | 'color'
}

/** A link; with `fields` a form that is posted there. It travels in a cookie: little fits. */
export type ToastAction = {
  label: string
  to: string
  fields?: (readonly [name: string, value: string])[]
  /** Also found elsewhere on the page: the toast goes with time all the same. */
  isExtra?: true
  /** How long what it offers can be done: the toast goes then. */
  seconds?: number
}
