import { type Chance, makeChance } from './chance.ts'
import { CUSTOMERS } from './customers.ts'

/** A size or color that the history sells. */
export type Sold = { productId: string; variantId: string; price: number }
/** `preorderFrom`: pre-ordered, with the promise that it ships from that day. */
export type PlannedLine = Sold & { quantity: number; preorderFrom?: string }
/**
 * `part`: the first of its lines was sent, the rest is still to be sent. `waiting`: staff made it for a caller, and it
 * waits for its payment.
 */
export type OrderEnd =
  | 'delivered'
  | 'shipped'
  | 'part'
  | 'packed'
  | 'paid'
  | 'waiting'
  | 'cancelled'
  | 'unpaid'
export type PlannedOrder = {
  /** Days before today, and the minute of that day by the shop's clock. */
  daysAgo: number
  minute: number
  customer: number
  lines: PlannedLine[]
  courierId: string
  hasCode: boolean
  end: OrderEnd
  /** What was returned of its first line after delivery. */
  back: 'asked' | 'restocked' | 'faulty' | 'exchanged' | null
  /** The size or color that is sent in exchange. */
  exchangeFor: Sold | null
  /** The number of the review that its buyer writes, among the prepared ones; and of the question. */
  review: number | null
  question: number | null
}
/** `isByCredit`: store credit pays a part of it. `isExchanged`: the returned product pays for the same one again. */
export type PlannedSale = {
  minute: number
  lines: PlannedLine[]
  isBroughtBack: boolean
  isExchanged: boolean
  isByCredit: boolean
}
export type PlannedShift = { daysAgo: number; sales: PlannedSale[] }
export type Plan = { orders: PlannedOrder[]; shifts: PlannedShift[] }

export const DAYS = 90
const MOST_BACK = 100_000
/** A larger refund than a cashier may give alone would wait for approval. */
const MOST_BACK_AT_TILL = 40_000
/** The counter is open from Monday to Saturday, nine to five. */
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

/** The status today of an order that was placed so many days ago. */
function endOf(chance: Chance, daysAgo: number): OrderEnd {
  if (chance.isOneIn(14)) return 'unpaid'
  if (chance.isOneIn(20)) return 'cancelled'
  if (daysAgo > 6) return 'delivered'
  if (daysAgo > 2) return chance.isOneIn(2) ? 'delivered' : 'shipped'
  return chance.isOneIn(3) ? 'packed' : 'paid'
}

/** What is returned of a delivered order, as far as there was time for it. */
function backOf(chance: Chance, daysAgo: number): PlannedOrder['back'] {
  if (!chance.isOneIn(7) || daysAgo < 5) return null
  if (daysAgo < 12) return 'asked'
  return chance.pick<'restocked' | 'faulty' | 'exchanged'>([
    'restocked',
    'exchanged',
    'restocked',
    'faulty',
  ])
}

/**
 * Customers who wait for an order sometimes ask about it; those whose paid order is not packed yet always do, so that
 * yesterday's question has no answer yet.
 */
const isAsking = (chance: Chance, { daysAgo, end }: Pick<PlannedOrder, 'daysAgo' | 'end'>) =>
  end === 'paid' || (end !== 'unpaid' && end !== 'cancelled' && daysAgo > 2 && chance.isOneIn(8))

/** These orders exist whatever day it is. */
const ALWAYS: readonly Pick<PlannedOrder, 'daysAgo' | 'end' | 'back'>[] = [
  { daysAgo: 1, end: 'paid', back: null },
  { daysAgo: 1, end: 'packed', back: null },
  { daysAgo: 2, end: 'paid', back: null },
  { daysAgo: 4, end: 'shipped', back: null },
  { daysAgo: 8, end: 'delivered', back: 'asked' },
  { daysAgo: 9, end: 'cancelled', back: null },
  { daysAgo: 20, end: 'unpaid', back: null },
  { daysAgo: 25, end: 'delivered', back: 'restocked' },
  { daysAgo: 33, end: 'delivered', back: 'exchanged' },
  { daysAgo: 40, end: 'delivered', back: 'faulty' },
  { daysAgo: DAYS - 1, end: 'delivered', back: null },
]

/**
 * What happened in the three months before today: the same for everybody, so that what is written about the sample shop
 * stays true. Sales rise towards the end of a month, when people are paid, and from month to month.
 */
