import { z } from 'zod'
import type { ChosenPicture } from '../../rules/media/pictures.ts'
import type { Message } from '../../rules/messages/message.ts'

/**
 * How a form is rendered again after a refusal: with all that was typed, and after a conflict with what
 * somebody else alone has changed, the picture among it.
 */
export type FormResult<V> = {
  values: V
  errors: Partial<Record<keyof V, string>>
  said?: Message
  conflict?: {
    version: number
    by: string | null
    fields: { label: string; mine: string; theirs: string }[]
  }
  picture?: ChosenPicture | null
}

const LONGEST_TEXT = 5000
const textOf = (value: FormDataEntryValue | undefined) =>
  typeof value === 'string' ? value.slice(0, LONGEST_TEXT).replaceAll('\r\n', '\n').trim() : ''

/** The fields of a form as trimmed text; '' where one is missing. Of several of one name the last counts. */
export const readValues = <F extends string>(form: FormData, names: readonly F[]) =>
  Object.fromEntries(names.map((name) => [name, textOf(form.getAll(name).at(-1))])) as Record<
    F,
    string
  >

const subject = z.object({
  id: z.uuid(),
  version: z.coerce.number().int().positive().max(2_000_000_000),
})

/**
 * Which thing a form is about, and the version of it that was seen; null for none. The notice about a
 * second editor sends its version after the form's own.
 */
export function readSubject(form: FormData) {
  const read = subject.safeParse(readValues(form, ['id', 'version']))
  return read.success ? read.data : null
}

/** What the fields held when the form was rendered; null where it does not say so. */
export function readLoaded<F extends string>(form: FormData, names: readonly F[]) {
  try {
    const read = z
      .record(z.enum(names), z.string())
      .safeParse(JSON.parse(z.string().parse(form.get('loaded'))))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** The form once more, with what somebody else alone has changed: nobody is asked, for nothing conflicts. */
export function formAgain<F extends string>(
  { id, version }: { id: string; version: number },
  values: Record<F, string>,
  loaded: Record<F, string>,
) {
  const form = new FormData()
  const fields = { ...values, id, version: String(version), loaded: JSON.stringify(loaded) }
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

/** An id in a form or an address; null for what is none. */
export function readId(value: FormDataEntryValue | null) {
  const read = z.uuid().safeParse(value)
  return read.success ? read.data : null
}
