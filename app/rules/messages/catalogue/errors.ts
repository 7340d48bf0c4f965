import { PRODUCT_STATUSES } from '../../catalogue/products.ts'
import { formatAmount } from '../../money.ts'
import type { Coded, Sentences } from '../message.ts'

/** Messages beside the fields of a category's form. */
export const categoryErrors = {
  'name-missing': 'Name is required',
  'slug-bad': 'Please use letters from a to z and digits.',
} satisfies Sentences

/** Messages beside the field of a group of search words. */
export const synonymErrors = {
  'too-few': 'Please write at least two words, with commas between them.',
  'too-many': ({ most }: { most: number }) => `At most ${most} words, please.`,
  'too-long': ({ most }: { most: number }) => `A word has at most ${most} letters.`,
  'no-word': ({ word }: { word: string }) => `“${word}” has no letter or digit in it.`,
} satisfies Sentences

/** Messages beside the fields of a product's form. */
export const productErrors = {
  'name-missing': 'Please give the product a name.',
  'price-missing': 'Please enter a price. 0 is allowed.',
  'price-bad': 'Please use a whole number of kwacha, like 125,000.',
  'units-bad': 'Please use a whole number from 0 up.',
  'sku-missing': 'Please enter a SKU, or generate one.',
  'sku-bad': 'Please use letters and digits.',
  'barcode-bad': 'Please use what a scanner reads: letters, digits and hyphens.',
  'category-missing': 'Please choose a category.',
  'weight-bad': 'Please use kilograms, like 0.35.',
  'status-missing': `Please choose a status: ${PRODUCT_STATUSES.join(', ')}.`,
  'image-again': 'Please choose the image again.',
  'image-twice': 'The same image is there twice.',
  'variant-blank': 'Please give each variant a size or a color.',
  'variant-twice': 'A size and color is there twice.',
  'too-many': ({ most, what }: { most: number; what: 'tags' | 'images' | 'variants' }) =>
    `At most ${most} ${what}, please.`,
} satisfies Sentences

/** Messages beside fields of a product's form for faults that only the database finds. */
export const productSavingErrors = {
  'sku-taken': 'Another product has this SKU. Please choose a different one.',
  'barcode-taken': 'Another product has this barcode.',
  'variant-barcode-taken': 'Another product or size has this barcode.',
  'variant-sku-taken': 'Another variant has this SKU. Please choose a different one.',
  'category-gone': 'This category is no longer there. Please choose another.',
  'image-gone': 'An image is no longer there. Please choose it again.',
  'variant-not-listed': 'Please choose sizes and colors from the lists.',
  'variant-owed': ({ owed }: { owed: number }) =>
    `${formatAmount(owed)} of a size or color that you removed are owed to customers who pre-ordered. Please keep it until they have arrived, or cancel those orders first.`,
  'stock-moved':
    'Some were sold or moved while you were editing. Please look at the numbers again.',
  'stock-short': ({ available }: { available: number }) =>
    `Only ${available} are on the shelf now: some were sold while you were editing.`,
} satisfies Sentences
export type ProductSavingError = Coded<typeof productSavingErrors>
