import { formatCreditCode } from '../../credit/credit.ts'
import { formatDate } from '../../dates.ts'
import { formatKwacha } from '../../money.ts'
import type { RefundedState } from '../../refunds/refunded-state.ts'
import type { RefundReason, RefundStatus, RefundWay } from '../../refunds/refunds.ts'
import type { VoucherRefundReason } from '../../refunds/voucher-refunds.ts'

/** How money goes back, at the end of a sentence. */
export const REFUND_WAY_WORDS: Record<RefundWay, string> = {
  bank: 'by bank transfer',
  dashboard: 'the way it was paid',
  cash: 'in cash',
  wallet: 'by mobile money',
  credit: 'as store credit',
}

/** The same as staff choose it. */
export const REFUND_WAY_CHOICES: Record<RefundWay, string> = {
  bank: 'Bank transfer, by hand',
  dashboard: 'Payment service, by hand',
  cash: 'Cash from an open drawer',
  wallet: 'Mobile money, paid out',
  credit: 'Store credit, sent as a code',
}

/** How a refund stands, as staff read it. */
export const REFUND_STATUS_WORDS: Record<RefundStatus, string> = {
  awaiting: 'A second person has to agree',
  requested: 'To send',
  sent: 'On its way',
  done: 'Given back',
  failed: 'Failed',
  cancelled: 'Called off',
}

/** How an order stands of which money was given back. */
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

/** What a customer reads of money that was given back. */
export const formatRefund = ({
  amount,
  way,
  at,
  code = null,
}: {
  amount: number
  way: RefundWay
  at: Date | null
  /** Of the store credit that it was put on. */
  code?: string | null
}) =>
  `Given back${at ? ` ${formatDate(at)}` : ''} ${REFUND_WAY_WORDS[way]}: ${formatKwacha(amount)}${code ? `, code ${formatCreditCode(code)}` : ''}`
