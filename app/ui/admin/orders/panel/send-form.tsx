import type { Shipment } from '../../../../modules/orders/shipments/list-shipments.ts'
import { LONGEST_WAYBILL, type OrderStatus } from '../../../../rules/orders/orders.ts'
import { LONGEST_COURIER, unitsLeft } from '../../../../rules/orders/shipments.ts'
import { Button } from '../../../kit/button.tsx'
import { TextField } from '../../../kit/field.tsx'
import { ActForm } from '../../../kit/forms/act-form.tsx'
import { PiecesInput } from '../../form/pieces-input.tsx'
import { choiceOf } from '../lines.tsx'
import type { ParcelLine } from './parcels.tsx'

export type SentOrder = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  courierId: string
  courierName: string
  anonymizedAt: Date | null
  lines: readonly ParcelLine[]
  parcels: readonly Shipment[]
  /** The id of the next parcel: submitted twice, it is one. */
  nextParcel: string
}

export const aboutOf = ({ id, version }: SentOrder, parcel: string) => ({
  order: id,
  version,
  parcel,
})

/** The units of the next parcel: all that can be sent now, unless staff type less. */
export function SendForm({ order }: { order: SentOrder }) {
  const left = new Map(unitsLeft(order.lines, order.parcels).map((one) => [one.id, one]))
  const open = order.lines.filter(({ id }) => (left.get(id)?.left ?? 0) > 0)
  if (open.length === 0)
    return <p>Nothing is left to be sent. Set the order to Shipped when all has gone.</p>
  return (
    <ActForm about={aboutOf(order, order.nextParcel)} className="grid gap-3">
      <ul>
        {open.map((line) => {
          const { left: rest = 0, can = 0 } = left.get(line.id) ?? {}
          return (
            <li key={line.id} className="flex items-center gap-3 border-t border-line py-1.5">
              <PiecesInput
                name={`units:${line.id}`}
                label={`Pieces of ${line.name} ${choiceOf(line)} in this parcel`}
                most={can}
                start={Math.min(rest, can)}
              />
              <span className="min-w-0 grow wrap-anywhere">
                of {rest} × {line.name}
                <span className="block text-sm text-quiet">
                  {[
                    choiceOf(line),
                    line.shelf && `Shelf ${line.shelf}`,
                    line.owed > 0 && `${line.owed} not here yet`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <TextField
        label="Courier"
        name="courier"
        required
        maxLength={LONGEST_COURIER}
        defaultValue={order.courierName}
        autoComplete="off"
      />
      <TextField
        label="Waybill, if there is one"
        name="waybill"
        maxLength={LONGEST_WAYBILL}
        autoComplete="off"
        hint="The customer gets an email that names what is in the parcel and what follows."
      />
      <Button tone="lake" name="intent" value="parcel-send" className="justify-self-start">
        Send this parcel
      </Button>
    </ActForm>
  )
}
