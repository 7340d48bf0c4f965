import { STAFF_STATUS_WORDS } from '../../../rules/messages/words/orders.ts'
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

const SALE_STATES: Record<PosPaymentStatus, readonly [BadgeTone, string]> = {
  pending: ['plain', 'Waiting'],
  completed: ['good', 'Completed'],
  failed: ['bad', 'Not paid'],
  cancelled: ['plain', 'Called off'],
}

export function SaleBadge({ status }: { status: PosPaymentStatus }) {
  const [tone, words] = SALE_STATES[status]
  return <Badge tone={tone}>{words}</Badge>
}
