import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './open.server.ts'

/** A list that is searched by parts of words, in several columns and possibly several tables. */
export type SearchedList = {
  table: PgTable
  /** Identifies a row of the table: its id, or another unique column. */
  id: PgColumn
  /** Joins to the other tables that `where` and `order` use. */
  joins?: SQL
  /** Joins that `holds` needs, made with `lookUp`, so that the few remaining rows are not joined to whole tables. */
  lookups?: SQL
  /**
   * Joins that only `holds` needs: left out for rows that the indexes have found, because these are not checked again.
   */
  nearLookups?: SQL
  /** The list's filters and its cursor. */
  where: SQL | undefined
  order: SQL[]
  /** Whether a row of the list matches the search. */
  holds: SQL
  /**
   * `select`s the ids of all matching rows, with an index for each part; when absent, one index serves the whole
   * search.
   */
  found?: SQL
}

/** The parts that depend on the searched text. */
type Searched = Omit<SearchedList, 'where' | 'order'>

/** Joins row by row: `offset 0` keeps the planner from reading the whole other table. */
export const lookUp = (table: PgTable, where: SQL) =>
  sql`cross join lateral (select * from ${table} where ${where} offset 0) as ${table}`

/** How many rows of a list are checked before the search indexes are used; exports have longer pages. */
const nearFor = (limit: number) => [Math.max(2000, 20 * limit)]

/**
 * The ids of one page of a searched list, and of the row after it. A frequent text is found among the next 2,000 rows
 * of the list; a text that is not found often enough there is rare, and the search indexes return all its rows. The
 * planner alone would guess how rare a text is, and read the whole table when it guesses wrong. `near`: the numbers of
 * rows to check, one after the other; when empty, because the text is known to be rare, the indexes are used at once.
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
    // Named as the table itself, so that conditions on its columns apply to the checked rows.
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

/** The condition for the rows of a page: those of the list after its cursor, or with a search, those found. */
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
