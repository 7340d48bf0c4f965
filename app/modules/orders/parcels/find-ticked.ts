import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { orderMessages, orders, shipments } from '../../../db/tables.server.ts'
import { isPackable } from '../../../rules/orders/orders.ts'
import { hasToSend } from '../staff/list-admin-orders.ts'

/** The current state of ticked orders before a status is set for them, by number. */
export async function findTicked(db: Db, ids: readonly string[]) {
  const rows = await db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      paidAt: orders.paidAt,
      packedAt: orders.packedAt,
      hasToSend,
      hasParcels: sql<boolean>`exists (select from ${shipments} p where p.order_id = orders.id)`,
      hasMessage: sql<boolean>`exists (select from ${orderMessages} m where m.order_id = orders.id and m.is_waiting)`,
    })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.orderNumber)
  return rows.map(({ packedAt, hasParcels, ...order }) => ({
    ...order,
    isToPack: isPackable(order) && packedAt === null && !hasParcels && order.hasToSend,
  }))
}
