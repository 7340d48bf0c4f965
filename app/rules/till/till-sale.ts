import { mayRunShop, mayUseTill, type Role } from '../accounts/roles.ts'
import type { Refusal } from '../messages/refusals.ts'
import { shareOf } from '../money.ts'
import { phoneKey } from '../phone.ts'
import type { LimitSettings } from '../settings/groups.ts'
import { limitSettings } from '../settings/settings.ts'
import { DENOMINATIONS, NOTES } from './till-cash.ts'

/** What the arithmetic of a sale needs to know of a line; amounts are whole kwacha. */
export type PricedLine = { quantity: number; unitPrice: number; discount: number }

export type SaleTotals = {
  /** Before discounts. */
  subtotal: number
  /** Off the lines and off the sale, together. */
  discountAmount: number
  total: number
}

/** At most so many units in one line. */
export const MOST_UNITS = 9999

/** What a line costs after its own discount, in kwacha; never below 0. */
export const lineTotal = ({ quantity, unitPrice, discount }: PricedLine) =>
  Math.max(0, quantity * unitPrice - discount)

/**
 * Subtotal, discount and total of a sale in kwacha, on the till and on the server alike. A discount takes
 * off at most what is there, so the total is never below 0.
 */
export function saleTotals(lines: readonly PricedLine[], discount: number): SaleTotals {
  const subtotal = lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0)
  const afterLines = lines.reduce((sum, line) => sum + lineTotal(line), 0)
  const total = Math.max(0, afterLines - discount)
  return { subtotal, discountAmount: subtotal - total, total }
}

/** The totals of what a till sold: products, or a voucher. */
export const totalsOfSale = ({
  lines,
  discount,
  voucher,
}: {
  lines: readonly PricedLine[]
  discount: number
  voucher?: { amount: number } | undefined
}): SaleTotals =>
  voucher
    ? { subtotal: voucher.amount, discountAmount: 0, total: voucher.amount }
    : saleTotals(lines, discount)

/** What a cashier may do alone. */
export type TillLimits = Pick<LimitSettings, 'cashierDiscountPercent' | 'refundAlone'>

/** The percentage of a sale that a role may take off without approval; 0 for roles that may not use the till. */
export function discountLimitOf(role: Role, limits: TillLimits = limitSettings()) {
  if (mayRunShop(role)) return 100
  return mayUseTill(role) ? limits.cashierDiscountPercent : 0
}

/** Whether the discounts of a sale go beyond what this role may give; at the limit they do not. */
export const discountNeedsApproval = (role: Role, totals: SaleTotals, limits?: TillLimits) =>
  totals.discountAmount * 100 > discountLimitOf(role, limits) * totals.subtotal

/** Whether giving back so much of one receipt, what went back before included, needs somebody's approval. */
export const refundNeedsApproval = (
  role: Role,
  refund: number,
  limits: TillLimits = limitSettings(),
) => !mayRunShop(role) && refund > limits.refundAlone

/** Whose a sale is: made by who takes it back, or bought by them, for their telephone number stands with it. */
export type OwnSale = { isMade: boolean; isBought: boolean }

/** Who made a sale, where that is known, and the number that stands with it. */
export type SaleParties = { cashierId?: string | undefined; customerPhone: string | null }

/** The same of a person and their number (`phone`), however both were typed. */
export function ownSaleOf(
  sale: SaleParties,
  person: { id: string; phone: string | null },
): OwnSale {
  const number = phoneKey(person.phone ?? '')
  return {
    isMade: sale.cashierId === person.id,
    isBought: number !== null && phoneKey(sale.customerPhone ?? '') === number,
  }
}

/**
 * What of a refund counts as money that leaves, in kwacha: what is `above` the price of what is taken instead, where
 * all that comes back goes back in stock and a stock-take finds it; else all of it, for nothing has to be there for
 * what leaves.
 */
export const moneyOfRefund = (
  lines: readonly { isRestocked: boolean }[],
  refund: number,
  above: number,
) => (lines.every(({ isRestocked }) => isRestocked) ? above : refund)

/**
 * Whether somebody else has to see to what comes back of a sale of one's own (docs/decisions/0073): of one that
 * one has bought, whatever comes back; of one that one has made, as soon as money leaves (`inMoney`, as
 * `moneyOfRefund` counts it).
 */
export const isOwnRefund = ({ isMade, isBought }: OwnSale, inMoney: number) =>
  isBought || (isMade && inMoney > 0)

/**
 * Whether a till asks for somebody else's PIN before it. Who runs the shop gives back what they have sold themselves
 * alone: somebody else looks at it afterwards.
 */
