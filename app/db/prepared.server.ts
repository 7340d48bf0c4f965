import type { Db } from './open.server.ts'

const prepared = new WeakMap<Db, Map<string, unknown>>()

/**
 * A query that is written once and, under its name, planned once for each connection: writing and
 * planning the query of a product list takes as long as running it. Its values are `sql.placeholder`s.
 * Names are few and fixed: every connection keeps each of them.
 */
export function prepareOnce<P>(db: Db, name: string, write: () => { prepare(name: string): P }): P {
  let known = prepared.get(db)
  if (!known) {
    known = new Map()
    prepared.set(db, known)
  }
  const found = known.get(name) as P | undefined
  if (found) return found
  const made = write().prepare(name)
  known.set(name, made)
  return made
}
