import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

type Name<C extends AnyColumn> = SQL<C['_']['notNull'] extends true ? string : string | null>

/** As a column of a query: the name of the person whom one of its columns names. */
export const personName = <C extends AnyColumn>(id: C): Name<C> =>
  sql`(select person.name from users person where person.id = ${id})`

/** As a column of a query: the name of the till that one of its columns names. */
export const tillName = <C extends AnyColumn>(id: C): Name<C> =>
  sql`(select till.name from tills till where till.id = ${id})`
