import { and, desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import { deleteOlder } from '../../../db/older-than.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { orderStaffNotes } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_STAFF_NOTE } from '../../../rules/orders/order-staff.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'
import { listDone } from '../../audit/list-done.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { lockOrder } from '../read-order.ts'
import { auditOrder } from './audit-order.ts'

/** Staff add a note to an order that only staff read. The log says that they did, not what. */
export const addStaffNote = (
  db: Db,
  actor: Actor,
  { orderId, text }: { orderId: string; text: string },
): Promise<{ ok: true } | Refusal<'not-found' | 'staff-note-bad' | 'edited-meanwhile'>> =>
  transact(db, async (db) => {
    if (text === '' || Array.from(text).length > LONGEST_STAFF_NOTE)
      return { ok: false, reason: 'staff-note-bad' }
    const order = await lockOrder(db, orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    // This press has already added a note; only the response was lost.
    if ((await listDone(db, actor, 'order', orderId)).length > 0) {
      const [last] = await db
        .select()
        .from(orderStaffNotes)
        .where(and(eq(orderStaffNotes.orderId, orderId), eq(orderStaffNotes.byUser, actor.userId)))
        .orderBy(desc(orderStaffNotes.id))
        .limit(1)
      return last?.text === text ? { ok: true } : { ok: false, reason: 'edited-meanwhile' }
    }
    await db.insert(orderStaffNotes).values({ orderId, text, byUser: actor.userId })
    await auditOrder(db, actor, order, {
      action: 'edited',
      after: { staffNote: 'added' },
    })
    return { ok: true }
  })

const MOST = 100

/** The staff's notes on an order, newest first, at most 100. */
export const listStaffNotes = (db: Db, orderId: string) =>
  db
    .select({
      ...columnsOf(orderStaffNotes, 'id', 'text', 'createdAt'),
      by: personName(orderStaffNotes.byUser),
    })
    .from(orderStaffNotes)
    .where(eq(orderStaffNotes.orderId, orderId))
    .orderBy(desc(orderStaffNotes.id))
    .limit(MOST)

/** Deletes a batch of notes past the retention time of messages; returns how many. */
export const deleteOldStaffNotes = (db: Db, limit: number) =>
  deleteOlder(db, orderStaffNotes, RETENTION.orderMessages, limit)
