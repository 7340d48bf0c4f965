import { sql } from 'drizzle-orm'
import { isPlain } from '../rules/plain.ts'
import type { Db, Tx } from './open.server.ts'

/** What the text of a statement depends on: how long a list is, which columns are null, which of few variants it is. */
type Shape = string | number | boolean | null | RowShape<unknown>

/**
 * A query that is built once for each shape: building the query of a product list, or the insert of an order,
 * takes as long as running it. Its values are `sql.placeholder`s, and what else its text depends on are the
 * parameters of `build` after the connection. Stands at the top of a file, for its queries are kept with it for
 * good: shapes are few. The query runs on the connection that it is given, also within a transaction.
 *
 * Off with `RENDER_PLAIN=prepared`. Gains 36 % of the orders and 35 % of a rendered product page
 * (docs/decisions/0028-techniques-for-speed.md). Relies on where
 * drizzle-orm (0.45) keeps the connection of a session and of a prepared query: statements.test.ts,
 * `runs on the connection it is given`.
 */
export function prepareOnce<D extends Db | Tx, S extends readonly Shape[], P extends object>(
  build: (db: D, ...shape: S) => { prepare(name: string): P },
): (db: D, ...shape: S) => P {
  const queries = new Map<string, P>()
  return (db, ...shape) => {
    const key = JSON.stringify(shape)
    let query = queries.get(key)
    if (!query || isPlain('prepared')) {
      // Without a name for the database: planning-client.server.ts gives it one when it pays.
      query = build(db, ...shape).prepare('')
      queries.set(key, query)
    }
    // The library ties a prepared query to the connection that it was built on; the text is the same on all.
    const { client } = db._.session as unknown as { client: object }
    return Object.assign(Object.create(query) as P, { client })
  }
}

/** Placeholders for a list of so many values, `name0` and so on, to be given by `listValues`. */
export const listPlaceholders = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => sql.placeholder(`${name}${n}`))

export const listValues = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]))

/** Which columns a row for an insert gives: the placeholder of each value, or null, which is part of the text. */
export type RowShape<R> = { readonly [column: string]: string | null; readonly [ROW]?: R }
declare const ROW: unique symbol

/**
 * A row for an insert as its shape and its values, which have the names of the shape's placeholders; what is left
 * out is in neither. `prefix` keeps the rows of one statement apart.
 */
export function splitRow<R extends object>(row: R, prefix = '') {
  const shape: Record<string, string | null> = {}
  const values: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue
    shape[column] = value === null ? null : prefix + column
    if (value !== null) values[prefix + column] = value
  }
  return { shape: shape as RowShape<R>, values }
}

export const rowPlaceholders = <R>(shape: RowShape<R>) =>
  Object.fromEntries(
    Object.entries(shape).map(([column, name]) => [
      column,
      name === null ? null : sql.placeholder(name),
    ]),
  ) as R
