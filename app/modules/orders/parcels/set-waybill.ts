import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orders } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_WAYBILL } from '../../../rules/orders/orders.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { lockOrder, type Order } from '../read-order.ts'
import { auditOrder } from '../staff/audit-order.ts'
import { findMove } from '../undo/notify-moved.ts'

const WAYBILL = new RegExp(`^[\\p{L}\\p{N} ./#-]{1,${LONGEST_WAYBILL}}$`, 'u')

/** Reads a typed waybill: null when blank, undefined when it is invalid. */
export function readWaybill(typed: string): string | null | undefined {
  const waybill = typed.replace(/\s+/g, ' ').trim() || null
  return waybill === null || WAYBILL.test(waybill) ? waybill : undefined
}

/**
 * Staff set the courier's waybill of an order; a blank text removes it. When the order is shipped already, its
 * customer gets an email, because the one about the shipping had no waybill.
 */
export const setWaybill = (
  shop: Pick<Services, 'db' | 'jobs' | 'config'>,
  actor: Actor,
  { orderId, version, waybill: typed }: { orderId: string; version: number; waybill: string },
): Promise<
  { ok: true; orderNumber: string } | Refusal<'not-found' | 'waybill-bad' | 'edited-meanwhile'>
> =>
  transact(shop.db, async (db) => {
    const waybill = readWaybill(typed)
    if (waybill === undefined) return { ok: false, reason: 'waybill-bad' }
    const order = await lockOrder(db, orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const { orderNumber, waybill: before } = order
    if (before === waybill) return { ok: true, orderNumber }
    if (order.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    await noteWaybill(shop, db, actor, order, waybill)
    return { ok: true, orderNumber }
  })

/** Sets or removes the waybill of a locked order. */
export async function noteWaybill(
  shop: Pick<Services, 'jobs' | 'config'>,
  db: Tx,
  actor: Actor,
  order: Order,
  waybill: string | null,
) {
  await db
    .update(orders)
    .set({ waybill, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
  await auditOrder(db, actor, order, {
    action: 'edited',
    before: { waybill: order.waybill },
    after: { waybill },
  })
  // The email about the shipping may still be waiting, and then includes the waybill.
  const isNotified = (await findMove(db, order.id))?.email !== 'shipped'
  if (waybill !== null && order.status === 'shipped' && isNotified)
    await notifyCustomer(shop, db, { ...order, waybill }, 'waybill')
}