export const ownNeedsApproval = (role: Role, own: OwnSale | undefined, inMoney: number) =>
  own !== undefined && isOwnRefund(mayRunShop(role) ? { ...own, isMade: false } : own, inMoney)

/** Whether so many units can be sold; `onHand` is null for what is not counted. Refuses 'pos-stock'. */
export function checkUnits(
  units: number,
  onHand: number | null,
): { ok: true } | Refusal<'pos-stock'> {
  const available = Math.max(0, Math.min(onHand ?? MOST_UNITS, MOST_UNITS))
  return units <= available ? { ok: true } : { ok: false, reason: 'pos-stock', available }
}

/** The change in kwacha; refuses 'pos-cash' when less than the total was given (docs/product.md, Selling). */
export function changeDue(
  total: number,
  cashGiven: number | null,
): { ok: true; change: number } | Refusal<'pos-cash'> {
  return cashGiven !== null && cashGiven >= total
    ? { ok: true, change: cashGiven - total }
    : { ok: false, reason: 'pos-cash', amount: total }
}

const [LARGEST_NOTE] = NOTES

/** With how few notes and coins an amount is paid. Of 1, 2 and 5 the largest first is the fewest. */
function fewestPieces(amount: number): number {
  let left = amount
  let pieces = 0
  for (const piece of DENOMINATIONS) {
    pieces += Math.floor(left / piece)
    left %= piece
  }
  return pieces
}

const roundUp = (amount: number, to: number) => Math.ceil(amount / to) * to

/**
 * What a customer hands over, at most five amounts: the exact one, then those for which fewer notes are
 * needed than for any nearer one, or as few as can be. So for 12,500 nobody gives 14,000, as four notes:
 * three make 15,000. Above 10,000 also the next ten thousand, as wads are counted.
 */
export function likelyCash(total: number): number[] {
  const least = Math.ceil(total / LARGEST_NOTE)
  const whole = Math.max(0, least - 1) * LARGEST_NOTE
  const near = NOTES.flatMap((note) => [roundUp(total, note), whole + note])
    .filter((amount) => total > 0 && amount > total)
    .sort((a, b) => a - b)
  const likely = [total]
  let fewest = fewestPieces(total)
  for (const amount of new Set(near)) {
    const pieces = fewestPieces(amount)
    if (pieces >= fewest && pieces !== least) continue
    fewest = Math.min(fewest, pieces)
    likely.push(amount)
  }
  const wad = roundUp(total, 10_000)
  if (total > 10_000) likely.push(wad)
  return [...new Set(likely)].slice(0, 5)
}

/**
 * What the customer paid for each line in kwacha, the discount of the sale shared out over its lines; the
 * shares add up to the total, to the kwacha.
 */
export function paidForLines(lines: readonly PricedLine[], discount: number): number[] {
  const nets = lines.map(lineTotal)
  const afterLines = nets.reduce((sum, net) => sum + net, 0)
  const { total } = saleTotals(lines, discount)
  if (afterLines === 0) return nets
  let reached = 0
  let shared = 0
  return nets.map((net) => {
    reached += net
    const upTo = shareOf(total, reached, afterLines)
    const share = upTo - shared
    shared = upTo
    return share
  })
}

/**
 * What `units` more of a line are worth when they come back, in kwacha, after `before` units came back
 * already: all units together bring back exactly what was paid for the line.
 */
export const refundFor = (paid: number, quantity: number, before: number, units: number) =>
  Math.floor((paid * (before + units)) / quantity) - Math.floor((paid * before) / quantity)

/** Items that come back for others: what they are worth, and how much of it a code had paid. Whole kwacha. */
export type WorthOfExchange = { refund: number; credit: number }

export type ExchangeParts = {
  /** What they pay of the sale, and how much of that is the code's. */
  amount: number
  credit: number
  /**
   * What they are worth above it: back on the code first, so that no voucher is turned into cash; the rest in money.
   */
  onCode: number
  back: number
}

const NOTHING: ExchangeParts = { amount: 0, credit: 0, onCode: 0, back: 0 }

/** How what came back pays a sale of `total` kwacha, and what of it goes back. */
export function exchangeParts(
  worth: WorthOfExchange | null | undefined,
  total: number,
): ExchangeParts {
  if (!worth) return NOTHING
  const amount = Math.min(worth.refund, total)
  const above = worth.refund - amount
  const onCode = Math.min(worth.credit, above)
  return { amount, credit: worth.credit - onCode, onCode, back: above - onCode }
}
