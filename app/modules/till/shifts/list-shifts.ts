import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { shifts, tills } from '../../../db/tables.server.ts'
import type { Direction, Page } from '../../../rules/lists.ts'
import type { ShiftState } from '../../../rules/till/till-cash.ts'
import { TIME_ZONE } from '../../../shop.ts'
import { isOutOfTouch } from './out-of-touch.ts'
import { readShiftFigures, SHIFT_COLUMNS } from './read-shift-figures.ts'

export const SHIFT_SORTS = ['-opened'] as const
export type ShiftSort = 'opened'

export type ShiftsQuery = {
  till: string | null
  state: ShiftState | null
  /** Days on which the shift was opened, in the shop's time zone, both included: `2026-11-20`. */
  from: string | null
  to: string | null
  direction: Direction
  after: string | null
  now: Date
  limit: number
}

const OPENED: SortColumn = { column: shifts.openedAt, type: 'timestamptz' }

/** A page of the tills' shifts by opening time, each with its figures so far. */
export async function listShifts(db: Db, asked: ShiftsQuery) {
  const { till, state, from, to, limit } = asked
  const { cursor, order, rest } = pageBy(OPENED, shifts.id, asked)
  const rows = await db
    .select({
      ...SHIFT_COLUMNS,
      ending: shifts.ending,
      note: shifts.note,
      cursor,
    })
    .from(shifts)
    .where(
      and(
        till ? eq(shifts.tillId, till) : undefined,
        state === 'open' ? isNull(shifts.closedAt) : undefined,
        state === 'offline' ? isOutOfTouch(asked.now) : undefined,
        state === 'closed' ? isNotNull(shifts.closedAt) : undefined,
        from
          ? sql`${shifts.openedAt} >= (${from}::date)::timestamp at time zone ${TIME_ZONE}`
          : undefined,
        to
          ? sql`${shifts.openedAt} < (${to}::date + 1)::timestamp at time zone ${TIME_ZONE}`
          : undefined,
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(rows, limit)
  const figures = await readShiftFigures(db, page.rows)
  return {
    ...page,
    rows: page.rows.flatMap((row) => {
      const own = figures.get(row.id)
      return own ? [{ ...row, figures: own }] : []
    }),
  }
}
export type ListedShift = Awaited<ReturnType<typeof listShifts>> extends Page<infer R> ? R : never

const MOST_TILLS = 200

/** Every till by name, retired ones included, because their sales and shifts are still looked up. */
export const listTillNames = (db: Db) =>
  db
    .select({ id: tills.id, name: tills.name })
    .from(tills)
    .orderBy(asc(sql`lower(${tills.name})`), asc(tills.createdAt))
    .limit(MOST_TILLS)
