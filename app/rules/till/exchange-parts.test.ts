import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidBeside } from './tenders.ts'
import { exchangeParts } from './till-sale.ts'

test('returned items pay the sale, and their surplus is refunded: to the code first', () => {
  expect(exchangeParts(null, 20_000)).toEqual({ amount: 0, credit: 0, onCode: 0, back: 0 })
  const parts = (refund: number, credit: number, total: number) =>
    exchangeParts({ refund, credit }, total)
  expect(parts(20_000, 0, 20_000)).toEqual({ amount: 20_000, credit: 0, onCode: 0, back: 0 })
  expect(parts(20_000, 0, 25_000)).toEqual({ amount: 20_000, credit: 0, onCode: 0, back: 0 })
  expect(parts(20_000, 0, 15_000)).toEqual({ amount: 15_000, credit: 0, onCode: 0, back: 5000 })
  expect(parts(20_000, 8000, 20_000)).toEqual({ amount: 20_000, credit: 8000, onCode: 0, back: 0 })
  expect(parts(20_000, 8000, 15_000)).toEqual({
    amount: 15e3,
    credit: 3e3,
    onCode: 5e3,
    back: 0,
  })
  expect(parts(20_000, 8000, 10_000)).toEqual({
    amount: 1e4,
    credit: 0,
    onCode: 8e3,
    back: 2e3,
  })
})

test('the parts of a payment beside returned items are those of the sale less what the items pay', () => {
  const parts = { totalAmount: 9000, cashAmount: 6000, credit: null, exchange: null }
  expect(paidBeside(parts)).toEqual({ totalAmount: 9000, cashAmount: 6000, creditAmount: 0 })
  const exchange = { number: 'POS-0', refund: 5000, amount: 5000, carried: 1000 }
  const credit = { amount: 3000, ending: 'K7WX' }
  expect(paidBeside({ ...parts, credit, exchange, unpaidAmount: 1000 })).toEqual({
    totalAmount: 4000,
    cashAmount: 2000,
    creditAmount: 2000,
    unpaidAmount: 1000,
  })
})

test('no kwacha is created or lost, and a code pays no more of the sale than was returned', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_000 })
  fc.assert(
    fc.property(amount, amount, amount, (refund, of, total) => {
      const credit = Math.min(of, refund)
      const parts = exchangeParts({ refund, credit }, total)
      expect(parts.amount + parts.onCode + parts.back).toBe(refund)
      expect(parts.credit + parts.onCode).toBe(credit)
      expect(parts.credit).toBeLessThanOrEqual(parts.amount)
      expect(parts.amount).toBeLessThanOrEqual(total)
      expect(Math.min(...Object.values(parts))).toBeGreaterThanOrEqual(0)
    }),
  )
})
