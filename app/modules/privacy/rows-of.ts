import { inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'

/** All rows of a table that belong to these ids, in an order. */
export async function rowsOf<T extends PgTable>(
  db: Db,
  table: T,
  { of, ids, by }: { of: PgColumn; ids: readonly string[]; by: PgColumn },
): Promise<T['$inferSelect'][]> {
  if (ids.length === 0) return []
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(inArray(of, [...ids]))
    .orderBy(by)
  return rows as T['$inferSelect'][]
}
