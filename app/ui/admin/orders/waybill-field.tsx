import { LONGEST_WAYBILL, type OrderStatus } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

type Shipped = { status: OrderStatus; courierName: string; waybill: string | null }

/** The parcel's waybill, which the customer reads: saved by itself, or with a status. */
export const WaybillField = ({ order }: { order: Shipped }) => (
  <div className="mb-3 flex flex-wrap items-end gap-2">
    <TextField
      // The key shows a saved waybill, also one that a colleague has saved.
      key={order.waybill}
      label={`Waybill of ${order.courierName}`}
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
  </div>
)
