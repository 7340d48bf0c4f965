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
/** Units that are refunded for one of these reasons are not sent any more. */
export const UNSENT_REASONS = ['not-sent', 'cancelled'] as const satisfies RefundReason[]

/** The longest reference of the bank or provider, and the longest staff note beside the reason, in characters. */
export const LONGEST_REFUND_REFERENCE = 80
export const LONGEST_REFUND_NOTE = 300

/** The most refunds of one order. */
export const MOST_REFUNDS = 50

/** Refunds whose money has left or still may leave: it is not given back a second time. */
export const HOLDING_STATUSES = [
  'awaiting',
  'requested',
  'sent',
  'done',
] as const satisfies RefundStatus[]
/** Refunds whose end is not known yet, or that somebody still has to approve or send. */
export const OPEN_STATUSES = ['awaiting', 'requested', 'sent'] as const satisfies RefundStatus[]

/** Everything paid for one order, in whole kwacha, store credit too. `refunded`: given back, or about to be. */
export type OrderMoney = { paid: number; refunded: number }

/**
 * The parts paid in money and by store credit, and what was or will be refunded in money, which never exceeds `money`.
 */
export type CreditedMoney = OrderMoney & { credit: number; money: number; refundedMoney: number }

/** The most that can be refunded. */
export const refundable = ({ paid, refunded }: OrderMoney) => Math.max(0, paid - refunded)

/** The most that can be refunded in money. */
export const refundableMoney = (money: CreditedMoney) =>
  Math.min(refundable(money), Math.max(0, money.money - money.refundedMoney))

/** What is to be paid for an order in all: its own exchanged pieces have paid for another order, and are not kept. */
export const priceOfKept = (
  { totalAmount, coveredAmount }: { totalAmount: number; coveredAmount: number },
  { exchanged }: { exchanged: number },
) => totalAmount + coveredAmount - exchanged

/** The part of a refund that was paid above the total: it goes first, and takes nothing from the price of the items. */
export const surplusOf = (amount: number, totalAmount: number, { paid, refunded }: OrderMoney) =>
  Math.min(amount, Math.max(0, paid - totalAmount - refunded))

type Owing = { status: OrderStatus; totalAmount: number; paid: number; refunded: number }

/** What the shop owes the payer: everything for a cancelled order, otherwise the amount above the order's total. */
export const owedBack = ({ status, totalAmount, paid, refunded }: Owing) =>
  Math.max(0, paid - refunded - (status === 'cancelled' ? 0 : totalAmount))

/**
 * Whether no money of an order waits for a person any more. An underpaid order stays under review until it is cancelled
 * or paid in full.
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
  /** The part of the discount that exchanged pieces paid: it does not reduce the price. */
  coveredAmount: number
  lines: readonly PaidLine[]
}

/**
 * The amount paid for so many units of a line, after `before` other units of it: a discount on the whole order reduces
 * each unit. The shares of all units add up, to the kwacha, to the amount paid without delivery.
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
 * Whether a second person must agree: when the refunds of the order reach a set sum, in however many parts; and always
 * when the wallet is not the payer's or somebody refunds their own payment.
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
