import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from '../audit/record-audit.ts'
import { lockOrder, noteEvent, type Order } from './change-order.ts'
import { auditOrder } from './staff/audit-order.ts'

/**
 * A person has done what an order stood out for. Refuses one that has changed since it was seen: what
 * came meanwhile may be another reason to stand out.
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
 * Something was done about money of a locked order that goes back: who looks at an older state of it is told. What was
 * given back stands in its history (`note`); `isSettled`: none of its money waits for a person any more.
 */
export async function noteRefund(
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
