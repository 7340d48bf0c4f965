import { expect, test } from 'vitest'
import { sinceClosed } from './since-closed.ts'
import { type ShiftSale, shiftFigures } from './till-cash.ts'

const SPLIT: ShiftSale = {
  cashierId: 'grace',
  paymentMethod: 'paychangu',
  paymentStatus: 'pending',
  count: 1,
  totalAmount: 20_000,
  discountAmount: 0,
  cashAmount: 5000,
  creditAmount: 0,
  voucherAmount: 0,
}
const figures = (...sales: ShiftSale[]) =>
  shiftFigures({ float: 10_000, counted: 15_000 }, sales, [], [])
const textOf = (...rows: ReturnType<typeof sinceClosed>) =>
  rows.map(([label, value]) => `${label}: ${value.replace('\u00a0', ' ')}`)

test('a counted shift without later payments shows nothing about them', () => {
  expect(sinceClosed(figures(SPLIT), figures(SPLIT))).toEqual([])
})

test('a payment after the count is shown, with the corrected expected cash', () => {
  const now = figures({ ...SPLIT, paymentStatus: 'completed' })
  expect(textOf(...sinceClosed(figures(SPLIT), now))).toEqual([
    'Paid by mobile money (1): MK 15,000',
    'Cash of what was paid: MK 5,000',
    'Expected in the drawer: MK 15,000',
    'Variance: Exact',
    'Still waiting for mobile money (0): MK 0',
  ])
})

test('a sale that was given up after the count is no longer waiting', () => {
  const now = figures({ ...SPLIT, paymentStatus: 'failed' })
  expect(textOf(...sinceClosed(figures(SPLIT), now))).toEqual([
    'Still waiting for mobile money (0): MK 0',
  ])
})
