import { eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { shifts, tills } from '../../../db/tables.server.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { type Doubt, isOfShift, NOT_OF_SHIFT, type Origin } from '../events/event-origin.ts'

const CLOCK_GRACE_MS = 10 * 60_000

type ShiftDoubt =
  | 'shift-unknown'
  | 'shift-counted'
  | 'before-shift'
  | 'shift-abandoned'
  | 'till-retired'

/**
 * Locks the shift that a sale or return names, with its till: the shift cannot be counted before the sale
 * or return is written.
 */
export async function lockShift(db: Tx, shiftId: string) {
  const [shift] = await db
    .select({
      ...columnsOf(shifts, 'id', 'tillId', 'openedBy', 'openedAt', 'closedAt', 'receivedAt'),
      retiredAt: tills.retiredAt,
      isCounted: sql<boolean>`${shifts.counted} is not null`,
      abandonedAt: shifts.abandonedAt,
    })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(eq(shifts.id, shiftId))
    .for('key share', { of: shifts })
  return shift
}

/** The shift and the till of a sale. A shift that is counted gets no more sales. */
export async function findPlace(
  db: Tx,
  origin: Origin,
  { shiftId, at }: CashSale,
): Promise<{
  shiftId: string | null
  tillId: string | null
  openedAt?: Date
  doubt: Doubt | null
}> {
  const shift = await lockShift(db, shiftId)
  const unknown = (code: ShiftDoubt): Doubt => ({ reason: 'shift-unknown', note: { code } })
  if (!shift) return { shiftId: null, tillId: origin.tillId, doubt: unknown('shift-unknown') }
  if (!isOfShift(origin, shift))
    return { shiftId: null, tillId: origin.tillId, doubt: NOT_OF_SHIFT }
  const { tillId, openedAt } = shift
  if (shift.isCounted) return { shiftId: null, tillId, openedAt, doubt: unknown('shift-counted') }
  const isBefore = new Date(at).getTime() < openedAt.getTime() - CLOCK_GRACE_MS
  const doubt = isBefore
    ? unknown('before-shift')
    : shift.abandonedAt
      ? unknown('shift-abandoned')
      : shift.retiredAt
        ? unknown('till-retired')
        : null
  return { shiftId: shift.id, tillId, openedAt, doubt }
}
