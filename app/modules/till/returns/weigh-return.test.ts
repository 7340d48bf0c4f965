import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holds, kwacha } from '../../../../tests/support/properties/holds.ts'
import { lineTotal, paidForLines, refundFor, saleTotals } from '../../../rules/till/till-sale.ts'
import { weighReturn } from './weigh-return.ts'

const sale = fc.record({
  lines: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: kwacha(2_000_000),
      discount: kwacha(2_000_000),
      steps: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  discount: kwacha(1_000_000),
})

test('the worth of a line as a till computes it is never above or below the server’s, however discounts are divided', () =>
  holds(sale, ({ lines, discount }) => {
    const { total: totalAmount } = saleTotals(lines, discount)
    const paid = paidForLines(lines, discount)
    const sold = new Map(
      lines.map((line, at) => [
        `${at}`,
        { variantId: `${at}`, quantity: line.quantity, left: line.quantity, paid: lineTotal(line) },
      ]),
    )
    for (const [at, { quantity: bought, steps }] of lines.entries()) {
      let before = 0
      for (const step of steps) {
        const quantity = Math.min(step, bought - before)
        if (quantity === 0) break
        const amount = refundFor(paid[at] ?? 0, bought, before, quantity)
        const back = [{ lineId: `${at}`, quantity, amount, isRestocked: true }]
        expect(weighReturn({ totalAmount, unpaidAmount: 0 }, sold, back)).toMatchObject({
          isAbove: false,
          isBelow: false,
          isMore: false,
        })
        before += quantity
      }
    }
  }))

test('a line that claims more than was paid for it is found, although all lines together claim no more', () => {
  const sold = (left = 1) =>
    new Map([
      ['dress', { variantId: 'a', quantity: 1, left, paid: 15_000 }],
      ['scarf', { variantId: 'b', quantity: 1, left, paid: 5000 }],
    ])
  const weigh = (dress: number, scarf: number) =>
    weighReturn({ totalAmount: 20_000, unpaidAmount: 0 }, sold(), [
      { lineId: 'dress', quantity: 1, amount: dress, isRestocked: true },
      { lineId: 'scarf', quantity: 1, amount: scarf, isRestocked: true },
    ])
  expect(weigh(15_000, 5000)).toMatchObject({ most: 20_000, isAbove: false })
  expect(weigh(5000, 15_000)).toMatchObject({ most: 20_000, isAbove: true })
  expect(weigh(14_998, 5002)).toMatchObject({ most: 20_000, isAbove: true })
})

test('a line that claims less than was paid for it is found, beyond what rounding takes', () => {
  const sold = () => new Map([['coat', { variantId: 'a', quantity: 2, left: 2, paid: 40_000 }]])
  const weigh = (amount: number) =>
    weighReturn({ totalAmount: 36_000, unpaidAmount: 0 }, sold(), [
      { lineId: 'coat', quantity: 1, amount, isRestocked: true },
    ])
  expect(weigh(17_998)).toMatchObject({ isBelow: false })
  expect(weigh(17_997)).toMatchObject({ isBelow: true })
})
