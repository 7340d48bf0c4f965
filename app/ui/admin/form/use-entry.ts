import type { Conflict } from '../../../rules/conflict.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { useErrors } from './use-errors.ts'

/** What the server answered to a save that it refused: the form as it was typed, and what is wrong with it. */
export type EntryResult<V, E = Partial<Record<keyof V, string>>> = {
  values: V
  errors: E
  message?: Message | undefined
  conflict?: Conflict | undefined
}

/** An entry of a list in its window (`FormDialog`). */
export type Entry<V> = {
  /** What is edited, in the version that was loaded; null is a new one. */
  subject: { id: string; version: number } | null
  /** What its fields hold in that version. */
  values: V
  /** The address without the window. */
  back: string
  answer: (EntryResult<V> & { picture?: ChosenPicture | null }) | undefined
}

/** Of a form: after a conflict it is another one, and holds what both have changed. */
export const entryKey = (
  subject: { id: string } | null,
  answer: { conflict?: { version: number } | undefined } | null | undefined,
) => `${subject?.id ?? 'new'} ${answer?.conflict?.version}`

/** What a field of a form is called, begins with, is told to be wrong and holds at most. */
export const fieldsOf =
  <F extends string>(
    labels: Readonly<Record<F, string>>,
    longest: Readonly<Partial<Record<NoInfer<F>, number>>>,
    values: Readonly<Record<NoInfer<F>, string>>,
    errors: Readonly<Partial<Record<NoInfer<F>, string>>>,
  ) =>
  (name: F) => ({
    name,
    label: labels[name],
    defaultValue: values[name],
    error: errors[name],
    maxLength: longest[name],
  })

/**
 * The fields of an entry: what they begin with, what they are called and what is wrong with them. `dialog` is
 * for the window around them.
 */
export function useEntry<V extends Record<string, string>>(
  { subject, values, back, answer }: Entry<V>,
  labels: Readonly<Record<keyof V, string>>,
  longest: Readonly<Partial<Record<keyof V, number>>>,
) {
  const start = answer?.values ?? values
  const { errors, mend } = useErrors<Partial<Record<keyof V, string>>>(answer)
  const field = fieldsOf(labels, longest, start, errors)
  return {
    start,
    errors,
    mend,
    field,
    /** The box that switches the entry on and off. */
    active: { name: 'isActive', value: 'true', defaultChecked: start['isActive'] === 'true' },
    dialog: { subject, loaded: values, back, answer, onField: mend },
  }
}
