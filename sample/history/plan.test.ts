import { expect, test } from 'vitest'
import { makePlan, type Sold } from './plan.ts'

const DAY = 86_400_000
const sold: [Sold, ...Sold[]] = [
  { productId: 'a', variantId: 'a', price: 20_000 },
  { productId: 'a', variantId: 'a-large', price: 20_000 },
  { productId: 'b', variantId: 'b', price: 90_000 },
  { productId: 'c', variantId: 'c', price: 180_000 },
]

test("the sample's plan has orders of all states on every day of a year, and returns have had their time", () => {
  for (let n = 0; n < 365; n += 1) {
    const { orders, shifts } = makePlan(new Date(Date.UTC(2026, 0, 1) + n * DAY), sold, ['x', 'y'])
    const ends = new Set(orders.map(({ end }) => end))
    expect([...ends].sort()).toEqual([
      'cancelled',
      'delivered',
      'packed',
      'paid',
      'part',
      'shipped',
      'unpaid',
      'waiting',
    ])
    for (const { end, back, daysAgo, lines, exchangeFor } of orders) {
      expect(lines.length).toBeGreaterThan(0)
      if (end === 'delivered') expect(daysAgo).toBeGreaterThan(2)
      if (back && back !== 'asked') expect(daysAgo).toBeGreaterThan(6)
      expect(exchangeFor !== null).toBe(back === 'exchanged')
    }
    expect(orders.some(({ back }) => back === 'exchanged')).toBe(true)
    expect(orders.filter(({ review }) => review !== null).length).toBeGreaterThan(5)
    expect(orders.some(({ question, daysAgo }) => question !== null && daysAgo === 1)).toBe(true)
    expect(orders.filter(({ end }) => end === 'part').map((one) => one.lines.length)).toEqual([2])
    const byCredit = shifts.flatMap(({ sales }) => sales.filter((sale) => sale.isByCredit))
    expect(byCredit).toMatchObject([{ isBroughtBack: false }])
    const brought = shifts.flatMap(({ sales }) => sales.filter((sale) => sale.isBroughtBack))
    expect(brought.length).toBeGreaterThan(0)
    expect(brought.some(({ isExchanged }) => isExchanged)).toBe(true)
  }
})
