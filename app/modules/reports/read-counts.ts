import { isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orders, tallies } from '../../db/tables.server.ts'

export type Counts = { products: number; orders: number; people: number }

/** How many products (archived ones apart), orders and people there are, from tallies kept by triggers. */
export async function readCounts(db: Db): Promise<Counts> {
  const rows = await db
    .select({ name: tallies.name, count: sql<number>`sum(${tallies.count})::int` })
    .from(tallies)
    .groupBy(tallies.name)
  const counts: Counts = { products: 0, orders: 0, people: 0 }
  for (const { name, count } of rows) counts[name] = count
  return counts
}

/** More than this are not counted one by one. */
export const MOST_COUNTED = 100

/** How many orders wait for a person's decision (paid late, underpaid, twice …); at most `MOST_COUNTED`. */
export async function countNeedingPerson(db: Db): Promise<number> {
  const some = db
    .select({ id: orders.id })
    .from(orders)
    .where(isNotNull(orders.attention))
    .limit(MOST_COUNTED)
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some.as('some'))
  return row?.count ?? 0
}
