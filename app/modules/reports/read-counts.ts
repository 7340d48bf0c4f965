import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { tallies } from '../../db/tables.server.ts'

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
