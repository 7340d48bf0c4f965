import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  deliveryBookingLines,
  deliveryBookings,
  deliveryLines,
  products,
  variants,
} from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { unreceiveMany } from '../stock/receive-many.ts'
import { reasonOf } from './book-delivery.ts'
import { deliveryInLog, lockDelivery, nameOf, putState } from './change-delivery.ts'

/**
 * Reverses a booking by mirror rows in the ledger, once. Its quantities return to the delivery, to be corrected and
 * booked again. Refuses when some of its units were sold since.
 */
export const reverseBooking = (
  db: Db,
  actor: Actor,
  id: string,
  bookingId: string,
): Promise<
  { ok: true } | Refusal<'not-found' | 'delivery-done' | 'booking-reversed' | 'delivery-sold'>
> =>
  transact(db, async (db) => {
    const done = await listDone(db, actor, 'delivery', id)
    if (done.some(({ action }) => action === 'taken back')) return { ok: true }
    const locked = await lockDelivery(db, id, 'reverse')
    if (!locked.ok) return locked
    const [booking] = await db
      .update(deliveryBookings)
      .set({ reversedAt: sql`now()`, reversedBy: actor.userId })
      .where(
        and(
          eq(deliveryBookings.id, bookingId),
          eq(deliveryBookings.deliveryId, id),
          isNull(deliveryBookings.reversedAt),
        ),
      )
      .returning({ id: deliveryBookings.id })
    if (!booking) return { ok: false, reason: 'booking-reversed' }
    const booked = await db
      .select()
      .from(deliveryBookingLines)
      .where(eq(deliveryBookingLines.bookingId, bookingId))
    const reason = await reasonOf(db, locked.delivery.id)
    const taken = await unreceiveMany(db, booked, { byUser: actor.userId, reason })
    if (!taken.ok) {
      const [short] = await db
        .select({ product: products.name, size: variants.size, color: variants.color })
        .from(variants)
        .innerJoin(products, eq(products.id, variants.productId))
        .where(inArray(variants.id, [taken.variantId]))
      const product = short ? nameOf(short) : ''
      return { ok: false, reason: 'delivery-sold', product, available: taken.available }
    }
    await db.execute(sql`
      update ${deliveryLines} l set received = l.received - b.quantity, arriving = l.arriving + b.quantity
      from ${deliveryBookingLines} b
      where b.booking_id = ${bookingId}::uuid and l.delivery_id = ${id}::uuid and l.variant_id = b.variant_id`)
    const state = await putState(db, id)
    await recordAudit(db, actor, {
      ...deliveryInLog(locked.delivery),
      action: 'taken back',
      before: { state: locked.delivery.state },
      after: { state, units: booked.reduce((sum, { quantity }) => sum + quantity, 0) },
    })
    return { ok: true }
  })
