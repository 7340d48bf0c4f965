import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from '../audit/record-audit.ts'
import { noteEvent } from './change-order.ts'
import { lockOrder, type Order } from './read-order.ts'
import { auditOrder } from './staff/audit-order.ts'

/**
 * Staff mark an order under review as handled. Refuses an order that has changed since they saw it, because the change
 * may be another reason for a review.
 */
export const handleOrderReview = (
  db: Db,
  actor: Actor,
  seen: { orderId: string; version: number },
): Promise<{ ok: true } | Refusal<'not-found' | 'edited-meanwhile'>> =>
  transact(db, async (db) => {
    const order = await lockOrder(db, seen.orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { reviewReason, status } = order
    if (!reviewReason) return { ok: true }
    if (order.version !== seen.version) return { ok: false, reason: 'edited-meanwhile' }
    await db
      .update(orders)
      .set({ reviewReason: null, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    const note = { code: 'handled', reason: reviewReason } as const
    await noteEvent(db, order.id, { from: status, to: status, note, byUser: actor.userId })
    await auditOrder(db, actor, order, {
      action: 'marked as handled',
      before: { reviewReason },
      after: { reviewReason: null },
    })
    return { ok: true }
  })

/**
 * A refund or return of a locked order has moved: increments the order's version, so that acts on an older state
 * are refused. `note`: a row for its history. `isSettled`: none of its money waits for a person any more, so
 * that its review ends.
 */
export async function noteGivingBack(
  db: Tx,
  order: Order,
  {
    note,
    byUser,
    isSettled = false,
  }: { note?: OrderNote; byUser: string | null; isSettled?: boolean },
) {
  await db
    .update(orders)
    .set({ version: sql`${orders.version} + 1`, ...(isSettled ? { reviewReason: null } : {}) })
    .where(eq(orders.id, order.id))
  if (note) await noteEvent(db, order.id, { from: order.status, to: order.status, note, byUser })
}
