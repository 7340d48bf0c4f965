import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { shifts, tills } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Reason, Refusal } from '../../../rules/messages/refusals.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { endReservesOfShift } from '../../credit/reserves/end-reserves.ts'
import { findOpenShift, isCalled, lockNames, tillInLog } from './claim-till.ts'
import { noteLeft } from './devices.ts'

type CloseResult = { ok: true } | Refusal<'not-found' | 'shift-closed-already'>

/**
 * Closes a shift that nobody at its till will close. Its drawer stays uncounted; what the till still sends for the
 * shift is recorded and put under review.
 */
export const closeAbandonedShift = (db: Db, actor: Actor, shiftId: string): Promise<CloseResult> =>
  transact(db, async (db) => {
    const [shift] = await db
      .select({ closedAt: shifts.closedAt, till: tills.name })
      .from(shifts)
      .innerJoin(tills, eq(tills.id, shifts.tillId))
      .where(eq(shifts.id, shiftId))
      .for('update', { of: shifts })
    if (!shift) return { ok: false, reason: 'not-found' }
    if (shift.closedAt)
      return (await listDone(db, actor, 'shift', shiftId)).length > 0
        ? { ok: true }
        : { ok: false, reason: 'shift-closed-already' }
    await db
      .update(shifts)
      .set({
        // A till's clock may be ahead of the server's by a permitted amount.
        closedAt: sql`greatest(now(), ${shifts.openedAt})`,
        closedBy: actor.userId,
        abandonedAt: sql`now()`,
      })
      .where(eq(shifts.id, shiftId))
    await endReservesOfShift(db, shiftId, actor.userId)
    await recordAudit(db, actor, {
      action: 'shift closed',
      entity: 'shift',
      entityId: shiftId,
      label: shift.till,
      after: { countedTotal: null, inBackOffice: true },
    })
    return { ok: true }
  })

type Till = typeof tills.$inferSelect
type Named<R extends Reason> = { ok: true; name: string } | Refusal<'not-found'> | Refusal<R>

/**
 * Runs an act on a locked till. A device that claims the till at the same moment does so before the
 * act, or sees its result.
 */
const actOn = <R extends Reason>(
  db: Db,
  tillId: string,
  act: (db: Tx, till: Till) => Promise<Named<R>>,
): Promise<Named<R>> =>
  transact(db, async (db) => {
    await lockNames(db)
    const [till] = await db.select().from(tills).where(eq(tills.id, tillId)).for('update')
    return till ? act(db, till) : { ok: false, reason: 'not-found' }
  })

/** Retires a till: its device loses it. Its sales and shifts are kept. */
export const retireTill = (db: Db, actor: Actor, tillId: string) =>
  actOn<'till-has-shift'>(db, tillId, async (db, till) => {
    if (till.retiredAt) return { ok: true, name: till.name }
    if (await findOpenShift(db, tillId)) return { ok: false, reason: 'till-has-shift' }
    await db
      .update(tills)
      .set({ retiredAt: sql`now()`, deviceId: null })
      .where(eq(tills.id, tillId))
    if (till.deviceId) await noteLeft(db, till.deviceId)
    await recordAudit(db, actor, {
      ...tillInLog(till),
      action: 'archived',
      before: { device: till.deviceId },
    })
    return { ok: true, name: till.name }
  })

/** Puts a retired till into use again, unless another till has its name. */
export const restoreTill = (db: Db, actor: Actor, tillId: string) =>
  actOn<'till-name-taken'>(db, tillId, async (db, till) => {
    if (!till.retiredAt) return { ok: true, name: till.name }
    if ((await db.$count(tills, isCalled(till.name))) > 0)
      return { ok: false, reason: 'till-name-taken' }
    await db.update(tills).set({ retiredAt: null }).where(eq(tills.id, tillId))
    await recordAudit(db, actor, { ...tillInLog(till), action: 'restored' })
    return { ok: true, name: till.name }
  })
