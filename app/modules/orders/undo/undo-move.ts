import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orderEvents, orders, undoableMoves } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { OrderStatus } from '../../../rules/orders/orders.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { changeStatus } from '../change-order.ts'
import { nameStepRefusal, type StepNamed } from '../move-order.ts'
import { lockOrder } from '../read-order.ts'
import { dropShipment } from '../shipments/follow-shipment.ts'
import { findShipment } from '../shipments/list-shipments.ts'
import { stepOrder } from '../shipments/send-shipment.ts'
import { auditOrder } from '../staff/audit-order.ts'
import { findMove } from './notify-moved.ts'

/**
 * Undoes a status that staff have set, or the packing of an order, by the id of its event, until its email is
 * sent: status, dates, payment window, review, stock and code are as before, and nobody gets an email. Refuses
 * when anything else has happened to the order since, and when the stock that it gave back is sold. Does nothing
 * when it is already undone.
 */
export const undoMove = (
  shop: Pick<Services, 'db' | 'jobs' | 'now'>,
  actor: Actor,
  eventId: number,
): Promise<
  | { ok: true; orderNumber: string; to: OrderStatus; isUnpacked: boolean }
  | Refusal<'not-found'>
  | (Refusal<'undo-too-late'> & { orderNumber: string })
  | StepNamed
> =>
  transact(shop.db, async (db) => {
    const [step] = await db
      .select({
        orderId: orderEvents.orderId,
        from: orderEvents.fromStatus,
        to: orderEvents.toStatus,
        note: orderEvents.note,
      })
      .from(orderEvents)
      .where(eq(orderEvents.id, eventId))
    const order = step && (await lockOrder(db, step.orderId))
    if (!order || !step.from) return { ok: false, reason: 'not-found' }
    const { id: orderId, orderNumber } = order
    const { from: to } = step
    // A step within one status: the order was packed, or one of several parcels was sent.
    const isWithin = step.to === to
    const done = { ok: true as const, orderNumber, to, isUnpacked: step.note?.code === 'packed' }
    if (await isUndone(db, orderId, eventId)) return done
    const move = await findMove(db, orderId)
    if (move?.eventId !== eventId || move.version !== order.version)
      return { ok: false, reason: 'undo-too-late', orderNumber }
    const note = { code: 'undone', event: eventId } as const
    const parcel = move.shipmentId ? await findShipment(db, orderId, move.shipmentId) : null
    if (parcel) {
      const dropped = await dropShipment(shop, db, actor, order, parcel, note)
      if (!dropped.ok) return dropped
    } else {
      const changed = isWithin
        ? await stepOrder(shop, db, actor, order, to, note)
        : await changeStatus(db, order, to, shop.now(), actor.userId, note)
      if (!changed.ok) return nameStepRefusal(db, order, changed)
    }
    const { expiresAt, packedAt, shippedAt, deliveredAt, cancelledAt, reviewReason } = move
    await db
      .update(orders)
      .set({ expiresAt, packedAt, shippedAt, deliveredAt, cancelledAt, reviewReason })
      .where(eq(orders.id, orderId))
    await db.delete(undoableMoves).where(eq(undoableMoves.orderId, orderId))
    // Its timer may have run while the order was cancelled.
    if (to === 'pending' && !order.paidAt) {
      const left = Math.max(0, expiresAt.getTime() - shop.now().getTime())
      await shop.jobs.enqueue(db, 'expire-order', { orderId }, { afterSeconds: left / 1000 })
    }
    await auditOrder(db, actor, order, {
      action: isWithin ? 'edited' : 'status changed',
      before: { status: order.status, packedAt: order.packedAt },
      after: { status: to, packedAt, undone: true },
    })
    return done
  })

/** Whether another press of Undo came first, or this one is sent again. */
async function isUndone(db: Tx, orderId: string, eventId: number) {
  const undone = sql`${orderEvents.note} @> ${JSON.stringify({ code: 'undone', event: eventId })}::jsonb`
  return (await db.$count(orderEvents, and(eq(orderEvents.orderId, orderId), undone))) > 0
}
