import type { TrackedOrder } from '../../../modules/orders/track-order.ts'
import { formatDate } from '../../../rules/dates.ts'
import { bannerOf, STATUS_WORDS } from '../../../rules/messages/words/orders.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import { StatusChip } from './order-card.tsx'

const LINES: Record<OrderStatus, string> = {
  pending: 'We are waiting for the payment.',
  processing: 'We are packing your order.',
  shipped: 'Expected delivery within 2-3 business days',
  delivered: 'We hope you wear it often.',
  cancelled: 'This order was cancelled.',
}

/** Where an order is, as a line of dates; nothing about who ordered what. */
export function TrackedSteps({ order }: { order: TrackedOrder }) {
  const steps = [
    ['Placed', order.createdAt],
    ['Paid', order.paidAt],
    ['Shipped', order.shippedAt],
    ['Delivered', order.deliveredAt],
    ['Cancelled', order.status === 'cancelled' ? order.cancelledAt : null],
  ] as const
  return (
    <section aria-label={`Order ${order.orderNumber}`} className="rounded-card bg-sheet p-5 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <strong className="text-lg tabular-nums">{order.orderNumber}</strong>
        <StatusChip status={order.status} />
      </div>
      <p className="font-semibold">
        {bannerOf(order.status)?.title ?? `Status: ${STATUS_WORDS[order.status]}`}
      </p>
      <p className="mt-0!">{LINES[order.status]}</p>
      <dl className="border-t border-line pt-3">
        {steps.map(([label, date]) =>
          date ? (
            <div key={label} className="flex justify-between gap-4 py-1">
              <dt className="text-quiet">{label}</dt>
              <dd className="font-semibold tabular-nums">{formatDate(date)}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  )
}
