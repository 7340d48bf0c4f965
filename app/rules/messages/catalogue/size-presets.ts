import { error, type Messages, type Sentences } from '../message.ts'

/** Refusals of size presets. */
export const presetRefusals = {
  'preset-taken': error('There is a preset of this name.'),
  'preset-category-taken': error('This category has a preset already.'),
  'presets-full': ({ most }: { most: number }) =>
    error(`There are ${most} presets already. Please delete one that nobody needs.`),
  'preset-failed': error('Failed to save the preset'),
} satisfies Messages

/** HTTP statuses of these refusals. */
export const presetStatuses = {
  'preset-taken': 409,
  'preset-category-taken': 409,
  'presets-full': 409,
  'preset-failed': 500,
} as const

/** Notices of size presets. */
export const presetNotices = {
  'preset-saved': {
    title: 'Preset saved',
    description: 'You can choose it when you edit a product.',
  },
  'preset-deleted': { title: 'Preset deleted', description: 'Products keep their sizes.' },
} satisfies Messages

/** Messages beside the fields of a size preset's form. */
export const presetErrors = {
  'name-missing': 'Please give the preset a name.',
  'sizes-missing': 'Please write at least one size.',
  'no-size': ({ size }: { size: string }) =>
    `“${size}” is no size of this shop. Use XS to 5XL, 1 to 50, or a range like 36-42.`,
  'too-many': ({ most }: { most: number }) => `At most ${most} sizes, please.`,
  'category-gone': 'That category is gone. Please choose another.',
} satisfies Sentences

/** Labels of a size preset's fields. */
export const PRESET_LABELS = {
  name: 'Name',
  sizes: 'Sizes',
  categoryId: 'Use it for new products of this category',
  isActive: 'Active',
} as const
