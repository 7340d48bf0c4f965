import { eq, sql } from 'drizzle-orm'
import { orders, shipments } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { readWaybill } from '../parcels/set-waybill.ts'
import { findMove } from '../undo/notify-moved.ts'
import { lockParcel, type SeenParcel } from './follow-shipment.ts'
import { auditParcel } from './send-shipment.ts'

/**
 * Staff set or correct the courier's waybill of a parcel; a blank text removes it. The customer sees it with the
 * parcel, and gets an email unless the parcel has arrived or its own email is still waiting, which then includes it.
 * Refuses when the order has changed since the person saw it. Does nothing when the waybill is the same.
 */
export const setParcelWaybill = (
  shop: Pick<Services, 'db' | 'jobs' | 'config'>,
  actor: Actor,
  { waybill: typed, ...asked }: SeenParcel & { waybill: string },
): Promise<
  | { ok: true; orderNumber: string; number: number }
  | Refusal<'not-found' | 'waybill-bad' | 'edited-meanwhile'>
> =>
  transact(shop.db, async (db) => {
    const waybill = readWaybill(typed)
    if (waybill === undefined) return { ok: false, reason: 'waybill-bad' }
    const found = await lockParcel(db, asked)
    if (!found.ok) return found
    const { order, one, isSeen } = found
    if (!one || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const done = { ok: true as const, orderNumber: order.orderNumber, number: one.number }
    if (one.waybill === waybill) return done
    if (!isSeen) return { ok: false, reason: 'edited-meanwhile' }
    const move = await findMove(db, order.id)
    const isWaiting = move?.shipmentId === one.id
    await db.update(shipments).set({ waybill }).where(eq(shipments.id, one.id))
    await db
      .update(orders)
      .set({ version: sql`${orders.version} + 1` })
      .where(eq(orders.id, order.id))
    await auditParcel(
      db,
      actor,
      order,
      { parcel: one.number, waybill },
      { parcel: null, waybill: one.waybill },
    )
    if (waybill !== null && one.deliveredAt === null && !isWaiting) {
      const { courierName } = one
      await notifyCustomer(shop, db, { ...order, courierName, waybill }, 'waybill')
    }
    return done
  })
