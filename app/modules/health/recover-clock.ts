import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { bringJobsBack } from '../../platform/jobs/jobs-clock.server.ts'
import { bringSessionsBack } from '../accounts/bring-sessions-back.ts'
import { bringWindowsBack } from '../orders/bring-windows-back.ts'

/** The database's clock, ms: what is written down and compared goes by it. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  )
  return rows[0]?.at ?? Number.NaN
}

/**
 * What to do when the clock was seen to be set back: what was written while it was ahead would wait, or hold, until
 * then. Not at a start: dates in the future may be right, and a clock that lost its battery wrong. What was ordered,
 * sold and paid keeps the dates that it was given.
 */
export async function recoverClock({ db }: { db: Db }) {
  await bringJobsBack(db)
  await bringWindowsBack(db)
  await bringSessionsBack(db)
}
