import { getTableColumns, inArray } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'

/** All rows of a table that belong to these ids, sorted by a column. */
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

/** The same rows as a function of the id; `of` names the column that has the id. */
export async function rowsOfEach<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  db: Db,
  table: T,
  { of, ids, by }: { of: K; ids: readonly string[]; by: PgColumn },
): Promise<(id: string) => T['$inferSelect'][]> {
  const column = getTableColumns(table)[of] as PgColumn
  const rows: T['$inferSelect'][] = await rowsOf(db, table, { of: column, ids, by })
  const owned = Map.groupBy(rows, (row) => row[of])
  return (id) => owned.get(id as T['$inferSelect'][K]) ?? []
}
