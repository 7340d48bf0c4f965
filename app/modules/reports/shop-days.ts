import { type SQL, sql } from 'drizzle-orm'
import { TIME_ZONE } from '../../shop.ts'

/** A moment of the shop's clock for SQL. */
const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** When today, or this week, began in the shop's time zone; a week begins on Monday (docs/product.md, Reports). */
export const startOf = (unit: 'day' | 'week', now: Date): SQL =>
  sql`date_trunc(${sql.raw(`'${unit}'`)}, ${moment(now)}, ${TIME_ZONE})`

/** When the first of the last `days` days began; today is the last of them. */
export const startOfLastDays = (days: number, now: Date): SQL =>
  sql`((${moment(now)} at time zone ${TIME_ZONE})::date - ${days - 1}::int)::timestamp at time zone ${TIME_ZONE}`

/** The day of a moment in the shop's time zone. */
export const dayOf = (at: SQL): SQL => sql`((${at}) at time zone ${TIME_ZONE})::date`
