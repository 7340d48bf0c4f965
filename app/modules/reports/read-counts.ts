import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { tallies } from '../../db/tables.server.ts'

export type Counts = { products: number; orders: number; people: number }

/** The number of products (without archived ones), orders and accounts, from tallies that triggers maintain. */
export async function readCounts(db: Db): Promise<Counts> {
  const rows = await db
    .select({ name: tallies.name, count: sql<number>`sum(${tallies.count})::int` })
    .from(tallies)
    .groupBy(tallies.name)
  const counts: Counts = { products: 0, orders: 0, people: 0 }
  for (const { name, count } of rows) counts[name] = count
  return counts
}
