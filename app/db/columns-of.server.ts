import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type Columns<T extends PgTable> = T['_']['columns']

/** Some columns of a table under their own names, for a `select`. */
export function columnsOf<T extends PgTable, K extends keyof Columns<T>>(table: T, ...names: K[]) {
  const all: Columns<T> = getTableColumns(table)
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<Columns<T>, K>
}
