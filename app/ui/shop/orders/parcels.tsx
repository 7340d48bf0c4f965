import type { Shipment } from '../../../modules/orders/shipments/list-shipments.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatProgress } from '../../../rules/messages/checkout/delivery.ts'

/** `lines`: only for a reader who may know them. */
export type ShownParcel = Omit<Shipment, 'id' | 'orderId' | 'lines'> & {
  lines?: Readonly<Shipment['lines']>
}
type Named = { id: string; name: string; size: string | null; color: string | null }

/** The parcels of an order that is sent in parts, each with its courier, its waybill and its dates. */
export function Parcels({
  parcels,
  progress,
  lines,
  order,
}: {
  parcels: readonly ShownParcel[]
  progress: { shipped: number; all: number }
  /** The lines of the order. */
  lines: readonly Named[]
  order: { courierId: string }
}) {
  return (
    <section aria-label="Parcels" className="border-t border-line px-5 py-4 md:px-6">
      <p className="mt-0! font-semibold">{formatProgress(progress, order)}</p>
      <ol className="mt-1 grid gap-2">
        {parcels.map((parcel) => (
          <li key={parcel.number} className="wrap-anywhere">
            <p className="mt-0!">
              <span className="font-semibold">Parcel {parcel.number}</span>{' '}
              {[
                parcel.courierName,
                parcel.waybill && `Waybill ${parcel.waybill}`,
                parcel.deliveredAt
                  ? `Delivered ${formatDate(parcel.deliveredAt)}`
                  : `Sent ${formatDate(parcel.shippedAt)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <ul className="text-sm text-quiet empty:hidden">
              {parcel.lines?.map(({ orderItemId, quantity }) => {
                const line = lines.find(({ id }) => id === orderItemId)
                return line ? (
                  <li key={orderItemId}>
                    {[`${quantity} × ${line.name}`, formatChoice(line)].filter(Boolean).join(', ')}
                  </li>
                ) : null
              })}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  )
}
