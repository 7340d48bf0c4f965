import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Direction, Page } from '../rules/lists.ts'
import { LARGEST_INTEGER } from '../rules/money.ts'
import { isUuid } from '../rules/uuid.ts'

/** Where a page of a sorted list ended: the last row's sort value, as the database wrote it, and its id. */
export type Cursor = { value: string; id: string }

const TIME =
  /^(2\d{3}-\d\d-\d\d)[ T]([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?([+-](0\d|1[0-4])(:?[0-5]\d)?|Z)$/

function isTime(text: string) {
  const [, day] = TIME.exec(text) ?? []
  // Date turns the 30th of February into the 2nd of March; the database would fail on it.
  return day !== undefined && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day)
}

/** Whether the database can read a text as this type: a forged cursor must not fail a whole list. */
const CASTS = {
  timestamptz: isTime,
  integer: (text: string) => /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) <= LARGEST_INTEGER,
  text: (text: string) => !text.includes('\0'),
} as const

/** A column that a list may be sorted by; it is never null, and an index holds it together with the id. */
export type SortColumn = { column: SQLWrapper; type: keyof typeof CASTS }

/** The parts of a cursor as one text for an address. */
export const encodeCursor = (...parts: readonly string[]) =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor in an address; empty for a text that none of our pages wrote. */
export function decodeCursor(text: string | null): readonly unknown[] {
  if (!text || text.length > 1000) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

export const writeCursor = ({ value, id }: Cursor) => encodeCursor(value, id)

/** The cursor in an address; null for none, and for one that none of our pages wrote. */
export function readCursor(text: string | null, type: SortColumn['type']): Cursor | null {
  return asCursor(decodeCursor(text), type)
}

/** A cursor from a value of this type and an id; null for any other parts. */
export function asCursor([value, id]: readonly unknown[], type: SortColumn['type']): Cursor | null {
  const isOurs =
    typeof value === 'string' && CASTS[type](value) && typeof id === 'string' && isUuid(id)
  return isOurs ? { value, id } : null
}

/** The rows after a cursor, in this direction. */
export function rowsAfter(
  { column, type }: SortColumn,
  id: SQLWrapper,
  cursor: Cursor | null,
  direction: Direction,
): SQL | undefined {
  if (!cursor) return undefined
  const than = sql.raw(direction === 'desc' ? '<' : '>')
  return sql`(${column}, ${id}) ${than} (${cursor.value}::${sql.raw(type)}, ${cursor.id}::uuid)`
}

/** The order of a sorted list; the id settles ties, so that no row is shown twice or never. */
function orderRows({ column }: SortColumn, id: SQLWrapper, direction: Direction): SQL[] {
  const way = sql.raw(direction)
  return [sql`${column} ${way}`, sql`${id} ${way}`]
}

/** The sort value of a row for its cursor: text with all its digits, where a Date would lose microseconds. */
export const cursorValue = ({ column }: SortColumn) => sql<string>`${column}::text`

/** Cuts the extra row off a page, and returns the cursor of the next page. */
export function cutPage<R extends { id: string; cursor: string }>(
  rows: R[],
  limit: number,
): Page<Omit<R, 'cursor'>> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? writeCursor({ value: last.cursor, id: last.id }) : null
  return { rows: shown.map(({ cursor: _, ...row }) => row), next }
}

/** Everything that a query needs to read one page of a list that is sorted by one column. */
export function pageBy(
  sort: SortColumn,
  id: SQLWrapper,
  asked: { direction: Direction; after: string | null },
) {
  return {
    cursor: cursorValue(sort),
    order: orderRows(sort, id, asked.direction),
    rest: rowsAfter(sort, id, readCursor(asked.after, sort.type), asked.direction),
  }
}
