import { formatCreditCode } from '../../credit/credit.ts'
import { formatDate } from '../../dates.ts'
import { formatKwacha } from '../../money.ts'
import type { RefundedState } from '../../refunds/refunded-state.ts'
import type { RefundReason, RefundStatus, RefundWay } from '../../refunds/refunds.ts'
import type { VoucherRefundReason } from '../../refunds/voucher-refunds.ts'

/** How money is refunded, at the end of a sentence. */
export const REFUND_WAY_WORDS: Record<RefundWay, string> = {
  bank: 'by bank transfer',
  dashboard: 'the way it was paid',
  cash: 'in cash',
  wallet: 'by mobile money',
  credit: 'as store credit',
}

/** The ways of refunding in the staff's form. */
export const REFUND_WAY_CHOICES: Record<RefundWay, string> = {
  bank: 'Bank transfer, by hand',
  dashboard: 'Payment service, by hand',
  cash: 'Cash from an open drawer',
  wallet: 'Mobile money, paid out',
  credit: 'Store credit, sent as a code',
}

/** The status of a refund, as staff read it. */
export const REFUND_STATUS_WORDS: Record<RefundStatus, string> = {
  awaiting: 'A second person has to agree',
  requested: 'To send',
  sent: 'On its way',
  done: 'Given back',
  failed: 'Failed',
  cancelled: 'Called off',
}

/** The state of an order that was refunded. */
export const REFUNDED_WORDS: Record<RefundedState, string> = {
  refunded: 'Refunded',
  'partially-refunded': 'Partially refunded',
}

export const REFUND_REASON_WORDS: Record<RefundReason, string> = {
  faulty: 'Faulty, or not as described',
  'wrong-item': 'Something else was sent',
  'not-sent': 'Not sent, or sold out',
  'not-arrived': 'It never arrived',
  cancelled: 'The order was cancelled',
  'paid-too-much': 'Paid twice, or too much',
  goodwill: 'Goodwill',
}

export const VOUCHER_REFUND_REASON_WORDS: Record<VoucherRefundReason, string> = {
  'not-wanted': 'Not wanted any more',
  'by-mistake': 'Bought twice, or by mistake',
  'not-arrived': 'Its code never arrived',
  goodwill: 'Goodwill',
}

/** A refund, as its customer reads it. */
export const formatRefund = ({
  amount,
  way,
  at,
  code = null,
}: {
  amount: number
  way: RefundWay
  at: Date | null
  /** The store credit that received the refund. */
  code?: string | null
}) =>
  `Given back${at ? ` ${formatDate(at)}` : ''} ${REFUND_WAY_WORDS[way]}: ${formatKwacha(amount)}${code ? `, code ${formatCreditCode(code)}` : ''}`
