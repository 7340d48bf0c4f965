import { asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { shifts, tills } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { lostBefore } from '../till/shifts/out-of-touch.ts'
import { readShiftFigures, SHIFT_COLUMNS } from '../till/shifts/read-shift-figures.ts'
import { startOf } from './shop-days.ts'

const MOST_SHOWN = 20

/**
 * Open shifts and shifts closed today, open ones first, at most 20, with their figures as far as they are known.
 * `isAway`: an open till has been out of touch for more than a minute, so it may have sales that the shop does not
 * know yet.
 */
export async function readTills({ db, now }: Pick<Shop, 'db' | 'now'>) {
  const rows = await db
    .select({
      ...SHIFT_COLUMNS,
      lastSeenAt: sql<Date>`coalesce(${tills.lastSeenAt}, ${shifts.receivedAt})`.mapWith(
        tills.lastSeenAt,
      ),
    })
    .from(shifts)
    .innerJoin(tills, eq(tills.id, shifts.tillId))
    .where(or(isNull(shifts.closedAt), gte(shifts.closedAt, startOf('day', now()))))
    .orderBy(sql`${shifts.closedAt} desc nulls first`, asc(shifts.openedAt), desc(shifts.id))
    .limit(MOST_SHOWN)
  const figures = await readShiftFigures(db, rows)
  return rows.map(({ lastSeenAt, ...row }) => {
    const isAway = row.closedAt === null && lastSeenAt < lostBefore(now())
    const own = figures.get(row.id)
    const { sales = 0, amount = 0, refunds = 0, creditRefunds = 0, variance = null } = own ?? {}
    const net = amount - refunds - creditRefunds
    return { ...row, isAway, lastSeenAt, sales, amount: net, variance }
  })
}
export type TillShift = Awaited<ReturnType<typeof readTills>>[number]
