import { z } from 'zod'
import type { ChosenPicture } from '../../rules/media/pictures.ts'
import type { Message } from '../../rules/messages/message.ts'
import { readText, readValues } from './read-form.ts'

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

// All texts of a form at once, escaped.
const LONGEST_LOADED = 100_000

/** What the fields held when the form was rendered; null where it does not say so. */
export function readLoaded<F extends string>(form: FormData, names: readonly F[]) {
  try {
    const read = z
      .record(z.enum(names), z.string())
      .safeParse(JSON.parse(readText(form, 'loaded', LONGEST_LOADED)))
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
