import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'

/** Rows that do not agree are all counted; this many are named. */
const NAMED = 5

type Differing = { count: number; names: string[] }

/**
 * Counts and names the rows that do not agree. `tables` are the parts of a `with`; the last one, `differing`, has a row
 * with a `name` for each of them. `totals` are columns that are counted beside them.
 */
export async function findDiffering<T extends Record<string, number>>(
  db: Db,
  tables: SQL,
  totals: SQL,
): Promise<T & Differing> {
  const { rows } = await db.execute(sql`
    with ${tables}
    select count(*)::int as count, coalesce((array_agg(name order by name))[:${NAMED}::int], '{}') as names,
      ${totals} from differing`)
  const [found] = rows as (T & Differing)[]
  if (!found) throw new Error('the rows that differ were not counted')
  return found
}
