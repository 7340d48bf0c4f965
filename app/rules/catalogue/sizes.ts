import { SIZE_SPELLINGS } from './product-filters.ts'

const LETTER_SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', 'Free Size']
const from = (first: number, last: number, step: number) =>
  Array.from({ length: (last - first) / step + 1 }, (_, index) => String(first + index * step))

export type SizeGroup = { label: string; sizes: readonly string[] }

/** The sizes on offer for a new product (docs/product.md, Products): letters, and 1 to 50. */
export const SIZES_TO_ADD: readonly SizeGroup[] = [
  { label: 'Clothes', sizes: LETTER_SIZES },
  { label: 'Numbers', sizes: from(1, 50, 1) },
]

/** The sizes on offer for an edited product (docs/product.md, Products): letters as shops write them, waists, shoes. */
export const SIZES_TO_EDIT: readonly SizeGroup[] = [
  {
    label: 'Clothes',
    sizes: 'XS,S,Sm,M,L,XL,Xl,2XL,2xl,XXL,3XL,4XL,5XL,Free Size'.split(','),
  },
  { label: 'Waist', sizes: from(28, 50, 2) },
  { label: 'Shoes', sizes: [...from(3, 13, 0.5), '14', '15'] },
]

// Each is another spelling of a size on the same list (S, XL, 2XL): offered separately, so that nobody takes both.
const OTHER_SPELLINGS = Object.keys(SIZE_SPELLINGS)

/**
 * The sizes to show for a product that has `chosen`: usual spellings in their groups, other spellings after them. A
 * size that the product has is not offered again in another case; a size outside the lists is always shown.
 */
export function groupSizes(groups: readonly SizeGroup[], chosen: readonly string[]): SizeGroup[] {
  const taken = new Set(chosen.map((size) => size.toLowerCase()))
  const offered = groups.flatMap(({ sizes }) => sizes)
  const isShown = (size: string) => chosen.includes(size) || !taken.has(size.toLowerCase())
  const isOther = (size: string) => OTHER_SPELLINGS.includes(size)
  return [
    ...groups.map(({ label, sizes }) => ({ label, sizes: sizes.filter((one) => !isOther(one)) })),
    { label: 'Other spellings', sizes: offered.filter(isOther) },
    { label: 'Others', sizes: chosen.filter((size) => !offered.includes(size)) },
  ]
    .map(({ label, sizes }) => ({ label, sizes: sizes.filter(isShown) }))
    .filter(({ sizes }) => sizes.length > 0)
}

const EVERY = new Set([...SIZES_TO_ADD, ...SIZES_TO_EDIT].flatMap((group) => group.sizes))

/** Whether a size is on one of the lists of sizes on offer. */
export const isSize = (text: string) => EVERY.has(text)

const LETTERS = new Map(LETTER_SIZES.map((size, index) => [size, index]))

/** Sorts letters from small to large, then numbers, then sizes of the shop's own. */
export function compareSizes(a: string, b: string) {
  const place = (size: string) => LETTERS.get(size) ?? (Number.isFinite(Number(size)) ? 100 : 200)
  return place(a) - place(b) || Number(a) - Number(b) || a.localeCompare(b, 'en')
}
