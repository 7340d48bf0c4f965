import type { Choice } from '../catalogue/products.ts'

export const COUNT_STATES = ['open', 'booked', 'cancelled'] as const
export type CountState = (typeof COUNT_STATES)[number]

/** Every step of a stock-take: either all its differences are booked, or none. */
export const COUNT_STEPS = {
  book: { open: 'booked' },
  cancel: { open: 'cancelled' },
} as const satisfies Record<string, Partial<Record<CountState, CountState>>>

/** One variant of a stock-take: the counted units, and the units expected when it was counted last. */
export type CountRow = Choice & {
  id: string
  productId: string
  product: string
  counted: number
  expected: number
  /** The expected units that belong to orders which nobody had packed. */
  inOrders: number
  /** Whether units were sold or received between the first and the last count of it: worth another look. */
  isMoved: boolean
}

/** The difference that is booked: later sales do not change it. */
export const differenceOfCount = ({ counted, expected }: Pick<CountRow, 'counted' | 'expected'>) =>
  counted - expected

export type CountHead = {
  id: string
  number: number
  state: CountState
  category: string | null
  location: string | null
  createdAt: Date
  sizes: number
}

/** The staff's name for a stock-take: `C-12`. */
export const countName = (number: number) => `C-${number}`
