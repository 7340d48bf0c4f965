import { LONGEST_WAYBILL, type OrderStatus } from '../../../rules/orders/orders.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

type Shipped = { status: OrderStatus; courierName: string; waybill: string | null }

/** The courier's number of the parcel, as the customer reads it: saved by itself, or with the status that is set. */
export const WaybillField = ({ order }: { order: Shipped }) => (
  <div className="mb-3 flex flex-wrap items-end gap-2">
    <TextField
      // What is saved stands in it, a colleague's too.
      key={order.waybill}
      label={
        <>
          Waybill<span className="sr-only"> of {order.courierName}</span>
        </>
      }
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
