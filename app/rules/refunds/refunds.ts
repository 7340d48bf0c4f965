import { shareOf } from '../money.ts'
import type { OrderStatus } from '../orders/orders.ts'

/**
 * awaiting: a second person has to agree. requested: agreed, the money has not left. sent: it is on its way, and nobody
 * knows yet whether it has arrived.
 */
export const REFUND_STATUSES = [
  'awaiting',
  'requested',
  'sent',
  'done',
  'failed',
  'cancelled',
] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/**
 * How the money goes back. bank, dashboard: by a person, at the bank or on the provider's own pages, who notes the
 * reference. cash: out of the drawer of an open shift. wallet: to a mobile number, by the provider. credit: as store
 * credit, by a code.
 */
export const REFUND_WAYS = ['bank', 'dashboard', 'cash', 'wallet', 'credit'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

/** Why money is given back. */
export const REFUND_REASONS = [
  'faulty',
  'wrong-item',
  'not-sent',
  'not-arrived',
  'cancelled',
  'paid-too-much',
  'goodwill',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]
/** Units whose money goes back for one of these are not sent any more. */
export const UNSENT_REASONS = ['not-sent', 'cancelled'] as const satisfies RefundReason[]

/** The bank's or the provider's number of it, and what staff note beside the reason, in characters. */
export const LONGEST_REFUND_REFERENCE = 80
export const LONGEST_REFUND_NOTE = 300

/** Of one order. */
export const MOST_REFUNDS = 50

/** Money that has left, or still may: it is not given back a second time. */
export const HOLDING_STATUSES = [
  'awaiting',
  'requested',
  'sent',
  'done',
] as const satisfies RefundStatus[]
/** Its end is not known yet, or somebody has to agree or to send. */
export const OPEN_STATUSES = ['awaiting', 'requested', 'sent'] as const satisfies RefundStatus[]

/** What came for one order, in whole kwacha, store credit too. `refunded`: given back, or about to be. */
export type OrderMoney = { paid: number; refunded: number }

/** What of it came in money, and what went back in money, or is about to: never more of the one than of the other. */
export type CreditedMoney = OrderMoney & { credit: number; money: number; refundedMoney: number }

/** What can be given back at most. */
export const refundable = ({ paid, refunded }: OrderMoney) => Math.max(0, paid - refunded)

/** What can be given back at most by a way of money. */
export const refundableMoney = (money: CreditedMoney) =>
  Math.min(refundable(money), Math.max(0, money.money - money.refundedMoney))

/** What of a refund was paid above the total: it is given back first, and takes nothing from what was sold. */
export const surplusOf = (amount: number, totalAmount: number, { paid, refunded }: OrderMoney) =>
  Math.min(amount, Math.max(0, paid - totalAmount - refunded))

type Owing = { status: OrderStatus; totalAmount: number; paid: number; refunded: number }

/** What the shop owes whoever paid: all of it for an order that is cancelled, else what came above its total. */
export const owedBack = ({ status, totalAmount, paid, refunded }: Owing) =>
  Math.max(0, paid - refunded - (status === 'cancelled' ? 0 : totalAmount))

/**
 * Whether nothing of an order's money waits for a person any more. One that was paid too little stands until it is
 * cancelled or made good.
 */
export const isSettledBy = (order: Owing & { reviewReason: string | null }) =>
  owedBack(order) === 0 &&
  (order.status === 'cancelled' ||
    order.reviewReason === 'paid-twice' ||
    order.reviewReason === 'paid-too-much')

type PaidLine = { id: string; quantity: number; total: number }
type PaidOrder = {
  subtotal: number
  discountAmount: number
  /** Of the discount, what was paid by exchanged pieces: it takes nothing off. */
  coveredAmount: number
  lines: readonly PaidLine[]
}

/**
 * What was paid for so many units of a line, after `before` others of it: what is off the whole order is off each of
 * its units. The parts of all units come to what was paid for the order without its delivery, to the kwacha.
 */
export function shareOfUnits(
  { subtotal, discountAmount, coveredAmount, lines }: PaidOrder,
  lineId: string,
  units: number,
  before: number,
): number {
  const at = lines.findIndex(({ id }) => id === lineId)
  const line = lines[at]
  if (!line || subtotal === 0) return 0
  const priceBefore = lines.slice(0, at).reduce((sum, { total }) => sum + total, 0)
  const paidUpTo = (unit: number) =>
    shareOf(
      priceBefore + shareOf(line.total, unit, line.quantity),
      subtotal - discountAmount + coveredAmount,
      subtotal,
    )
  return paidUpTo(before + units) - paidUpTo(before)
}

/**
 * Whether a second person must agree: above a sum of the order, in however many pieces; and always to a wallet that is
 * not the payer's, and where somebody gives back what they paid themselves.
 */
export const needsSecondPerson = (
  {
    amount,
    refunded,
    isOwn,
    isOtherWallet = false,
  }: { amount: number; refunded: number; isOwn: boolean; isOtherWallet?: boolean },
  from: number | null,
) => isOwn || isOtherWallet || (from !== null && refunded + amount >= from)
