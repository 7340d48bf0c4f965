import { z } from 'zod'
import { CATEGORY_LONGEST, type CategoryErrors, type CategoryValues } from './category-values.ts'
import { slugFrom } from './products.ts'

const perhapsId = (error: string) =>
  z
    .string()
    .refine((id) => id === '' || z.uuid().safeParse(id).success, { error })
    .transform((id) => id || null)

const text = (longest: number) =>
  z.string().trim().max(longest, `Please use at most ${longest} characters.`)

const form = z.object({
  name: text(CATEGORY_LONGEST.name).min(1, 'Name is required'),
  /** Null: made from the name, or kept as it is. */
  slug: text(CATEGORY_LONGEST.slug)
    .transform((typed) => (typed === '' ? null : slugFrom(typed)))
    .refine((slug) => slug !== '', { error: 'Please use letters from a to z and digits.' }),
  parentId: perhapsId('Please choose a category from the list.'),
  pictureId: perhapsId('Please choose the picture again.'),
  isActive: z.string().transform((value) => value === 'true'),
})

export type CategoryEdit = z.output<typeof form>

/** A category as it was typed, or a sentence beside each field that is not right. */
export function readCategory(
  values: CategoryValues,
): { ok: true; edit: CategoryEdit } | { ok: false; errors: CategoryErrors } {
  const read = form.safeParse(values)
  if (read.success) return { ok: true, edit: read.data }
  const errors: CategoryErrors = {}
  for (const { path, message } of read.error.issues)
    errors[path[0] as keyof CategoryValues] ??= message
  return { ok: false, errors }
}
