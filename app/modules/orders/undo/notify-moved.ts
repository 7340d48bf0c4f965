import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orderEvents, undoableMoves } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { OrderTransition } from '../../../rules/orders/order-transitions.ts'
import { UNDO_SECONDS } from '../../../rules/orders/undo.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { notifyOfParcel } from '../shipments/notify-parcel.ts'

/**
 * Stores a step that staff have just made of a locked order (`before`), so that it can be undone for a while, and
 * enqueues its email for then. Returns the id of the step's event. An earlier step that still waits can no longer be
 * undone, and its email is not sent: the customer learns the newest state.
 */
export async function awaitUndo(
  shop: Pick<Services, 'jobs' | 'now' | 'config'>,
  db: Tx,
  before: Order,
  step: Pick<OrderTransition, 'email'>,
  /** The parcel that this step sent. */
  shipmentId: string | null = null,
): Promise<number> {
  const { jobs, now } = shop
  const orderId = before.id
  // The parcel before this one can no longer be undone, and every parcel has its own email.
  const earlier = await findMove(db, orderId)
  if (earlier?.shipmentId) await notifyOfParcel(shop, db, before, earlier.shipmentId)
  const [event] = await db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  if (!event) throw new Error('a step has left no line in the history')
  const move = {
    eventId: event.id,
    version: before.version + 1,
    until: new Date(now().getTime() + UNDO_SECONDS * 1000),
    email: step.email,
    shipmentId,
    expiresAt: before.expiresAt,
    packedAt: before.packedAt,
    shippedAt: before.shippedAt,
    deliveredAt: before.deliveredAt,
    cancelledAt: before.cancelledAt,
    reviewReason: before.reviewReason,
  }
  await db
    .insert(undoableMoves)
    .values({ orderId, ...move })
    .onConflictDoUpdate({ target: undoableMoves.orderId, set: move })
  const later = { afterSeconds: UNDO_SECONDS }
  await jobs.enqueue(db, 'notify-moved', { orderId, eventId: event.id }, later)
  return event.id
}

/** The step of a locked order that can still be undone. */
export async function findMove(db: Tx, orderId: string) {
  const [move] = await db.select().from(undoableMoves).where(eq(undoableMoves.orderId, orderId))
  return move
}

/** A step can no longer be undone: sends its email, once, if the order still has the status that the step set. */
export const notifyMoved = (
  shop: Pick<Services, 'db' | 'jobs' | 'config'>,
  { orderId, eventId }: { orderId: string; eventId: number },
): Promise<void> =>
  shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    const [move] = await db
      .delete(undoableMoves)
      .where(and(eq(undoableMoves.orderId, orderId), eq(undoableMoves.eventId, eventId)))
      .returning({ email: undoableMoves.email, shipmentId: undoableMoves.shipmentId })
    if (!order || !move) return
    if (move.shipmentId) return notifyOfParcel(shop, db, order, move.shipmentId)
    const [event] = await db
      .select({ to: orderEvents.toStatus })
      .from(orderEvents)
      .where(eq(orderEvents.id, eventId))
    if (event?.to === order.status) await notifyCustomer(shop, db, order, move.email)
  })
