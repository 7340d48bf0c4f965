import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { shipments } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { awaitUndo } from '../undo/notify-moved.ts'
import { listShipments, type Shipment } from './list-shipments.ts'
import { markDelivered } from './mark-delivered.ts'
import { auditParcel, stepOrder } from './send-shipment.ts'

export type SeenParcel = { id: string; orderId: string; version: number }
type ParcelRefusal = Refusal<
  | 'not-found'
  | 'edited-meanwhile'
  | 'parcel-delivered'
  | 'order-preorder-owed'
  | 'order-credit-gone'
>

/**
 * Locks the order of a parcel, and says whether it is still as the person saw it. `one` is undefined when the
 * parcel was taken back.
 */
export async function lockParcel(db: Tx, { id, orderId, version }: SeenParcel) {
  const order = await lockOrder(db, orderId)
  if (!order) return { ok: false, reason: 'not-found' } as const
  const all = await listShipments(db, [orderId])
  return {
    ok: true,
    order,
    all,
    one: all.find((one) => one.id === id),
    isSeen: order.version === version,
  } as const
}

/**
 * A parcel has arrived. When it is the last one of an order of which everything is shipped, the order is delivered and
 * its customer gets an email; otherwise the order keeps its status. Does nothing when the parcel has arrived already.
 */
export const deliverShipment = (
  shop: Services,
  actor: Actor,
  asked: SeenParcel,
): Promise<
  | { ok: true; orderNumber: string; number: number; isLast: boolean; undo: number | null }
  | ParcelRefusal
> =>
  transact(shop.db, async (db) => {
    const found = await lockParcel(db, asked)
    if (!found.ok) return found
    const { order, all, one, isSeen } = found
    if (!one) return { ok: false, reason: 'not-found' }
    const { orderNumber } = order
    const { number } = one
    const isLast =
      order.status === 'shipped' && all.every(({ id, deliveredAt }) => deliveredAt || id === one.id)
    if (one.deliveredAt)
      return { ok: true, orderNumber, number, isLast: order.status === 'delivered', undo: null }
    if (!isSeen) return { ok: false, reason: 'edited-meanwhile' }
    // The last parcel gets the same time as its order (followStatus).
    if (!isLast) await markDelivered(db, order.id, shop.now(), one.id)
    const note = { code: 'parcel-arrived', number } as const
    const to = isLast ? 'delivered' : order.status
    const stepped = await stepOrder(shop, db, actor, order, to, note)
    if (!stepped.ok) return stepped
    const undo = isLast ? await awaitUndo(shop, db, order, { email: 'delivered' }) : null
    await auditParcel(db, actor, order, { parcel: number, deliveredAt: shop.now() })
    return { ok: true, orderNumber, number, isLast, undo }
  })

/**
 * Takes back a parcel that did not leave: its units are to be sent again. Refuses a parcel that has arrived. Does
 * nothing when it was already taken back.
 */
export const takeShipmentBack = (
  shop: Services,
  actor: Actor,
  asked: SeenParcel,
): Promise<{ ok: true; orderNumber: string } | ParcelRefusal> =>
  transact(shop.db, async (db) => {
    const found = await lockParcel(db, asked)
    if (!found.ok) return found
    const { order, one, isSeen } = found
    const { orderNumber } = order
    if (!one) return { ok: true, orderNumber }
    if (one.deliveredAt) return { ok: false, reason: 'parcel-delivered' }
    if (!isSeen) return { ok: false, reason: 'edited-meanwhile' }
    const note = { code: 'parcel-taken-back', number: one.number } as const
    const back = await dropShipment(shop, db, actor, order, one, note)
    return back.ok ? { ok: true, orderNumber } : back
  })

/** Deletes a parcel of a locked order, and sets the order back to processing. */
export async function dropShipment(
  shop: Pick<Services, 'now'>,
  db: Tx,
  actor: Actor,
  order: Order,
  { id, number, courierName, waybill }: Pick<Shipment, 'id' | 'number' | 'courierName' | 'waybill'>,
  note: { code: 'parcel-taken-back'; number: number } | { code: 'undone'; event: number },
) {
  await db.delete(shipments).where(eq(shipments.id, id))
  const stepped = await stepOrder(shop, db, actor, order, 'processing', note)
  if (stepped.ok)
    await auditParcel(db, actor, order, null, { parcel: number, courierName, waybill })
  return stepped
}
