import { Form, useNavigation, useSearchParams } from 'react-router'
import type { Conflict } from '../../../rules/conflict.ts'
import { STAFF_STATUS_WORDS } from '../../../rules/messages/orders/words.ts'
import { ORDER_STATUSES, type OrderStatus } from '../../../rules/orders/orders.ts'
import { maySetByHand } from '../../../rules/orders/shipments.ts'
import { Button } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { UndoForm } from './status/undo-form.tsx'

/** `to`: what the order was to be set to. */
export type MoveConflict = Conflict & { to: OrderStatus }
type Moved = {
  id: string
  orderNumber: string
  version: number
  status: OrderStatus
  isPaid: boolean
  undo: { move: number; leftMs: number } | null
  /** Of an order that is sent in parts: how many units are still to be sent; null for one that is sent whole. */
  left: number | null
  /** Not packed yet: that is what comes next, and not a status. */
  isToPack: boolean
}

/** The usual next step stands out; every other is as near. */
const NEXT: Record<OrderStatus, OrderStatus | null> = {
  pending: null,
  processing: 'shipped',
  shipped: 'delivered',
  delivered: null,
  cancelled: null,
}

const Hidden = ({ order, version }: { order: string; version?: number }) => (
  <>
    <input type="hidden" name="intent" value="move" />
    <RequestField />
    <input type="hidden" name="order" value={order} />
    {version === undefined ? null : <input type="hidden" name="version" value={version} />}
  </>
)

/** Any status from any status; cancelling asks once more, and says what comes of it. */
export function StatusForm({ order, conflict }: { order: Moved; conflict: MoveConflict | null }) {
  const [params] = useSearchParams()
  const { formData } = useNavigation()
  const goesTo = formData?.get('order') === order.id ? formData.get('to') : null
  const { left } = order
  const maySet = (to: OrderStatus) => left === null || maySetByHand(to, left)
  const others = ORDER_STATUSES.filter(
    (to) => to !== order.status && to !== 'cancelled' && maySet(to),
  )
  return (
    <>
      {conflict ? (
        <Form method="post" preventScrollReset>
          <ConflictNotice conflict={conflict} reload={`/admin/orders?${params}`} />
          <Hidden order={order.id} />
          <input type="hidden" name="to" value={conflict.to} />
        </Form>
      ) : null}
      <Form method="post" preventScrollReset className="flex flex-wrap gap-x-1.5 gap-y-2">
        <Hidden order={order.id} version={order.version} />
        {others.map((to) => (
          <Button
            key={to}
            name="to"
            value={to}
            tone={!order.isToPack && NEXT[order.status] === to ? 'lake' : 'plain'}
            className="max-sm:px-2 max-sm:text-[0.9375rem]"
            aria-busy={goesTo === to}
            disabled={goesTo !== null}
          >
            {STAFF_STATUS_WORDS[to]}
          </Button>
        ))}
      </Form>
      {order.undo ? (
        <UndoForm key={order.undo.move} moves={[order.undo.move]} leftMs={order.undo.leftMs} />
      ) : null}
      <p className="mt-2 text-sm text-quiet">{hintFor(order)}</p>
      {order.status === 'cancelled' || !maySet('cancelled') ? null : (
        <details key={order.version} className="mt-2">
          <summary className="inline-flex min-h-11 items-center rounded-card border border-alarm px-5 font-semibold text-alarm hover:bg-alarm-wash">
            Cancel order…
          </summary>
          <Form method="post" preventScrollReset className="mt-2 rounded-card bg-sand p-4">
            <Hidden order={order.id} version={order.version} />
            <p className="mb-3">{cancelText(order)}</p>
            <button
              type="submit"
              name="to"
              value="cancelled"
              disabled={goesTo !== null}
              className="inline-flex min-h-11 items-center justify-center rounded-card bg-alarm px-5 font-semibold text-white disabled:opacity-55"
            >
              Yes, cancel {order.orderNumber}
            </button>
          </Form>
        </details>
      )}
    </>
  )
}

function hintFor({ status, isPaid, left }: Moved) {
  if (left !== null && left > 0 && status !== 'processing')
    return 'Not all of it has gone: set it to Processing to send the rest.'
  if (left !== null)
    return left > 0
      ? 'Sent in parts: it is Shipped when all of it has gone.'
      : 'Sent in parts: to set it back, take a parcel back that has not arrived.'
  if (status === 'cancelled')
    return 'Back from cancelled, its goods are taken again if they are there.'
  if (!isPaid)
    return 'Not paid. Another status keeps its goods, and does not say that money has come.'
  return status === 'pending'
    ? 'Paid, and set aside: it keeps its goods.'
    : 'Shipped, delivered and cancelled are emailed to the customer.'
}

const cancelText = ({ isPaid }: { isPaid: boolean }) =>
  `Its goods go back on the shelf, and the customer is told by email. ${
    isPaid
      ? 'It is paid: the money is not sent back by itself. Refund it by hand; until you mark that as handled, it stands at the top of the list.'
      : 'It is not paid. Should money still come, it stands at the top of the list.'
  }`
