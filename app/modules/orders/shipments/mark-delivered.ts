import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { shipments } from '../../../db/tables.server.ts'
import type { Order } from '../read-order.ts'

/** Marks the parcels of an order that are on their way as delivered: all, or one. Returns how many. */
export async function markDelivered(db: Tx, orderId: string, now: Date, id?: string) {
  const arrived = await db
    .update(shipments)
    .set({ deliveredAt: now })
    .where(
      and(
        eq(shipments.orderId, orderId),
        isNull(shipments.deliveredAt),
        id === undefined ? undefined : eq(shipments.id, id),
      ),
    )
    .returning({ id: shipments.id })
  return arrived.length
}

/**
 * Parcels follow an order that is delivered as a whole. When that is taken back, so is the delivery of those parcels
 * that arrived with that step.
 */
export async function followStatus(db: Tx, before: Order, to: Order['status'], now: Date) {
  if (to === 'delivered') await markDelivered(db, before.id, now)
  else if (before.deliveredAt)
    await db
      .update(shipments)
      .set({ deliveredAt: null })
      .where(and(eq(shipments.orderId, before.id), eq(shipments.deliveredAt, before.deliveredAt)))
}
