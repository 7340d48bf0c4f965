import { sql } from 'drizzle-orm'
import { isPlain } from '../rules/plain.ts'
import type { Db, Tx } from './open.server.ts'

/** What changes the text of a statement: the length of a list, which columns are null, or one of a few variants. */
type Shape = string | number | boolean | null | RowShape<unknown>

/**
 * A query that is built once for each shape, because building the query of a product list or the insert of an order
 * takes as long as running it. Its values are `sql.placeholder`s; whatever else changes its text is a parameter of
 * `build` after the connection. Call this at the top of a file: its queries are kept for good, which is fine because
 * shapes are few. The query runs on the connection that it is given, also within a transaction.
 *
 * Off with `RENDER_PLAIN=prepared`. Gains 36 % of the orders and 35 % of a rendered product page
 * (docs/decisions/0028-techniques-for-speed.md). Relies on where drizzle-orm (0.45) keeps the connection of a session
 * and of a prepared query: statements.test.ts, `runs on the connection it is given`.
 */
export function prepareOnce<D extends Db | Tx, S extends readonly Shape[], P extends object>(
  build: (db: D, ...shape: S) => { prepare(name: string): P },
): (db: D, ...shape: S) => P {
  const queries = new Map<string, P>()
  return (db, ...shape) => {
    const key = JSON.stringify(shape)
    let query = queries.get(key)
    if (!query || isPlain('prepared')) {
      // The database gets no name: planning-client.server.ts names the statement once that pays.
      query = build(db, ...shape).prepare('')
      queries.set(key, query)
    }
    // The library ties a prepared query to the connection on which it was built; its text is the same on all of them.
    const { client } = db._.session as unknown as { client: object }
    return Object.assign(Object.create(query) as P, { client })
  }
}

/** Placeholders for a list of so many values, named `name0` and so on; `listValues` gives their values. */
export const listPlaceholders = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => sql.placeholder(`${name}${n}`))

export const listValues = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]))

/** The columns of an insert: each with its placeholder, or null, which is part of the statement's text. */
export type RowShape<R> = { readonly [column: string]: string | null; readonly [ROW]?: R }
declare const ROW: unique symbol

/**
 * Splits a row for an insert into its shape and its values, which are named as the shape's placeholders; a column that
 * is undefined is in neither. `prefix` separates several rows of one statement.
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
