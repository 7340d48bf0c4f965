import type { Shipment } from '../../../../modules/orders/shipments/list-shipments.ts'
import { formatDate } from '../../../../rules/dates.ts'
import { formatProgress } from '../../../../rules/messages/checkout/delivery.ts'
import { isPackable, LONGEST_WAYBILL } from '../../../../rules/orders/orders.ts'
import { countShipped } from '../../../../rules/orders/shipments.ts'
import { Button } from '../../../kit/button.tsx'
import { TextField } from '../../../kit/field.tsx'
import { ActForm } from '../../../kit/forms/act-form.tsx'
import { Link } from '../../../kit/link.tsx'
import { FoldedPart, Part } from '../../list/side-panel.tsx'
import { choiceOf } from '../lines.tsx'
import type { PickLine } from '../pick-list.tsx'
import { aboutOf, SendForm, type SentOrder } from './send-form.tsx'

export type ParcelLine = PickLine & { owed: number; unsent: number }

/** The parcels of an order that is sent in parts, and the form to send the next. */
export function Parcels({ order }: { order: SentOrder }) {
  const { parcels, lines } = order
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const isStarted = parcels.length > 0
  return (
    <>
      {isStarted ? (
        <Part title="Parcels">
          <p>{formatProgress(countShipped(lines, parcels), order)}</p>
          <ol>
            {parcels.map((parcel) => (
              <Parcel key={parcel.id} order={order} parcel={parcel} />
            ))}
          </ol>
        </Part>
      ) : null}
      {isPackable(order) && !order.anonymizedAt && units > 1 ? (
        <FoldedPart title={isStarted ? 'Send the next parcel' : 'Send in parts'} isOpen={isStarted}>
          <SendForm key={order.version} order={order} />
        </FoldedPart>
      ) : null}
    </>
  )
}

function Parcel({ order, parcel }: { order: SentOrder; parcel: Shipment }) {
  const { number, courierName, waybill, shippedAt, deliveredAt } = parcel
  const about = <span className="sr-only"> parcel {number}</span>
  return (
    <li className="border-t border-line py-2">
      <p className="wrap-anywhere">
        <span className="font-semibold">Parcel {number}</span>{' '}
        {[
          courierName,
          waybill,
          deliveredAt ? `Delivered ${formatDate(deliveredAt)}` : `Sent ${formatDate(shippedAt)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="text-sm text-quiet wrap-anywhere">
        {parcel.lines.map(({ orderItemId, quantity }) => {
          const line = order.lines.find(({ id }) => id === orderItemId)
          return line ? (
            <li key={orderItemId}>
              {[`${quantity} × ${line.name}`, choiceOf(line)].filter(Boolean).join(' · ')}
            </li>
          ) : null
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={`/admin/orders/${order.orderNumber}/slip?parcel=${number}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold text-lake hover:underline"
        >
          Packing slip<span className="sr-only"> of parcel {number} (opens in a new tab)</span>
        </Link>
        {order.anonymizedAt ? null : (
          <details className="open:order-last open:basis-full">
            <summary className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline">
              {waybill ? 'Change the waybill' : 'Add a waybill'}
              {about}
            </summary>
            <ActForm
              key={order.version}
              about={aboutOf(order, parcel.id)}
              className="flex flex-wrap items-end gap-2 pb-2"
            >
              <TextField
                label={
                  <>
                    Waybill<span className="sr-only"> of parcel {number}</span>
                  </>
                }
                name="waybill"
                defaultValue={waybill ?? ''}
                maxLength={LONGEST_WAYBILL}
                autoComplete="off"
                className="grow basis-32"
              />
              <Button name="intent" value="parcel-waybill">
                Save<span className="sr-only"> waybill of parcel {number}</span>
              </Button>
              {deliveredAt ? null : (
                <p className="basis-full text-sm text-quiet">The customer is emailed about it.</p>
              )}
            </ActForm>
          </details>
        )}
        {deliveredAt ? null : (
          <ActForm about={aboutOf(order, parcel.id)} className="flex flex-wrap gap-x-4">
            <Button tone="bare" name="intent" value="parcel-delivered" className="px-0!">
              Arrived{about}
            </Button>
            <Button tone="bare" name="intent" value="parcel-back" className="px-0!">
              Take back{about}
            </Button>
          </ActForm>
        )}
      </div>
    </li>
  )
}
