import { asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { shiftCash, shifts, tills, users } from '../../../db/tables.server.ts'
import { mayRunShop, type Role } from '../../../rules/accounts/roles.ts'
import { type ShiftFigures, withCredit } from '../../../rules/till/till-cash.ts'
import { readShiftFigures } from './read-shift-figures.ts'

const MOST_MOVES = 500
const closers = alias(users, 'closers')

/**
 * A shift with the figures of its Z report, current and as they were at the count, in kwacha; undefined
 * when none has this id.
 */
export async function readShift(db: Db, id: string) {
  const [shift] = await db
    .select({
      id: shifts.id,
      till: { id: tills.id, name: tills.name, lastSeenAt: tills.lastSeenAt },
      openedAt: shifts.openedAt,
      openedBy: { id: users.id, name: users.name },
      openingFloat: shifts.openingFloat,
      closedAt: shifts.closedAt,
      closedBy: { id: closers.id, name: closers.name },
      counted: shifts.counted,
      countedTotal: shifts.countedTotal,
      /** What the drawer should have held by what had come in at the count; more may have come since. */
      expectedWhenCounted: shifts.expectedTotal,
      ...columnsOf(shifts, 'ending', 'note', 'abandonedAt', 'closingFigures'),
    })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .innerJoin(users, eq(users.id, shifts.openedBy))
    .leftJoin(closers, eq(closers.id, shifts.closedBy))
    .where(eq(shifts.id, id))
  if (!shift) return undefined
  const [figures, moves] = await Promise.all([
    readShiftFigures(db, [shift]),
    db
      .select({
        ...columnsOf(shiftCash, 'id', 'at', 'amount', 'reason'),
        by: personName(shiftCash.byUser),
      })
      .from(shiftCash)
      .where(eq(shiftCash.shiftId, id))
      .orderBy(asc(shiftCash.at), asc(shiftCash.id))
      .limit(MOST_MOVES),
  ])
  const own = figures.get(id)
  if (!own) throw new Error('no figures')
  const { closingFigures, ...rest } = shift
  const atClose = closingFigures && withCredit(closingFigures)
  const names = await readNames(
    db,
    [own, atClose].flatMap((one) => one?.byCashier.map(({ cashierId }) => cashierId) ?? []),
  )
  const named = (one: ShiftFigures) => ({
    ...one,
    byCashier: one.byCashier.map((row) => ({ ...row, name: names.get(row.cashierId) ?? '' })),
  })
  return { ...rest, figures: named(own), atClose: atClose && named(atClose), moves }
}
export type ShiftReport = NonNullable<Awaited<ReturnType<typeof readShift>>>

async function readNames(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * The Z report for a person at a till. Admins see every one; a cashier sees a shift that they opened or closed, once
 * it is closed, because the count is blind. Undefined otherwise.
 */
export async function readOwnShift(
  db: Db,
  who: { userId: string; role: Role },
  id: string,
): Promise<ShiftReport | undefined> {
  const shift = await readShift(db, id)
  if (!shift || mayRunShop(who.role)) return shift
  const isOwn = shift.openedBy.id === who.userId || shift.closedBy?.id === who.userId
  return isOwn && shift.closedAt ? shift : undefined
}
