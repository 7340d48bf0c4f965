import { STAFF_STATUS_WORDS } from '../../../rules/orders/order-status.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import type { PosPaymentStatus } from '../../../rules/payments/payments.ts'
import { Badge, type BadgeTone } from '../badge.tsx'

const TONES: Record<OrderStatus, BadgeTone> = {
  pending: 'plain',
  processing: 'sun',
  shipped: 'busy',
  delivered: 'good',
  cancelled: 'bad',
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={TONES[status]}>{STAFF_STATUS_WORDS[status]}</Badge>
)

const SALE_TONES: Record<PosPaymentStatus, BadgeTone> = {
  pending: 'plain',
  completed: 'good',
  failed: 'bad',
  cancelled: 'plain',
}
const SALE_WORDS: Record<PosPaymentStatus, string> = {
  pending: 'Waiting',
  completed: 'Completed',
  failed: 'Not paid',
  cancelled: 'Called off',
}

export const SaleBadge = ({ status }: { status: PosPaymentStatus }) => (
  <Badge tone={SALE_TONES[status]}>{SALE_WORDS[status]}</Badge>
)
