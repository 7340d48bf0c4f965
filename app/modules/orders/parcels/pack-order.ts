import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isPackable } from '../../../rules/orders/orders.ts'
import { unitsLeft } from '../../../rules/orders/shipments.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { listOwedLines, noteEvent } from '../change-order.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { listLinesToSend, listShipments } from '../shipments/list-shipments.ts'
import { auditOrder } from '../staff/audit-order.ts'
import { awaitUndo, findMove } from '../undo/notify-moved.ts'

/**
 * `lines`: the ids of the lines in the parcel, each scanned or ticked; `all` when a whole order is marked as packed.
 */
export type Packing = {
  orderId: string
  version: number
  isPacked: boolean
  lines: readonly string[] | 'all'
}

/**
 * `wasSo`: the order was already packed or unpacked. `undo`: the id by which the packing can be undone, like
 * a status (undo/undo-move.ts).
 */
type Packed = {
  ok: true
  orderNumber: string
  isPacked: boolean
  wasSo: boolean
  undo: number | null
}

/**
 * Staff mark an order as packed or not packed. Refuses an order that is not in processing, one with pre-ordered units
 * that have not arrived, and one with a line that still has units to send but is not in the parcel; an order in
 * parcels cannot be packed with `all`. Does nothing when the order is already so.
 */
export const packOrder = (
  shop: Pick<Services, 'db' | 'now' | 'jobs' | 'config'>,
  actor: Actor,
  { orderId, version, isPacked, lines }: Packing,
): Promise<
  | Packed
  | Refusal<'not-found'>
  | ((
      | Refusal<'not-packable' | 'not-all-picked' | 'edited-meanwhile'>
      | Refusal<'order-preorder-owed' | 'order-in-parcels'>
    ) & { orderNumber: string })
> =>
  transact(shop.db, async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { orderNumber, status } = order
    const done = { ok: true as const, orderNumber, isPacked }
    if ((order.packedAt !== null) === isPacked) {
      // The same press sent again after a lost response: it gets the first one's result.
      const isOwn = (await listDone(db, actor, 'order', orderId)).length > 0
      const undo = isOwn && isPacked ? ((await findMove(db, orderId))?.eventId ?? null) : null
      return { ...done, wasSo: !isOwn, undo }
    }
    if (!isPackable(order)) return { ok: false, reason: 'not-packable', orderNumber, status }
    if (order.version !== version) return { ok: false, reason: 'edited-meanwhile', orderNumber }
    const ready = isPacked ? await checkLines(db, order, lines) : { ok: true as const }
    if (!ready.ok) return ready
    const packedAt = isPacked ? shop.now() : null
    await db
      .update(orders)
      .set({ packedAt, version: sql`${orders.version} + 1` })
      .where(eq(orders.id, orderId))
    const note = { code: isPacked ? 'packed' : 'unpacked' } as const
    await noteEvent(db, orderId, { from: status, to: status, note, byUser: actor.userId })
    const undo = isPacked ? await awaitUndo(shop, db, order, { email: null }) : null
    await auditOrder(db, actor, order, {
      action: 'edited',
      before: { packedAt: order.packedAt },
      after: { packedAt },
    })
    return { ...done, wasSo: false, undo }
  })

/** Whether every unit of a locked order that goes into the parcel is available and in the parcel. */
async function checkLines(db: Tx, { id, orderNumber }: Order, lines: Packing['lines']) {
  const owed = await listOwedLines(db, id)
  if (owed.length > 0)
    return { ok: false, reason: 'order-preorder-owed', orderNumber, lines: owed } as const
  const parcels = await listShipments(db, [id])
  const rest = unitsLeft(await listLinesToSend(db, id), lines === 'all' ? parcels : [])
  if (lines !== 'all') {
    const count = rest.filter((line) => line.left > 0 && !lines.includes(line.id)).length
    return count === 0
      ? ({ ok: true } as const)
      : ({ ok: false, reason: 'not-all-picked', orderNumber, count } as const)
  }
  if (parcels.length === 0) return { ok: true } as const
  const left = rest.reduce((sum, line) => sum + line.left, 0)
  return { ok: false, reason: 'order-in-parcels', orderNumber, to: 'processing', left } as const
}
