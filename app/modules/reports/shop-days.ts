import { type SQL, sql } from 'drizzle-orm'
import { TIME_ZONE } from '../../shop.ts'

/** The shop's current time as an SQL value. */
const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** The start of today, or of this week, in the shop's time zone; a week starts on Monday (docs/product.md, Reports). */
export const startOf = (unit: 'day' | 'week', now: Date): SQL =>
  sql`date_trunc(${sql.raw(`'${unit}'`)}, ${moment(now)}, ${TIME_ZONE})`

/** The start of the last `days` days; today is the last of them. */
export const startOfLastDays = (days: number, now: Date): SQL =>
  sql`((${moment(now)} at time zone ${TIME_ZONE})::date - ${days - 1}::int)::timestamp at time zone ${TIME_ZONE}`

/** The day of a moment in the shop's time zone. */
export const dayOf = (at: SQL): SQL => sql`((${at}) at time zone ${TIME_ZONE})::date`
