import { eq } from 'drizzle-orm'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { isPickup } from '../../../rules/messages/checkout/delivery.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isForRider, LONGEST_RIDER } from '../../../rules/orders/rider-link.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { listOwedLines, noteEvent } from '../change-order.ts'
import { lockOrder } from '../read-order.ts'
import { listShipments } from '../shipments/list-shipments.ts'
import { auditOrder } from '../staff/audit-order.ts'

/**
 * Staff make the link for whoever delivers the parcel; earlier links end. `link`: the version that the form showed.
 */
export const makeRiderLink = (
  { db, now }: Pick<Shop, 'db' | 'now'>,
  actor: Actor,
  { orderId, link, rider: typed }: { orderId: string; link: number; rider: string },
): Promise<
  | { ok: true; orderNumber: string; rider: string }
  | Refusal<'not-found' | 'rider-bad' | 'rider-not-due' | 'rider-owed' | 'edited-meanwhile'>
> =>
  transact(db, async (db) => {
    const rider = typed.replace(/\s+/g, ' ').trim()
    if (rider === '' || Array.from(rider).length > LONGEST_RIDER)
      return { ok: false, reason: 'rider-bad' }
    const order = await lockOrder(db, orderId)
    if (!order) return { ok: false, reason: 'not-found' }
    const { orderNumber, status, riderLinkVersion } = order
    // The same press again after a lost response: a new link would end the one that was already passed on.
    if ((await listDone(db, actor, 'order', orderId)).length > 0)
      return order.riderName === rider
        ? { ok: true, orderNumber, rider }
        : { ok: false, reason: 'edited-meanwhile' }
    if (!isForRider(order) || isPickup(order)) return { ok: false, reason: 'rider-not-due' }
    if (riderLinkVersion !== link) return { ok: false, reason: 'edited-meanwhile' }
    // Nobody could hand the parcel over by the link.
    const isOwed = (await listOwedLines(db, orderId)).length > 0
    if (isOwed && (await listShipments(db, [orderId])).length === 0)
      return { ok: false, reason: 'rider-owed' }
    const made = { riderLinkVersion: riderLinkVersion + 1, riderLinkAt: now(), riderName: rider }
    await db.update(orders).set(made).where(eq(orders.id, orderId))
    const note = { code: 'rider-link', rider } as const
    await noteEvent(db, orderId, { from: status, to: status, note, byUser: actor.userId })
    await auditOrder(db, actor, order, {
      action: 'edited',
      before: { riderLink: riderLinkVersion },
      after: { riderLink: made.riderLinkVersion },
    })
    return { ok: true, orderNumber, rider }
  })
