import { type Chance, makeChance } from './chance.ts'
import { CUSTOMERS } from './customers.ts'

/** A size or color that the history sells, with how many of it the sample shop has. */
export type Sold = { productId: string; variantId: string; price: number }
export type PlannedLine = Sold & { quantity: number }
export type OrderEnd = 'delivered' | 'shipped' | 'packed' | 'paid' | 'cancelled' | 'unpaid'
export type PlannedOrder = {
  /** Days before today, and the minute of that day by the shop's clock. */
  daysAgo: number
  minute: number
  customer: number
  lines: PlannedLine[]
  courierId: string
  hasCode: boolean
  end: OrderEnd
  /** What came back of its first line, once it was delivered. */
  back: 'asked' | 'restocked' | 'faulty' | null
}
export type PlannedSale = { minute: number; lines: PlannedLine[]; isBroughtBack: boolean }
export type PlannedShift = { daysAgo: number; sales: PlannedSale[] }
export type Plan = { orders: PlannedOrder[]; shifts: PlannedShift[] }

export const DAYS = 90
const MOST_BACK = 100_000
/** More than a cashier gives back alone would wait for a person. */
const MOST_BACK_AT_TILL = 40_000
/** Monday to Saturday, nine to five. */
const isOpen = (today: Date, daysAgo: number) =>
  new Date(today.getTime() - daysAgo * 86_400_000).getUTCDay() !== 0

function lines(chance: Chance, sold: readonly [Sold, ...Sold[]], most: number): PlannedLine[] {
  const chosen = new Map<string, PlannedLine>()
  for (let n = chance.number(1, most); n > 0; n -= 1) {
    const one = chance.pick(sold)
    chosen.set(one.variantId, { ...one, quantity: chance.isOneIn(6) ? 2 : 1 })
  }
  return [...chosen.values()]
}

/** How an order of so many days ago stands today. */
function endOf(chance: Chance, daysAgo: number): OrderEnd {
  if (chance.isOneIn(14)) return 'unpaid'
  if (chance.isOneIn(20)) return 'cancelled'
  if (daysAgo > 6) return 'delivered'
  if (daysAgo > 2) return chance.isOneIn(2) ? 'delivered' : 'shipped'
  return chance.isOneIn(3) ? 'packed' : 'paid'
}

/** What comes back of a delivered order, as far as there was time for it. */
function backOf(chance: Chance, daysAgo: number): PlannedOrder['back'] {
  if (!chance.isOneIn(7) || daysAgo < 5) return null
  if (daysAgo < 12) return 'asked'
  return chance.pick<'restocked' | 'faulty'>(['restocked', 'restocked', 'faulty'])
}

/** Whatever day it is, there is one of each. */
const ALWAYS: readonly Pick<PlannedOrder, 'daysAgo' | 'end' | 'back'>[] = [
  { daysAgo: 1, end: 'paid', back: null },
  { daysAgo: 1, end: 'packed', back: null },
  { daysAgo: 2, end: 'paid', back: null },
  { daysAgo: 4, end: 'shipped', back: null },
  { daysAgo: 8, end: 'delivered', back: 'asked' },
  { daysAgo: 9, end: 'cancelled', back: null },
  { daysAgo: 20, end: 'unpaid', back: null },
  { daysAgo: 25, end: 'delivered', back: 'restocked' },
  { daysAgo: 40, end: 'delivered', back: 'faulty' },
  { daysAgo: DAYS - 1, end: 'delivered', back: null },
]

/**
 * What happened in the three months before today: the same for everybody, so that what is written about the sample shop
 * holds. More is bought towards the end of a month, when people are paid, and from month to month.
 */
export function makePlan(
  today: Date,
  sold: readonly [Sold, ...Sold[]],
  couriers: readonly [string, ...string[]],
): Plan {
  const chance = makeChance(265)
  const plan: Plan = { orders: [], shifts: [] }
  for (let daysAgo = DAYS - 1; daysAgo >= 1; daysAgo -= 1) {
    const isPayday = new Date(today.getTime() - daysAgo * 86_400_000).getUTCDate() >= 25
    const most = (isPayday ? 3 : 2) + (daysAgo < 30 ? 1 : 0)
    const others = Array.from({ length: chance.number(0, most) }, () => {
      const end = endOf(chance, daysAgo)
      return { daysAgo, end, back: end === 'delivered' ? backOf(chance, daysAgo) : null }
    })
    for (const one of [...ALWAYS.filter((fixed) => fixed.daysAgo === daysAgo), ...others]) {
      // What needs a second person's word is paid back by nobody here.
      const affordable = one.back ? sold.filter(({ price }) => price < MOST_BACK) : sold
      const [first = sold[0], ...rest] = affordable
      plan.orders.push({
        ...one,
        minute: chance.number(7 * 60, 21 * 60),
        customer: chance.number(0, CUSTOMERS.length - 1),
        lines: lines(chance, [first, ...rest], 3),
        courierId: chance.pick(couriers),
        hasCode: chance.isOneIn(8),
      })
    }
    if (!isOpen(today, daysAgo)) continue
    const cheap = sold.filter(({ price }) => price < MOST_BACK_AT_TILL)
    const sales = Array.from({ length: chance.number(1, isPayday ? 6 : 4) }, (_, n) => {
      const isBroughtBack = n === 0 && plan.shifts.length % 9 === 4 && cheap.length > 0
      const [first = sold[0], ...rest] = isBroughtBack ? cheap : sold
      const minute = chance.number(9 * 60 + 5, 16 * 60 + 50)
      return { minute, lines: lines(chance, [first, ...rest], 2), isBroughtBack }
    })
    plan.shifts.push({ daysAgo, sales: sales.toSorted((a, b) => a.minute - b.minute) })
  }
  return plan
}

/** How many of each size leave for good: what is delivered to the shop for it, so that its stock is as the catalogue says. */
export function unitsOf({ orders, shifts }: Plan): Map<string, number> {
  const units = new Map<string, number>()
  const take = ({ variantId }: Sold, quantity: number) =>
    units.set(variantId, (units.get(variantId) ?? 0) + quantity)
  for (const { lines, end, back } of orders) {
    if (end === 'unpaid' || end === 'cancelled') continue
    for (const [n, line] of lines.entries())
      take(line, line.quantity - (n === 0 && back === 'restocked' ? 1 : 0))
  }
  for (const { sales } of shifts)
    for (const { lines, isBroughtBack } of sales)
      for (const [n, line] of lines.entries())
        take(line, line.quantity - (n === 0 && isBroughtBack ? 1 : 0))
  return units
}
