import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orders, shipmentItems, shipments } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { OrderNote } from '../../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isPackable } from '../../../rules/orders/orders.ts'
import { LONGEST_COURIER, unitsLeft } from '../../../rules/orders/shipments.ts'
import type { Actor, Signed } from '../../audit/record-audit.ts'
import { changeStatus, noteEvent } from '../change-order.ts'
import { readWaybill } from '../parcels/set-waybill.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { auditOrder } from '../staff/audit-order.ts'
import { awaitUndo } from '../undo/notify-moved.ts'
import { listLinesToSend, listShipments, type Shipment } from './list-shipments.ts'

/** `id`: the parcel's id from its form: sent twice, it is one parcel. `units`: by the id of each line. */
export type SentParcel = {
  id: string
  orderId: string
  version: number
  units: Readonly<Record<string, number>>
  courierName: string
  waybill: string
}
type Sent = { ok: true; orderNumber: string; number: number; isLast: boolean; undo: number | null }

/**
 * Staff send a part of an order in processing as a parcel. With the last part the order is shipped. The customer gets
 * an email once the parcel can no longer be undone. Refuses an empty parcel, more units than can be sent, and an order
 * that has changed since the person saw it.
 */
export const sendShipment = (
  shop: Services,
  actor: Actor,
  { id, orderId, version, units, ...parcel }: SentParcel,
): Promise<
  | Sent
  | Refusal<
      | 'not-found'
      | 'not-packable'
      | 'edited-meanwhile'
      | 'waybill-bad'
      | 'parcel-courier-bad'
      | 'parcel-empty'
      | 'parcel-too-many'
      | 'order-preorder-owed'
      | 'order-credit-gone'
    >
> =>
  transact(shop.db, async (db) => {
    const waybill = readWaybill(parcel.waybill)
    if (waybill === undefined) return { ok: false, reason: 'waybill-bad' }
    const courierName = parcel.courierName.replace(/\s+/g, ' ').trim()
    if (courierName === '' || Array.from(courierName).length > LONGEST_COURIER)
      return { ok: false, reason: 'parcel-courier-bad' }
    const order = await lockOrder(db, orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const { orderNumber, status } = order
    const before = await listShipments(db, [orderId])
    const known = before.find((one) => one.id === id)
    if (known) {
      if (!isSameParcel(known, { units, courierName, waybill }))
        return { ok: false, reason: 'edited-meanwhile' }
      const isLast = status !== 'processing'
      return { ok: true, orderNumber, number: known.number, isLast, undo: null }
    }
    if (!isPackable(order)) return { ok: false, reason: 'not-packable', status }
    if (order.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    const lines = await listLinesToSend(db, orderId)
    const chosen = lines.flatMap((line) => {
      const quantity = units[line.id] ?? 0
      return quantity > 0 ? [{ line, orderItemId: line.id, quantity }] : []
    })
    if (chosen.length === 0) return { ok: false, reason: 'parcel-empty' }
    const limits = new Map(unitsLeft(lines, before).map((one) => [one.id, one.can]))
    const over = chosen.find(
      ({ orderItemId, quantity }) => quantity > (limits.get(orderItemId) ?? 0),
    )
    if (over) {
      const { name, size, color } = over.line
      const left = limits.get(over.orderItemId) ?? 0
      return { ok: false, reason: 'parcel-too-many', name, size, color, left }
    }
    const number = Math.max(0, ...before.map((one) => one.number)) + 1
    const shippedAt = shop.now()
    const row = { id, orderId, number, courierName, waybill, shippedAt, byUser: actor.userId }
    await db.insert(shipments).values(row)
    await db
      .insert(shipmentItems)
      .values(
        chosen.map(({ orderItemId, quantity }) => ({ shipmentId: id, orderItemId, quantity })),
      )
    const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
    const after = await listShipments(db, [orderId])
    const isLast = unitsLeft(lines, after).every(({ left }) => left === 0)
    const note = { code: 'parcel-sent', number, count } as const
    const stepped = await stepOrder(shop, db, actor, order, isLast ? 'shipped' : status, note)
    if (!stepped.ok) return stepped
    // The rest still has to be packed.
    if (!isLast) await db.update(orders).set({ packedAt: null }).where(eq(orders.id, orderId))
    const undo = await awaitUndo(shop, db, order, { email: null }, id)
    await auditParcel(db, actor, order, { parcel: number, courierName, waybill, units: count })
    return { ok: true, orderNumber, number, isLast, undo }
  })

/** Who corrects the form after a lost answer must learn that the parcel is on record as it was first sent. */
function isSameParcel(
  { lines, ...known }: Shipment,
  {
    units,
    courierName,
    waybill,
  }: Pick<Shipment, 'courierName' | 'waybill'> & Pick<SentParcel, 'units'>,
) {
  const asked = Object.values(units).filter((quantity) => quantity > 0)
  return (
    known.courierName === courierName &&
    known.waybill === waybill &&
    asked.length === lines.length &&
    lines.every(({ orderItemId, quantity }) => units[orderItemId] === quantity)
  )
}

/** Moves the order to the status that its parcels imply; an order that keeps its status gets a row in its history. */
export async function stepOrder(
  { now }: Pick<Services, 'now'>,
  db: Tx,
  actor: Signed,
  order: Order,
  to: Order['status'],
  note: OrderNote,
): Promise<{ ok: true } | Refusal<'order-preorder-owed' | 'order-credit-gone'>> {
  if (order.status !== to) {
    const changed = await changeStatus(db, order, to, now(), actor.userId, note)
    if (changed.ok) return { ok: true }
    if (changed.reason === 'out-of-stock') throw new Error('an order in parcels holds no stock')
    return changed
  }
  await db
    .update(orders)
    .set({ version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: to, to, note, byUser: actor.userId })
  return { ok: true }
}

/** Logs an act on a parcel of an order, within the same transaction. */
export const auditParcel = (
  db: Tx,
  actor: Signed,
  order: Order,
  after: Record<string, unknown> | null,
  before: Record<string, unknown> | null = null,
) => auditOrder(db, actor, order, { action: 'edited', before, after })
