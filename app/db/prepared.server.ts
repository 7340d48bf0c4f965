import { sql } from 'drizzle-orm'
import type { Db, Tx } from './open.server.ts'

const written = new Map<string, object>()

/**
 * A query that is written once under its name: writing the query of a product list, or the insert of an
 * order, takes as long as running it. Its values are `sql.placeholder`s, and nothing else in it may change.
 * It runs on the connection of `db`, also within a transaction. Names are few: each is kept for good.
 */
export function prepareOnce<P extends object>(
  db: Db | Tx,
  name: string,
  write: () => { prepare(name: string): P },
): P {
  let query = written.get(name) as P | undefined
  if (!query) {
    // Without a name for the database: planning-client.server.ts gives it one when it pays.
    query = write().prepare('')
    written.set(name, query)
  }
  // The library ties a prepared query to the connection that it was written on; the text is the same on all.
  const { client } = db._.session as unknown as { client: object }
  return Object.assign(Object.create(query) as P, { client })
}

/** Placeholders for a list of so many values, `name0` and so on, to be given by `listValues`. */
export const listPlaceholders = (name: string, values: readonly string[]) =>
  values.map((_, n) => sql.placeholder(`${name}${n}`))

export const listValues = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, n) => [`${name}${n}`, value]))

/**
 * A row for an insert that is written once: a placeholder for each value, the values beside them, and the
 * shape that its name must hold, for what is null or left out is part of the text. `prefix` keeps the rows of one
 * statement apart.
 */
export function asPlaceholders<R extends object>(row: R, prefix = '') {
  const placeholders: Record<string, unknown> = {}
  const values: Record<string, unknown> = {}
  let shape = ''
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) continue
    const isNull = value === null
    shape += isNull ? ` ${column}?` : ` ${column}`
    placeholders[column] = isNull ? null : sql.placeholder(prefix + column)
    if (!isNull) values[prefix + column] = value
  }
  return { placeholders: placeholders as R, values, shape }
}
