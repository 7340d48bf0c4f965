import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { REFUNDED_WORDS } from '../../../rules/messages/refunds/words.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import type { PosPaymentStatus } from '../../../rules/payments/payments.ts'
import { type RefundedState, refundedStateOf } from '../../../rules/refunds/refunded-state.ts'
import { badgesOf } from '../badge.tsx'

export const StatusBadge = badgesOf<OrderStatus>({
  pending: ['plain', STAFF_STATUS_WORDS.pending],
  processing: ['sun', STAFF_STATUS_WORDS.processing],
  shipped: ['busy', STAFF_STATUS_WORDS.shipped],
  delivered: ['good', STAFF_STATUS_WORDS.delivered],
  cancelled: ['bad', STAFF_STATUS_WORDS.cancelled],
})

const StateOfRefund = badgesOf<RefundedState>({
  refunded: ['warm', REFUNDED_WORDS.refunded],
  'partially-refunded': ['warm', REFUNDED_WORDS['partially-refunded']],
})

/** Nothing when no money of the order was refunded. */
export function RefundedBadge({ order }: { order: Parameters<typeof refundedStateOf>[0] }) {
  const state = refundedStateOf(order)
  return state && <StateOfRefund status={state} />
}

export const SaleBadge = badgesOf<PosPaymentStatus>({
  pending: ['plain', 'Waiting'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Not paid'],
  cancelled: ['plain', 'Called off'],
})
