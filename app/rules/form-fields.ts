import { z } from 'zod'
import { LONGEST_EMAIL } from './accounts/longest.ts'
import { readLocalTime } from './local-time.ts'
import { fieldErrors } from './messages/general.ts'

/** A text of at most so many characters, trimmed. */
export const textField = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, fieldErrors['too-long']({ most: longest }))

/** A text that may be omitted: null when it is blank. */
export const optionalText = (longest: number) =>
  textField(longest).transform((value) => value || null)

/** An email address, in small letters; `error` is the message for any other text. */
export const emailFieldOr = (error?: string) =>
  z.string().trim().toLowerCase().max(LONGEST_EMAIL, error).pipe(z.email(error))
export const emailField = emailFieldOr()

/** The id of the chosen option; null when none was chosen. */
export const optionalId = (error: string) =>
  z
    .string()
    .refine((id) => id === '' || z.uuid().safeParse(id).success, { error })
    .transform((id) => id || null)

/** A day and a time by the shop's clock; null for none. */
export const optionalMoment = z
  .string()
  .trim()
  .transform((value, context) => {
    const at = readLocalTime(value)
    if (value !== '' && !at) context.addIssue(fieldErrors['no-moment'])
    return at
  })

/** A switch of a form, on or off. */
export const switchField = z.string().transform((value) => value === 'true')

/** The first message for each invalid field; `keyOf` returns the field for a path of the schema. */
export function errorsByField<F extends string>(
  error: z.ZodError | undefined,
  keyOf: (path: readonly PropertyKey[]) => F = ([field]) => field as F,
): Partial<Record<F, string>> {
  const errors: Partial<Record<F, string>> = {}
  for (const { path, message } of error?.issues ?? []) errors[keyOf(path)] ??= message
  return errors
}

/** A form as its schema reads it, or a message for each invalid field. */
export function readFields<S extends z.ZodType, F extends string>(
  schema: S,
  values: Record<F, string>,
): { ok: true; edit: z.output<S> } | { ok: false; errors: Partial<Record<F, string>> } {
  const read = schema.safeParse(values)
  return read.success
    ? { ok: true, edit: read.data }
    : { ok: false, errors: errorsByField<F>(read.error) }
}
