import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { bringJobsBack } from '../../platform/jobs-clock.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { bringSessionsBack } from '../accounts/bring-sessions-back.ts'
import { bringWindowsBack } from '../orders/bring-windows-back.ts'
import { bringAttemptsBack } from '../payments/payments.ts'

/** The database's clock, ms: what is written down and compared goes by it. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await db.execute<{ at: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as at`,
  )
  return rows[0]?.at ?? Number.NaN
}

/**
 * What to do when the clock was set back: what was written while it was ahead would wait, or hold, until then. Safe
 * to call at any time; what was ordered and sold keeps the dates that it was given.
 */
export async function recoverClock(shop: Pick<Shop, 'db' | 'config' | 'now' | 'log'>) {
  await bringJobsBack(shop.db)
  await bringAttemptsBack(shop.db)
  await bringWindowsBack(shop)
  await bringSessionsBack(shop.db)
}
