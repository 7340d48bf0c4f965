const LETTERS = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', 'Free Size']
const from = (first: number, last: number, step: number) =>
  Array.from({ length: (last - first) / step + 1 }, (_, index) => String(first + index * step))

export type SizeGroup = { label: string; sizes: readonly string[] }

/** The sizes on offer for a new product (spec §5): letters, and 1 to 50. */
export const SIZES_TO_ADD: readonly SizeGroup[] = [
  { label: 'Clothes', sizes: LETTERS },
  { label: 'Numbers', sizes: from(1, 50, 1) },
]

/** The sizes on offer for a product that is edited (spec §5): letters as shops write them, waists, shoes. */
export const SIZES_TO_EDIT: readonly SizeGroup[] = [
  {
    label: 'Clothes',
    sizes: 'XS,S,Sm,M,L,XL,Xl,2XL,2xl,XXL,3XL,4XL,5XL,Free Size'.split(','),
  },
  { label: 'Waist', sizes: from(28, 50, 2) },
  { label: 'Shoes', sizes: [...from(3, 13, 0.5), '14', '15'] },
]

const EVERY = new Set([...SIZES_TO_ADD, ...SIZES_TO_EDIT].flatMap((group) => group.sizes))

/** Whether a size is on one of the lists. */
export const isSize = (text: string) => EVERY.has(text)
