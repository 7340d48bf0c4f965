import { mayRunShop, mayUseTill, type Role } from '../accounts/roles.ts'
import type { Refusal } from '../messages/refusals.ts'
import { percentOf, shareOf } from '../money.ts'
import { phoneKey } from '../phone.ts'
import type { LimitSettings } from '../settings/groups.ts'
import { limitSettings } from '../settings/settings.ts'
import { DENOMINATIONS, NOTES } from './till-cash.ts'

/** The fields of an item that the arithmetic of a sale needs; amounts are whole kwacha. */
export type PricedLine = { quantity: number; unitPrice: number; discount: number }

export type SaleTotals = {
  /** Before discounts. */
  subtotal: number
  /** The discounts on the items and on the sale, together. */
  discountAmount: number
  total: number
}

/** The most units in one line of a sale. */
export const MOST_UNITS = 9999

/** The most lines in one sale, as in a cart of the web (`cart-full`). */
export const MOST_SOLD_LINES = 200

/** What a line costs after its own discount, in kwacha; never below 0. */
export const lineTotal = ({ quantity, unitPrice, discount }: PricedLine) =>
  Math.max(0, quantity * unitPrice - discount)

/**
 * Subtotal, discount and total of a sale in kwacha, the same on the till and on the server. A discount never exceeds
 * the amount that it reduces, so that the total is never below 0.
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

/** The limits up to which a cashier needs no approval. */
export type TillLimits = Pick<LimitSettings, 'cashierDiscountPercent' | 'refundAlone'>

/** The percentage of a sale that a role may take off without approval; 0 for roles that may not use the till. */
export function discountLimitOf(role: Role, limits: TillLimits = limitSettings()) {
  if (mayRunShop(role)) return 100
  return mayUseTill(role) ? limits.cashierDiscountPercent : 0
}

/**
 * Whether the discounts of a sale exceed what this role may give; a discount at the limit is allowed, rounded to the
 * kwacha as the till rounds the percent that is typed.
 */
export const discountNeedsApproval = (
  role: Role,
  totals: Pick<SaleTotals, 'subtotal' | 'discountAmount'>,
  limits?: TillLimits,
) => totals.discountAmount > percentOf(totals.subtotal, discountLimitOf(role, limits))

/** Whether a refund needs approval: the amount includes earlier refunds of the same receipt. */
export const refundNeedsApproval = (
  role: Role,
  refund: number,
  limits: TillLimits = limitSettings(),
) => !mayRunShop(role) && refund > limits.refundAlone

/** Whether a sale is the cashier's own: made by them, or bought by them, as the phone number on it shows. */
export type OwnSale = { isMade: boolean; isBought: boolean }

/** Who made a sale, when known, and the phone number on it. */
export type SaleParties = { cashierId?: string | undefined; customerPhone: string | null }

/** How a sale relates to a person with this phone number, whatever the spelling of both numbers. */
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
 * The part of a refund that counts as money leaving, in kwacha. When all returned items go back into stock, where a
 * stock-take checks them, only the part `above` the price of the items taken in exchange counts. Otherwise all of it
 * counts, because no returned item has to be in stock as proof.
 */
export const moneyOfRefund = (
  lines: readonly { isRestocked: boolean }[],
  refund: number,
  above: number,
) => (lines.every(({ isRestocked }) => isRestocked) ? above : refund)

/**
 * Whether another person must handle a return of one's own sale (docs/decisions/0073): always for a sale that one
 * bought; for a sale that one made, as soon as money leaves (`inMoney`, as `moneyOfRefund` counts it).
 */
export const isOwnRefund = ({ isMade, isBought }: OwnSale, inMoney: number) =>
  isBought || (isMade && inMoney > 0)

/**
 * Whether a till asks for another person's PIN first. Staff who run the shop refund their own sales alone: another
 * person checks them afterwards.
 */
export const ownNeedsApproval = (role: Role, own: OwnSale | undefined, inMoney: number) =>
  own !== undefined && isOwnRefund(mayRunShop(role) ? { ...own, isMade: false } : own, inMoney)

/** Whether so many units can be sold; `onHand` is null when stock is not counted. Refuses 'pos-stock'. */
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

/** The smallest number of notes and coins for an amount: with 1, 2 and 5, taking the largest first gives it. */
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
 * The amounts that a customer probably hands over, at most five: the exact amount, then each amount that takes fewer
 * notes than any nearer one, or as few as possible. For 12,500 nobody gives 14,000, which takes four notes: 15,000
 * takes three. Above 10,000 also the next ten thousand, because people count in bundles.
 */
export function likelyCash(total: number): number[] {
  const least = Math.ceil(total / LARGEST_NOTE)
  const whole = Math.max(0, least - 1) * LARGEST_NOTE
  const near = NOTES.flatMap((note) => [roundUp(total, note), whole + note])
    .filter((amount) => amount > total)
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
 * The amount that the customer paid for each line in kwacha: the discount of the sale is divided over its lines, and
 * the shares add up exactly to the total.
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
 * The value of `units` more returned units of a line, in kwacha, after `before` units were returned: together all units
 * return exactly the amount paid for the line.
 */
export const refundFor = (paid: number, quantity: number, before: number, units: number) =>
  Math.floor((paid * (before + units)) / quantity) - Math.floor((paid * before) / quantity)

/** Returned items that pay for others: their value, and the part of it that a code had paid. Whole kwacha. */
export type WorthOfExchange = { refund: number; credit: number }

export type ExchangeParts = {
  /** The amount that they pay of the sale, and the part of it that comes from the code. */
  amount: number
  credit: number
  /**
   * Their value above the price of the sale goes back on the code first, so that no voucher turns into cash; the rest
   * is refunded in money.
   */
  onCode: number
  back: number
}

const NOTHING: ExchangeParts = { amount: 0, credit: 0, onCode: 0, back: 0 }

/** How returned items pay for a sale of `total` kwacha, and how much is refunded. */
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
