import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  deliveries,
  deliveryBookingLines,
  deliveryBookings,
  deliveryLines,
  suppliers,
} from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { deliveryName } from '../../rules/messages/purchasing/words.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { DeliveryConflict, DeliveryEdit } from '../../rules/purchasing/delivery-form.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { setPrices } from '../catalogue/edit/set-prices.ts'
import { lockProductsOf } from '../stock/lock-products.ts'
import { receiveMany } from '../stock/receive-many.ts'
import { deliveryInLog, lockDelivery, nameOf, putState, saveLines } from './change-delivery.ts'
import { listDeliveryLines } from './read-deliveries.ts'

/** The reason in the ledger's rows: `D-12, Lilongwe Textiles`. */
export async function reasonOf(db: Tx, id: string) {
  const [head] = await db
    .select({ number: deliveries.number, supplier: suppliers.name })
    .from(deliveries)
    .leftJoin(suppliers, eq(suppliers.id, deliveries.supplierId))
    .where(eq(deliveries.id, id))
  return [head && deliveryName(head.number), head?.supplier].filter(Boolean).join(', ')
}

/**
 * Books what has arrived into stock in one step, through the stock's one door, once however often the form is sent.
 * Refuses when another device changed what this form changed as well, with both values (`conflicts`), and when it typed
 * quantities that this form did not show, so that they are looked at first.
 * `keepCosts`: unit costs become the products' cost prices.
 */
export const bookDelivery = (
  db: Db,
  actor: Actor,
  id: string,
  edit: DeliveryEdit,
  keepCosts: boolean,
): Promise<
  | { ok: true; units: number; given: number; bookingId: string | null }
  | Refusal<'not-found' | 'delivery-done' | 'delivery-edited' | 'delivery-empty' | 'delivery-gone'>
  | (Refusal<'edited-meanwhile'> & { version: number; conflicts: DeliveryConflict[] })
> =>
  transact(db, async (db) => {
    const done = (await listDone(db, actor, 'delivery', id)).find(
      ({ action }) => action === 'stock received',
    )
    if (done) return { ok: true, units: Number(done.after?.['units']), given: 0, bookingId: null }
    const locked = await lockDelivery(db, id, 'book')
    if (!locked.ok) return locked
    const conflicts = await saveLines(db, actor, locked.delivery, edit)
    const lines = await listDeliveryLines(db, id)
    const arriving = lines.filter((line) => line.arriving > 0)
    if (conflicts.length > 0) {
      const { version } = locked.delivery
      return { ok: false, reason: 'edited-meanwhile', version, conflicts }
    }
    if (arriving.some((line) => edit.units.get(line.id)?.is !== line.arriving))
      return { ok: false, reason: 'delivery-edited' }
    if (arriving.length === 0) return { ok: false, reason: 'delivery-empty' }

    const moved = arriving.map((line) => ({ variantId: line.variantId, quantity: line.arriving }))
    // Locked first, so that the check below sees a size that is removed from its product at this moment.
    await lockProductsOf(
      db,
      moved.map(({ variantId }) => variantId),
    )
    const gone = (await listDeliveryLines(db, id)).find((line) => line.arriving > 0 && line.isGone)
    if (gone) return { ok: false, reason: 'delivery-gone', product: nameOf(gone) }

    const reason = await reasonOf(db, id)
    const { given } = await receiveMany(db, moved, { byUser: actor.userId, reason })
    const [booking] = await db
      .insert(deliveryBookings)
      .values({ deliveryId: id, byUser: actor.userId })
      .returning({ id: deliveryBookings.id })
    if (!booking) throw new Error('the booking was not written')
    await db.execute(sql`
      insert into ${deliveryBookingLines} (booking_id, variant_id, quantity, unit_cost)
      select ${booking.id}::uuid, variant_id, arriving, unit_cost from ${deliveryLines}
      where delivery_id = ${id}::uuid and arriving > 0`)
    await db
      .update(deliveryLines)
      .set({ received: sql`${deliveryLines.received} + ${deliveryLines.arriving}`, arriving: 0 })
      .where(eq(deliveryLines.deliveryId, id))
    if (keepCosts)
      for (const { productId, unitCost } of arriving)
        if (unitCost !== null) await setPrices(db, actor, productId, { costPrice: unitCost })
    await putState(db, id)
    const units = moved.reduce((sum, { quantity }) => sum + quantity, 0)
    await recordAudit(db, actor, {
      ...deliveryInLog(locked.delivery),
      action: 'stock received',
      after: {
        units,
        lines: arriving.map((line) => `${nameOf(line)}: ${line.arriving}`),
        ...(given > 0 && { givenToPreorders: given }),
      },
    })
    return { ok: true, units, given, bookingId: booking.id }
  })
