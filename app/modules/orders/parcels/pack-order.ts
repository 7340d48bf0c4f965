import { eq, sql } from 'drizzle-orm'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isPackable } from '../../../rules/orders/orders.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { listItems, listOwedLines, lockOrder, noteEvent } from '../change-order.ts'
import { auditOrder } from '../staff/audit-order.ts'

/** `lines`: the ids of those that lie in the parcel, each scanned or ticked. */
export type Packing = {
  orderId: string
  version: number
  isPacked: boolean
  lines: readonly string[]
}

/**
 * Staff say that the parcel of an order is ready, or that it is not after all. Refused where it is not in processing,
 * while something that was pre-ordered has not arrived, and until each of
 * its lines is in it. Nothing happens where it stands so already.
 */
export const packOrder = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  { orderId, version, isPacked, lines }: Packing,
): Promise<
  | { ok: true; orderNumber: string; isPacked: boolean }
  | Refusal<
      'not-found' | 'not-packable' | 'not-all-picked' | 'order-preorder-owed' | 'edited-meanwhile'
    >
> =>
  transact(db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { orderNumber, status } = order
    if ((order.packedAt !== null) === isPacked) return { ok: true, orderNumber, isPacked }
    if (!isPackable(order)) return { ok: false, reason: 'not-packable', status }
    if (order.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    if (isPacked) {
      const owed = await listOwedLines(db, orderId)
      if (owed.length > 0)
        return { ok: false, reason: 'order-preorder-owed', orderNumber, lines: owed }
      const left = (await listItems(db, orderId)).filter(({ id }) => !lines.includes(id))
      if (left.length > 0) return { ok: false, reason: 'not-all-picked', count: left.length }
    }
    const packedAt = isPacked ? now() : null
    await db
      .update(orders)
      .set({ packedAt, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId))
    const note = { code: isPacked ? 'packed' : 'unpacked' } as const
    await noteEvent(db, orderId, { from: status, to: status, note, byUser: actor.userId })
    await auditOrder(db, actor, order, {
      action: 'edited',
      before: { packedAt: order.packedAt },
      after: { packedAt },
    })
    return { ok: true, orderNumber, isPacked }
  })
