import type { Conflict } from '../../../rules/conflict.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import type { Message } from '../../../rules/messages/message.ts'
import { useErrors } from './use-errors.ts'

/** The server's answer to a save that it refused: the typed values, and their errors. */
export type EntryResult<V, E = Partial<Record<keyof V, string>>> = {
  values: V
  errors: E
  message?: Message | undefined
  conflict?: Conflict | undefined
}

/** An entry of a list in its window (`FormDialog`). */
export type Entry<V> = {
  /** The entry that is edited, in the version that was loaded; null: a new one. */
  subject: { id: string; version: number } | null
  /** The values of its fields in that version. */
  values: V
  /** The address without the window. */
  back: string
  answer: (EntryResult<V> & { picture?: ChosenPicture | null }) | undefined
}

/** The key of an entry's form: after a conflict a new form is rendered, with the changes of both. */
export const entryKey = (
  subject: { id: string } | null,
  answer: { conflict?: { version: number } | undefined } | null | undefined,
) => `${subject?.id ?? 'new'} ${answer?.conflict?.version}`

/** The props of a form's field: its name, label, initial value, error and maximum length. */
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

/** The fields of an entry: their initial values, labels and errors. `dialog`: props for the window around them. */
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
    /** The check box that switches the entry on or off. */
    active: { name: 'isActive', value: 'true', defaultChecked: start['isActive'] === 'true' },
    dialog: { subject, loaded: values, back, answer, onField: mend },
  }
}
