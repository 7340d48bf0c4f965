import { z } from 'zod'
import { optionalId, readFields, switchField, textField } from '../form-fields.ts'
import { categoryErrors } from '../messages/catalogue/errors.ts'
import { fieldErrors } from '../messages/general.ts'
import { CATEGORY_LONGEST, type CategoryErrors, type CategoryValues } from './category-values.ts'
import { slugFrom } from './products.ts'
import { GUIDE_KINDS } from './size-guide.ts'

const form = z.object({
  name: textField(CATEGORY_LONGEST.name).min(1, categoryErrors['name-missing']),
  /** Null: made from the name, or unchanged. */
  slug: textField(CATEGORY_LONGEST.slug)
    .transform((typed) => (typed === '' ? null : slugFrom(typed)))
    .refine((slug) => slug !== '', { error: categoryErrors['slug-bad'] })
    // Some characters become several letters in plain spelling (`㎉` becomes kcal).
    .refine((slug) => slug === null || slug.length <= CATEGORY_LONGEST.slug, {
      error: fieldErrors['too-long']({ most: CATEGORY_LONGEST.slug }),
    }),
  parentId: optionalId(fieldErrors['category-not-listed']),
  sizeGuide: z
    .enum(['', ...GUIDE_KINDS], fieldErrors['not-listed'])
    .transform((kind) => kind || null),
  pictureId: optionalId(fieldErrors['picture-again']),
  isActive: switchField,
})

export type CategoryEdit = z.output<typeof form>

/** A category as typed, or a message for each invalid field. */
export const readCategory = (
  values: CategoryValues,
): { ok: true; edit: CategoryEdit } | { ok: false; errors: CategoryErrors } =>
  readFields(form, values)
