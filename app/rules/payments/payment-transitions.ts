import type { PurchaseReview } from '../credit/purchase.ts'
import type { OrderReviewReason } from '../orders/orders.ts'
import type { TillReviewReason } from '../till/till-events.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.ts'

/**
 * What the provider's answer means for a payment. pending: it does not know, or does not answer; underpaid: less
 * than was asked, or another currency; not-live-money: paid in its test mode where that pays nothing.
 */
export const PAYMENT_OUTCOMES = [
  'pending',
  'failed',
  'paid',
  'underpaid',
  'not-live-money',
] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

export type PaymentTransition = {
  to: PaymentStatus
  stamp: 'settledAt' | null
  /** Its order, till sale or voucher is paid (their own tables of steps), or under review for that reason. */
  then:
    | 'nothing'
    | 'paid'
    | { review: { order: OrderReviewReason; sale: TillReviewReason; voucher: PurchaseReview } }
}

const MONEY = {
  paid: { to: 'paid', stamp: 'settledAt', then: 'paid' },
  underpaid: {
    to: 'mismatch',
    stamp: 'settledAt',
    then: { review: { order: 'underpaid', sale: 'sum-differs', voucher: 'underpaid' } },
  },
  'not-live-money': {
    to: 'mismatch',
    stamp: 'settledAt',
    then: { review: { order: 'not-live-money', sale: 'sum-differs', voucher: 'not-live-money' } },
  },
} as const
const FAILED = { to: 'failed', stamp: null, then: 'nothing' } as const

/** Every step of a payment, made by what the provider itself answers and by nothing else (docs/payments.md, Asking). */
export const PAYMENT_TRANSITIONS: Record<
  PaymentStatus,
  Partial<Record<PaymentOutcome, PaymentTransition>>
> = {
  open: { pending: { to: 'open', stamp: null, then: 'nothing' }, failed: FAILED, ...MONEY },
  // Not final: the customer may pay on the same page afterwards.
  failed: { pending: FAILED, failed: FAILED, ...MONEY },
  paid: {},
  mismatch: {},
}

/** Whether its end is known: the provider is not asked about it any more, and no answer changes it. */
export const isSettled = ({ status }: { status: PaymentStatus }) =>
  Object.keys(PAYMENT_TRANSITIONS[status]).length === 0

/** Those that may still bring money. */
export const UNSETTLED_STATUSES = PAYMENT_STATUSES.filter((status) => !isSettled({ status }))
