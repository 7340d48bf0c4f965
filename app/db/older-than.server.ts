import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RETENTION } from '../rules/privacy/retention.ts'
import type { Db } from './open.server.ts'

type Interval = (typeof RETENTION)[keyof typeof RETENTION]

/** Uses the database's clock, because a machine's clock that is ahead would delete young rows. */
export const isOlderThan = (column: AnyColumn, interval: Interval): SQL =>
  sql`${column} < now() - ${sql.raw(`interval '${interval}'`)}`

/** Whether a row was written while the clock was ahead. Tolerates a minute, because two transactions differ by less. */
export const isOfFuture = (column: AnyColumn | SQL): SQL =>
  sql`${column} > now() + interval '1 minute'`

/** Deletes a batch of a table's matching rows; returns their number. */
export async function deleteBatch(
  db: Db,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
  limit: number,
): Promise<number> {
  const some = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .limit(limit)
  return (await db.delete(table).where(inArray(table.id, some))).rowCount ?? 0
}

/** Deletes a batch of a table's rows that are older than the interval; returns their number. */
export const deleteOlder = (
  db: Db,
  table: PgTable & { id: PgColumn; createdAt: PgColumn },
  interval: Interval,
  limit: number,
): Promise<number> => deleteBatch(db, table, isOlderThan(table.createdAt, interval), limit)

/** The most rows in one statement, so that nobody waits long for the rows that it locks. */
const BATCH = 1000

/** Runs batches until none are left; `step` returns the number of rows that it changed. */
export async function inBatches(step: (limit: number) => Promise<number>): Promise<void> {
  while ((await step(BATCH)) === BATCH);
}
