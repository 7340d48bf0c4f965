import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.server.ts'

/** A list that is searched by parts of words, in several columns and maybe of several tables. */
export type SearchedList = {
  table: PgTable
  /** What finds one row of the table: its id, or another unique column. */
  id: PgColumn
  /** Joins to the tables that `where` and `order` name besides. */
  joins?: SQL
  /** The same for `holds`, as `lookUp`: the few rows that are left are not joined to whole tables. */
  lookups?: SQL
  /** The same where only `holds` needs them: what the indexes have found is not asked again. */
  nearLookups?: SQL
  /** The list's filters and its cursor. */
  where: SQL | undefined
  order: SQL[]
  /** Whether a row of the list holds what is sought. */
  holds: SQL
  /**
   * `select`s the ids of all rows that hold it, each part by its own index; where it is missing, one index
   * has them all.
   */
  found?: SQL
}

/** What of it depends on the text that is sought. */
type Searched = Omit<SearchedList, 'where' | 'order'>

/** A join row by row: `offset 0` keeps the planner from reading all of the other table instead. */
export const lookUp = (table: PgTable, where: SQL) =>
  sql`cross join lateral (select * from ${table} where ${where} offset 0) as ${table}`

/** How many rows of a list are looked at before the search indexes are asked; a file has longer pages. */
const nearFor = (limit: number) => [Math.max(2000, 20 * limit)]

/**
 * The ids of one page of a searched list, and of the row after it. What many rows hold is met among the
 * next 2,000 of the list; what is not is rare, and the search indexes give all of it. Left alone, the
 * planner guesses how rare a text is, and reads the whole table where it guesses wrong. `near`: among how many it is
 * looked for, one number after the other; with none, of what is known to be rare, the indexes are asked at once.
 */
export async function findPage(
  db: Db,
  list: SearchedList,
  limit: number,
  near: readonly (number | SQL)[] = nearFor(limit),
): Promise<string[]> {
  const { table, id, holds, joins = sql``, lookups = sql``, nearLookups = sql`` } = list
  const where = list.where ?? sql`true`
  const order = sql.join(list.order, sql`, `)
  const most = sql`${limit + 1}::int`
  for (const so of near) {
    const many = sql`${so}::int`
    // Under the table's own name, so that conditions on its columns hold for the rows that stand near.
    const { rows } = await db.execute<{ isAll: boolean; id: string | null }>(sql`
      with near as materialized (
        select ${table}.* from ${table} ${joins} where ${where} order by ${order} limit ${many})
      select seen.count < ${many} as "isAll", page.id from (select count(*)::int as count from near) seen left join lateral (
        select ${id}::text as id from near as ${table} ${lookups} ${nearLookups} where ${holds} order by ${order} limit ${most}) page on true`)
    const ids = rows.flatMap((row) => row.id ?? [])
    if (ids.length > limit || rows[0]?.isAll) return ids
  }
  const found = list.found ?? sql`select ${id} from ${table} where ${holds}`
  const rare = await db.execute<{ id: string }>(sql`
    select ${id}::text as id from (${found}) hits (id) ${lookUp(table, sql`${id} = hits.id`)} ${lookups}
    where ${where} order by ${order} limit ${most}`)
  return rare.rows.map((row) => row.id)
}

/**
 * Which rows may stand on a page: those of the list behind its cursor or, where it is searched, those that were found.
 */
export async function searchPage(
  db: Db,
  asked: { search: string; limit: number },
  searched: (search: string) => Searched,
  page: Pick<SearchedList, 'where' | 'order'>,
  near?: readonly number[],
): Promise<SQL | undefined> {
  if (asked.search === '') return page.where
  const list = searched(asked.search)
  return inArray(list.id, await findPage(db, { ...list, ...page }, asked.limit, near))
}
