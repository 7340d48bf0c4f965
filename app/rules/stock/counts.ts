import type { Choice } from '../catalogue/products.ts'

export const COUNT_STATES = ['open', 'booked', 'cancelled'] as const
export type CountState = (typeof COUNT_STATES)[number]

/** Every step of a stock-take: either all its differences are booked, or none. */
export const COUNT_STEPS = {
  book: { open: 'booked' },
  cancel: { open: 'cancelled' },
} as const satisfies Record<string, Partial<Record<CountState, CountState>>>

/** One size and color of a stock-take: what was counted, and what should have lain there when it was counted last. */
export type CountRow = Choice & {
  id: string
  productId: string
  product: string
  counted: number
  expected: number
  /** Of what was expected, units of orders that nobody had packed. */
  inOrders: number
  /** Sold or received between the first and the last time that it was counted: worth another look. */
  isMoved: boolean
}

/** What is booked: later sales do not matter to a difference. */
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

/** `C-12`: how staff call a stock-take. */
export const countName = (number: number) => `C-${number}`
