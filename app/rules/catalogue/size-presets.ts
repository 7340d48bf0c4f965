import { z } from 'zod'
import { optionalId, readFields, switchField, textField } from '../form-fields.ts'
import { presetErrors } from '../messages/catalogue/size-presets.ts'
import { isSize } from './sizes.ts'

export const MOST_PRESET_SIZES = 30
export const PRESET_LONGEST = { name: 60, sizes: 300 }

/** The fields of a size preset's form, as text: the sizes are separated by commas. */
export type PresetValues = Record<'name' | 'sizes' | 'categoryId' | 'isActive', string>

/** `36-42` means each whole size from 36 to 42. */
function spread(part: string) {
  const [, first, last] = /^(\d{1,2})\s*[-–]\s*(\d{1,2})$/.exec(part) ?? []
  const from = Number(first)
  const count = Number(last) - from + 1
  return count > 0 ? Array.from({ length: count }, (_, at) => String(from + at)) : [part]
}

const form = z.object({
  name: textField(PRESET_LONGEST.name).min(1, presetErrors['name-missing']),
  sizes: textField(PRESET_LONGEST.sizes).transform((typed, context) => {
    const parts = typed.split(/[,;\n]/).map((part) => part.trim())
    const sizes = [...new Set(parts.filter(Boolean).flatMap(spread))]
    const unknown = sizes.find((size) => !isSize(size))
    if (unknown) context.addIssue(presetErrors['no-size']({ size: unknown }))
    else if (sizes.length === 0) context.addIssue(presetErrors['sizes-missing'])
    else if (sizes.length > MOST_PRESET_SIZES)
      context.addIssue(presetErrors['too-many']({ most: MOST_PRESET_SIZES }))
    return sizes
  }),
  /** A new product of this category starts with this preset. */
  categoryId: optionalId(presetErrors['category-gone']),
  isActive: switchField,
})
export type PresetEdit = z.output<typeof form>

/** A preset as typed, or a message for each invalid field. */
export const readPreset = (values: PresetValues) => readFields(form, values)

/** A preset's form values; null makes those of a new one. */
export const presetValues = (preset: PresetEdit | null): PresetValues => ({
  name: preset?.name ?? '',
  sizes: preset?.sizes.join(', ') ?? '',
  categoryId: preset?.categoryId ?? '',
  isActive: String(preset?.isActive ?? true),
})
