import type { TrackedOrder } from '../../../modules/orders/track-order.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { isPickup } from '../../../rules/messages/checkout/delivery.ts'

type Steps = Pick<
  TrackedOrder,
  'status' | 'courierId' | 'createdAt' | 'paidAt' | 'shippedAt' | 'deliveredAt' | 'cancelledAt'
>

/** The dates of an order's steps. */
export function OrderSteps({ order }: { order: Steps }) {
  const steps = [
    ['Placed', order.createdAt],
    ['Paid', order.paidAt],
    [isPickup(order) ? 'Ready' : 'Shipped', order.shippedAt],
    ['Delivered', order.deliveredAt],
    ['Cancelled', order.status === 'cancelled' ? order.cancelledAt : null],
  ] as const
  return (
    <dl className="mt-0!">
      {steps.map(([label, date]) =>
        date ? (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="text-quiet">{label}</dt>
            <dd className="font-semibold tabular-nums">{formatDateTime(date)}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
