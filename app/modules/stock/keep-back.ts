import { sql } from 'drizzle-orm'
import { TILL } from '../../shop.ts'

/**
 * How many units of each variant the web shop keeps back now, for the tills with an open shift that have
 * been out of touch for more than a minute (they report every 20 s): they may have sold them already.
 * After 48 hours no more, for a shift that somebody forgot to close must not hold goods for ever.
 * An expression for a query, by the database's clock; an index of the few open shifts answers it.
 */
export const keptBack = sql<number>`(
  select ${sql.raw(`${TILL.keptBack}`)} * count(*)::int from shifts s join tills t on t.id = s.till_id
  where s.closed_at is null and coalesce(t.last_seen_at, s.received_at)
    between now() - interval '48 hours' and now() - interval '1 minute')`
