import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { tillName } from '../../../db/names.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { shiftCash, shifts, tills } from '../../../db/tables.server.ts'
import { mayRunShop } from '../../../rules/accounts/roles.ts'
import type { UnreadReason } from '../../../rules/messages/till/event-problems.ts'
import { countedTotal } from '../../../rules/till/till-cash.ts'
import type {
  CashMoved,
  Received,
  ShiftClosed,
  ShiftOpened,
} from '../../../rules/till/till-events.ts'
import { TILL } from '../../../shop-tills.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { endReservesOfShift } from '../../credit/reserves/end-reserves.ts'
import { originFacts } from '../events/audit-doubts.ts'
import { notAfter, type Origin, originColumns } from '../events/event-origin.ts'
import { readShiftFigures } from './read-shift-figures.ts'

/** An event that cannot be placed: it is kept as it came, for a person. */
export type Unplaced = { why: UnreadReason }
type Recorder<E> = (db: Tx, origin: Origin, event: E, now: Date) => Promise<Received | Unplaced>

const because = (code: ShiftProblem): Unplaced => ({ why: { code } })
type ShiftProblem =
  | 'till-unknown'
  | 'till-retired'
  | 'device-left'
  | 'shift-unknown'
  | 'shift-counted'
  | 'shift-closed'
const received = (id: string): Received => ({ id, number: null, reviewReasons: [] })

/** Opens a shift. A till has one open shift: a shift that was left open is closed here without a count. */
export const recordShiftOpened: Recorder<ShiftOpened> = async (db, origin, event, now) => {
  const [till] = await db.select().from(tills).where(eq(tills.id, event.tillId)).for('update')
  if (!till) return because('till-unknown')
  if ((await db.$count(shifts, eq(shifts.id, event.id))) > 0) return received(event.id)
  if (till.retiredAt) return because('till-retired')
  const { signer } = origin
  // Checked under the lock: otherwise it would end the shift of the device that took the till over.
  if (signer?.tillId === till.id && signer.deviceId !== till.deviceId) return because('device-left')
  const openedAt = notAfter(event.at, now)
  const [open] = await db
    .select({ id: shifts.id, openedAt: shifts.openedAt })
    .from(shifts)
    .where(and(eq(shifts.tillId, till.id), isNull(shifts.closedAt)))
  // A shift that was opened before the till's open one but arrives later: it is recorded as already closed.
  const isLate = open !== undefined && open.openedAt > openedAt
  const abandoned = {
    closedAt: isLate ? open.openedAt : openedAt,
    closedBy: origin.userId,
    ending: 'another-opened' as const,
  }
  if (open && !isLate) {
    await db.update(shifts).set(abandoned).where(eq(shifts.id, open.id))
    await endReservesOfShift(db, open.id, origin.userId)
  }
  if (!isLate) await endLeftOpen(db, origin, openedAt)
  await db.insert(shifts).values({
    id: event.id,
    tillId: till.id,
    openedBy: origin.userId,
    ...originColumns(origin),
    openedAt,
    openingFloat: event.float,
    // Not the start of the transaction, because the device before this one may have left since.
    receivedAt: sql`clock_timestamp()`,
    ...(isLate ? abandoned : {}),
  })
  return received(event.id)
}

/**
 * A person may have only so many shifts open. Ends the excess, so that one more fits; first those whose tills
 * reported least recently. Nothing is refused, because what was sold there has left the shop; what still comes for
 * them is put under review.
 */
async function endLeftOpen(db: Tx, { userId, role, sender }: Origin, openedAt: Date) {
  // Two shifts that one person opens at once at two tills are counted one after the other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 6))`)
  const most = TILL.openShifts[mayRunShop(role) ? 'admin' : 'cashier']
  const excess = db
    .select({ id: shifts.id })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(and(eq(shifts.openedBy, userId), isNull(shifts.closedAt)))
    .orderBy(desc(sql`coalesce(${tills.lastSeenAt}, ${shifts.receivedAt})`), desc(shifts.id))
    .offset(most - 1)
  const ended = await db
    .update(shifts)
    .set({
      closedAt: sql`greatest(${openedAt.toISOString()}::timestamptz, ${shifts.openedAt})`,
      closedBy: userId,
      abandonedAt: sql`clock_timestamp()`,
      ending: 'too-many-open',
    })
    .where(inArray(shifts.id, excess))
    .returning({ id: shifts.id, till: tillName(shifts.tillId) })
  for (const { id, till } of ended) {
    await endReservesOfShift(db, id, userId)
    await recordAudit(db, sender, {
      action: 'shift closed',
      entity: 'shift',
      entityId: id,
      label: till,
      after: { countedTotal: null, openedTooMany: true },
    })
  }
}

/** Records cash put into a drawer or taken out of it, once however often the till sends it. */
export const recordCashMoved: Recorder<CashMoved> = async (db, origin, event, now) => {
  if ((await db.$count(shiftCash, eq(shiftCash.id, event.id))) > 0) return received(event.id)
  const [shift] = await db
    .select({ id: shifts.id, counted: shifts.counted, closedAt: shifts.closedAt })
    .from(shifts)
    .where(eq(shifts.id, event.shiftId))
    .for('key share')
  if (!shift) return because('shift-unknown')
  // After the count, a move would falsify the variance.
  if (shift.counted) return because('shift-counted')
  if (shift.closedAt) return because('shift-closed')
  await db
    .insert(shiftCash)
    .values({
      id: event.id,
      shiftId: shift.id,
      byUser: origin.userId,
      ...originColumns(origin),
      amount: event.amount,
      reason: event.reason,
      at: notAfter(event.at, now),
    })
    .onConflictDoNothing()
  return received(event.id)
}

/** Closes a shift with its count, beside what the drawer should hold by all that has come in so far. */
export const recordShiftClosed: Recorder<ShiftClosed> = async (db, origin, event, now) => {
  const [shift] = await db
    .select({
      ...columnsOf(shifts, 'id', 'openingFloat', 'counted', 'note'),
      till: tillName(shifts.tillId),
    })
    .from(shifts)
    .where(eq(shifts.id, event.shiftId))
    .for('update')
  if (!shift) return because('shift-unknown')
  // Sent again: nothing to do. A shift that was closed without a count still gets its count.
  if (shift.counted) return received(event.id)
  if (origin.signer?.leftAt) return because('device-left')
  const counted = countedTotal(event.counted)
  const figures = (await readShiftFigures(db, [{ ...shift, countedTotal: counted }])).get(shift.id)
  const expected = figures?.expected ?? null
  await db
    .update(shifts)
    .set({
      closedAt: notAfter(event.at, now),
      closedBy: origin.userId,
      counted: event.counted,
      countedTotal: counted,
      expectedTotal: expected,
      closingFigures: figures ?? null,
      note: [shift.note, event.note].filter(Boolean).join(' ') || null,
    })
    .where(eq(shifts.id, shift.id))
  await endReservesOfShift(db, shift.id, origin.userId)
  await recordAudit(db, origin.sender, {
    action: 'shift closed',
    entity: 'shift',
    entityId: shift.id,
    label: shift.till,
    after: { countedTotal: counted, expectedTotal: expected, ...originFacts(origin) },
  })
  return received(event.id)
}
