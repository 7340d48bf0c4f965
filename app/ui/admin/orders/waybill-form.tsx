import { LONGEST_WAYBILL, type OrderStatus } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { ActForm } from '../../kit/request-field.tsx'

type Shipped = {
  id: string
  version: number
  status: OrderStatus
  courierName: string
  waybill: string | null
}

/** The courier's number of the parcel, as the customer reads it. */
export const WaybillForm = ({ order }: { order: Shipped }) => (
  <ActForm
    about={{ order: order.id, version: order.version }}
    className="flex flex-wrap items-end gap-2"
  >
    <TextField
      label={<span className="sr-only">Waybill of {order.courierName}</span>}
      name="waybill"
      defaultValue={order.waybill ?? ''}
      maxLength={LONGEST_WAYBILL}
      autoComplete="off"
      className="grow basis-32"
    />
    <Button name="intent" value="waybill">
      Save<span className="sr-only"> waybill</span>
    </Button>
    {order.status === 'shipped' && !order.waybill ? (
      <p className="basis-full text-sm text-quiet">The customer is emailed about it.</p>
    ) : null}
  </ActForm>
)
