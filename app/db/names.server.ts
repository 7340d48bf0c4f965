import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

type Name<C extends AnyColumn> = SQL<C['_']['notNull'] extends true ? string : string | null>

/** A query column with the name of the person whose id is in another column. */
export const personName = <C extends AnyColumn>(id: C): Name<C> =>
  sql`(select person.name from users person where person.id = ${id})`

/** A query column with the name of the till whose id is in another column. */
export const tillName = <C extends AnyColumn>(id: C): Name<C> =>
  sql`(select till.name from tills till where till.id = ${id})`
