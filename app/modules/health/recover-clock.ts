import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { bringJobsBack } from '../../platform/jobs/jobs-clock.server.ts'
import { bringSessionsBack } from '../accounts/bring-sessions-back.ts'
import { bringWindowsBack } from '../orders/bring-windows-back.ts'

/** The database's clock, in ms: stored and compared times use it. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  )
  return rows[0]?.at ?? Number.NaN
}

/**
 * Repairs what was written while the clock was ahead, once the clock was seen to be set back: otherwise jobs, limits
 * and sessions would wait or last until then. Never at a start, when future dates may be correct and a clock with an
 * empty battery wrong. Orders, sales and payments keep their dates.
 */
export async function recoverClock({ db }: { db: Db }) {
  await bringJobsBack(db)
  await bringWindowsBack(db)
  await bringSessionsBack(db)
}
