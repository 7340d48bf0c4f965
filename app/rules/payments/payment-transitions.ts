import type { PurchaseReview } from '../credit/purchase.ts'
import type { OrderReviewReason } from '../orders/orders.ts'
import type { TillReviewReason } from '../till/till-events.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from './payments.ts'

/**
 * The meaning of the provider's answer for a payment. pending: the provider does not know, or does not answer;
 * underpaid: less than the amount due, or another currency; not-live-money: paid in test mode, which pays nothing here.
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
  /**
   * The order, till sale or voucher becomes paid (they have their own tables of steps), or goes under review for this
   * reason.
   */
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

/** Every step of a payment. Only an answer of the provider itself makes one (docs/payments.md, Asking). */
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

/** Whether the end of a payment is known: the provider is not asked any more, and no answer changes it. */
export const isSettled = ({ status }: { status: PaymentStatus }) =>
  Object.keys(PAYMENT_TRANSITIONS[status]).length === 0

/** The statuses of payments that may still bring money. */
export const UNSETTLED_STATUSES = PAYMENT_STATUSES.filter((status) => !isSettled({ status }))
