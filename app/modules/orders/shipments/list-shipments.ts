import { asc, eq, inArray, sql } from 'drizzle-orm'
import { oneOf } from '../../../db/columns.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import {
  orderItems,
  orders,
  preorders,
  refundItems,
  refunds,
  shipmentItems,
  shipments,
} from '../../../db/tables.server.ts'
import { HOLDING_STATUSES, UNSENT_REASONS } from '../../../rules/refunds/refunds.ts'

/** A parcel of an order that is sent in parts, with its lines. */
export type Shipment = {
  id: string
  orderId: string
  number: number
  courierName: string
  waybill: string | null
  shippedAt: Date
  deliveredAt: Date | null
  lines: { orderItemId: string; quantity: number }[]
}

/** The parcels of these orders, each order's in sequence, in one query. */
export async function listShipments(db: Db | Tx, orderIds: readonly string[]): Promise<Shipment[]> {
  if (orderIds.length === 0) return []
  const { id, orderId, number, courierName, waybill, shippedAt, deliveredAt } = shipments
  const rows = await db
    .select({
      one: { id, orderId, number, courierName, waybill, shippedAt, deliveredAt },
      line: { orderItemId: shipmentItems.orderItemId, quantity: shipmentItems.quantity },
    })
    .from(shipments)
    .innerJoin(shipmentItems, eq(shipmentItems.shipmentId, shipments.id))
    .innerJoin(orderItems, eq(orderItems.id, shipmentItems.orderItemId))
    .where(inArray(shipments.orderId, [...orderIds]))
    .orderBy(asc(shipments.orderId), asc(shipments.number), asc(orderItems.position))
  return [...Map.groupBy(rows, ({ one }) => one.id).values()].flatMap((lines) =>
    lines[0] ? [{ ...lines[0].one, lines: lines.map(({ line }) => line) }] : [],
  )
}

const owed = sumOf(
  sql`select sum(w.owed) from ${preorders} w where w.order_id = order_items.order_id and w.variant_id = order_items.variant_id`,
)
const isUnsent = sql`r.status in (${oneOf(HOLDING_STATUSES)}) and r.reason in (${oneOf(UNSENT_REASONS)})`
/**
 * The refunds of an order's items because they are not sent, made as a sum instead of by lines, cover all
 * that was paid for them.
 */
const isWhollyUnsent = sql`(exists (select from ${refunds} r where r.order_id = order_items.order_id and ${isUnsent}
    and not exists (select from ${refundItems} i where i.refund_id = r.id))
  and (select sum(r.amount - r.surplus) from ${refunds} r
      where r.order_id = order_items.order_id and r.status in (${oneOf(HOLDING_STATUSES)}))
    >= (select o.total_amount + o.covered_amount - o.delivery_amount from ${orders} o where o.id = order_items.order_id))`

/**
 * As columns of a query of `order_items`: units that a pre-order owes, and other units that are refunded
 * because they are not sent. Owed units are waited for until their refund is done (forgetUnsent), because a
 * refund may still be cancelled.
 */
export const TO_SEND = {
  owed,
  unsent: sumOf(
    sql`select case when ${isWhollyUnsent} then greatest(order_items.quantity - ${owed}, 0) else coalesce(sum(i.quantity) filter (where r.status = 'done'), 0)
      + greatest(coalesce(sum(i.quantity) filter (where r.status <> 'done'), 0) - ${owed}, 0) end
      from ${refundItems} i join ${refunds} r on r.id = i.refund_id
      where i.order_item_id = order_items.id and ${isUnsent}`,
  ),
}

/** The lines of an order with how many units a pre-order owes, and how many are no longer sent. */
export const listLinesToSend = (db: Db | Tx, orderId: string) =>
  db
    .select({
      id: orderItems.id,
      name: orderItems.name,
      size: orderItems.size,
      color: orderItems.color,
      quantity: orderItems.quantity,
      ...TO_SEND,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position)

/** One parcel of an order. */
export const findShipment = async (db: Db | Tx, orderId: string, id: string) =>
  (await listShipments(db, [orderId])).find((one) => one.id === id)
