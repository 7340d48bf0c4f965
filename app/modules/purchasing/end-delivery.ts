import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { deliveries, deliveryBookings, deliveryLines } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { DELIVERY_ACTS, type DeliveryState } from '../../rules/purchasing/deliveries.ts'
import type { DeliveryEdit } from '../../rules/purchasing/delivery-form.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { deliveryInLog, lockDelivery, putState, saveLines } from './change-delivery.ts'

type Done = { ok: true } | Refusal<'not-found' | 'delivery-done'>

/** Marks a delivery as expected with the typed quantities; it arrives later, perhaps in parts. */
export const expectDelivery = (
  db: Db,
  actor: Actor,
  id: string,
  edit: DeliveryEdit,
): Promise<
  { ok: true; conflicts: number } | Refusal<'not-found' | 'delivery-done' | 'delivery-empty'>
> =>
  transact(db, async (db) => {
    const done = await listDone(db, actor, 'delivery', id)
    if (done.some(({ action }) => action === 'status changed')) return { ok: true, conflicts: 0 }
    const locked = await lockDelivery(db, id, 'expect')
    if (!locked.ok) return locked
    const { length: conflicts } = await saveLines(db, actor, locked.delivery, edit)
    await db
      .update(deliveryLines)
      .set({ expected: deliveryLines.arriving, arriving: 0 })
      .where(eq(deliveryLines.deliveryId, id))
    const state = await putState(db, id)
    if (state !== 'open') return { ok: false, reason: 'delivery-empty' }
    await auditState(db, actor, locked.delivery, state)
    return { ok: true, conflicts }
  })

/** Closes a delivery; quantities that have not arrived are no longer expected. */
export const closeDelivery = (db: Db, actor: Actor, id: string): Promise<Done> =>
  transact(db, async (db) => {
    const done = await listDone(db, actor, 'delivery', id)
    if (done.some(({ action }) => action === 'status changed')) return { ok: true }
    const locked = await lockDelivery(db, id, 'close')
    if (!locked.ok) return locked
    const state = DELIVERY_ACTS.close.to
    await db
      .update(deliveries)
      .set({ state, version: sql`${deliveries.version} + 1` })
      .where(eq(deliveries.id, id))
    await auditState(db, actor, locked.delivery, state)
    return { ok: true }
  })

const auditState = (
  db: Tx,
  actor: Actor,
  delivery: Parameters<typeof deliveryInLog>[0] & { state: DeliveryState },
  state: DeliveryState,
) =>
  recordAudit(db, actor, {
    ...deliveryInLog(delivery),
    action: 'status changed',
    before: { state: delivery.state },
    after: { state },
  })

/** Deletes a draft of which nothing was ever booked. */
export const discardDelivery = (db: Db, actor: Actor, id: string): Promise<Done> =>
  transact(db, async (db) => {
    if ((await listDone(db, actor, 'delivery', id)).some(({ action }) => action === 'deleted'))
      return { ok: true }
    const locked = await lockDelivery(db, id, 'discard')
    if (!locked.ok) return locked
    const booked = await db
      .select({ id: deliveryBookings.id })
      .from(deliveryBookings)
      .where(eq(deliveryBookings.deliveryId, id))
      .limit(1)
    if (booked.length > 0) return { ok: false, reason: 'delivery-done' }
    await db.delete(deliveries).where(eq(deliveries.id, id))
    await recordAudit(db, actor, { ...deliveryInLog(locked.delivery), action: 'deleted' })
    return { ok: true }
  })