export function makePlan(
  today: Date,
  sold: readonly [Sold, ...Sold[]],
  couriers: readonly [string, ...string[]],
): Plan {
  const chance = makeChance(265)
  const plan: Plan = { orders: [], shifts: [] }
  const sizesOf = ({ productId }: Sold) => sold.filter((other) => other.productId === productId)
  const reviewed = new Set<string>()
  for (let daysAgo = DAYS - 1; daysAgo >= 1; daysAgo -= 1) {
    const isPayday = new Date(today.getTime() - daysAgo * 86_400_000).getUTCDate() >= 25
    const most = (isPayday ? 3 : 2) + (daysAgo < 30 ? 1 : 0)
    const others = Array.from({ length: chance.number(0, most) }, () => {
      const end = endOf(chance, daysAgo)
      return { daysAgo, end, back: end === 'delivered' ? backOf(chance, daysAgo) : null }
    })
    for (const one of [...ALWAYS.filter((fixed) => fixed.daysAgo === daysAgo), ...others]) {
      // Refunds that would need a second person are avoided, because nobody here approves them.
      const affordable = one.back ? sold.filter(({ price }) => price < MOST_BACK) : sold
      const isExchange = one.back === 'exchanged'
      const fitting = isExchange ? affordable.filter((one) => sizesOf(one).length > 1) : affordable
      const [first = sold[0], ...rest] = fitting
      const customer = chance.number(0, CUSTOMERS.length - 1)
      const bought = lines(chance, [first, ...rest], isExchange ? 1 : 3)
      const [line = { ...first, quantity: 1 }] = bought
      const about = `${customer} ${line.productId}`
      const isReviewed = one.end === 'delivered' && one.daysAgo > 6 && !one.back
      const writes = isReviewed && !reviewed.has(about) && chance.isOneIn(3)
      if (writes) reviewed.add(about)
      plan.orders.push({
        ...one,
        minute: chance.number(7 * 60, 21 * 60),
        customer,
        lines: bought,
        exchangeFor: isExchange
          ? (sizesOf(line).find(({ variantId }) => variantId !== line.variantId) ?? null)
          : null,
        review: writes ? reviewed.size : null,
        question: isAsking(chance, one) ? plan.orders.length : null,
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
      const isExchanged = isBroughtBack && plan.shifts.length % 2 === 0
      const bought = lines(chance, [first, ...rest], 2)
      return { minute, lines: bought, isBroughtBack, isExchanged, isByCredit: false }
    })
    plan.shifts.push({ daysAgo, sales: sales.toSorted((a, b) => a.minute - b.minute) })
  }
  plan.orders.push(sentInPart(sold, couriers[0]), madeByStaff(sold, couriers[0]))
  const payer = plan.shifts
    .filter(({ daysAgo }) => daysAgo > 7)
    .flatMap(({ sales }) => sales)
    .findLast(({ isBroughtBack }) => !isBroughtBack)
  if (payer) payer.isByCredit = true
  return plan
}

/** Uses no random numbers, so that the rest of the history stays the same. */
const fixed = (
  daysAgo: number,
  end: OrderEnd,
  sold: readonly Sold[],
  courierId: string,
): PlannedOrder => ({
  daysAgo,
  minute: 10 * 60,
  customer: 0,
  lines: [...new Set(sold)].map((one) => ({ ...one, quantity: 1 })),
  courierId,
  hasCode: false,
  end,
  back: null,
  exchangeFor: null,
  review: null,
  question: null,
})

/** Two items of which one was sent. */
const sentInPart = (sold: readonly [Sold, ...Sold[]], courierId: string) =>
  fixed(3, 'part', [sold[0], sold.at(-1) ?? sold[0]], courierId)

/** A caller of yesterday has not paid yet. */
const madeByStaff = (sold: readonly [Sold, ...Sold[]], courierId: string): PlannedOrder => ({
  ...fixed(1, 'waiting', [sold[0]], courierId),
  minute: 16 * 60,
  customer: CUSTOMERS.length - 1,
})

/**
 * How many units of each size left for good in those days: as many are delivered to the shop, so that its stock is as
 * the catalogue states.
 */
export function unitsOf(
  { orders, shifts }: Plan,
  within: (daysAgo: number) => boolean,
): Map<string, number> {
  const units = new Map<string, number>()
  const take = ({ variantId }: Sold, quantity: number) =>
    units.set(variantId, (units.get(variantId) ?? 0) + quantity)
  for (const { lines, end, back, exchangeFor, daysAgo } of orders) {
    if (end === 'unpaid' || end === 'cancelled' || !within(daysAgo)) continue
    const isSoundBack = back === 'restocked' || back === 'exchanged'
    for (const [n, line] of lines.entries())
      take(line, line.quantity - (n === 0 && isSoundBack ? 1 : 0))
    if (exchangeFor) take(exchangeFor, 1)
  }
  for (const { sales } of shifts.filter(({ daysAgo }) => within(daysAgo)))
    for (const { lines, isBroughtBack, isExchanged } of sales)
      for (const [n, line] of lines.entries())
        take(line, line.quantity - (n === 0 && isBroughtBack && !isExchanged ? 1 : 0))
  return units
}
