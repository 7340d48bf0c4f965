import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { findPage, lookUp } from '../../db/search-page.server.ts'
import { productFacets, productSearch, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { isVisible, narrows, narrowsChoices, narrowsFacets } from './conditions.ts'

/** What a text seeks, in the database's own notation: anywhere, and in names alone. */
export type WordQuery = { all: string; inName: string }

/** The words of a text, typing errors mended (`product_query` in the migrations); null when it has none. */
export async function readWords(db: Db, text: string): Promise<WordQuery | null> {
  const { rows } = await db.execute<{ query: string | null }>(
    sql`select product_query(${text})::text as query`,
  )
  const all = rows[0]?.query
  // No word has a colon in it: what stands behind one says where the word is sought.
  return all ? { all, inName: all.replaceAll(':*', ':*A').replaceAll(':ABCD', ':A') } : null
}

const holds = (query: string) => sql`${productSearch.document} @@ ${query}::tsquery`

/** What is sought: products that meet a filter, and have the words of its text. */
export type Sought = { filter: ProductFilter; words?: WordQuery }

/** What a filter seeks; null when its text has no word in it. */
export async function readSought({ db }: Pick<Shop, 'db'>, filter: ProductFilter) {
  const words = filter.search ? await readWords(db, filter.search) : undefined
  return words === null ? null : { filter, ...(words && { words }) }
}

/** Whether the products' own rows do not say what is sought. */
export const needsFinding = ({ filter, words }: Sought) =>
  words !== undefined || narrowsChoices(filter) !== undefined

/**
 * `from` and `where` of what is sought, as `product_facets` says it. Words are asked of their index first: the planner
 * guesses badly how many products have them, and would look them up product by product (`offset 0`).
 */
export function fromFacets({ filter, words }: Sought) {
  const where = sql`where ${narrowsFacets(filter) ?? sql`true`}`
  return words
    ? sql`(select product_id from ${productSearch} where ${holds(words.all)} offset 0) as hits
        join ${productFacets} on ${productFacets.productId} = hits.product_id ${where}`
    : sql`${productFacets} ${where}`
}

/** The same as a condition on products, where few are left to look at; undefined where their own rows say it all. */
export const isSought = (sought: Sought) =>
  needsFinding(sought)
    ? sql`exists (select from ${fromFacets(sought)} and ${productFacets.productId} = ${products.id})`
    : undefined

/** Of a text that finds nothing, so many words are tried without each other. */
const MOST_PARTS = 5

/** So many can be sorted by hand; more of them are met among the first of the list. */
const FEW = 2000

type Page = { after?: SQL | undefined; order: SQL[]; limit: number; total: number }

/** The visible products of one page of what is sought, and the one after it, by their ids; `total` are so in all. */
export function findSought(db: Db, sought: Sought, { after, order, limit, total }: Page) {
  const { filter, words } = sought
  const choices = narrowsChoices(filter)
  const lookups = [
    words && lookUp(productSearch, sql`${productSearch.productId} = ${products.id}`),
    choices && lookUp(productFacets, sql`${productFacets.productId} = ${products.id}`),
  ].filter((lookup) => lookup !== undefined)
  const held = and(words && holds(words.all), choices)
  return findPage(
    db,
    {
      table: products,
      id: products.id,
      nearLookups: sql.join(lookups, sql` `),
      where: and(isVisible, narrows(filter), after),
      order,
      holds: held ?? sql`true`,
      found: sql`select ${productFacets.productId} from ${fromFacets(sought)}`,
    },
    limit,
    total <= FEW ? 0 : held ? undefined : limit + 1,
  )
}

/**
 * How many visible products are sought. What words alone find all over a big shop takes longer to count than to
 * show: it is counted once a minute.
 */
export async function countSought({ db, cached }: Pick<Shop, 'db' | 'cached'>, sought: Sought) {
  const { filter, words } = sought
  const count = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${fromFacets(sought)}`)
    return rows[0]?.count || undefined
  }
  const isPlain = words && narrowsFacets(filter) === undefined
  return (await (isPlain ? cached(`count of ${words.all}`, count) : count())) ?? 0
}

/** The first products of a text's results: those that are called so, then the others, the newest of each first. */
export async function findBest(
  db: Db,
  { all, inName }: WordQuery,
  { limit, total }: { limit: number; total: number },
) {
  const order = [desc(products.createdAt), desc(products.id)]
  const find = (query: string, most: number) =>
    findSought(
      db,
      { filter: ALL_PRODUCTS, words: { all: query, inName } },
      { order, limit: most, total },
    )
  const named = await find(inName, limit)
  if (named.length >= limit) return named.slice(0, limit)
  const others = await find(`(${all}) & !(${inName})`, limit - named.length)
  return [...named, ...others].slice(0, limit)
}

/** What seeks all words of a text but one, where all of them find nothing; else any one of them. null when none finds anything. */
export async function findNearWords(db: Db, text: string): Promise<WordQuery | null> {
  const { rows } = await db.execute<{ query: string }>(sql`
    with parts as materialized (
      select part, place from unnest((product_query_parts(${text}))[1:${MOST_PARTS}::int]) with ordinality typed (part, place)
    ), fewer as materialized (
      select 1 as step, string_agg(parts.part, ' & ' order by parts.place) as query
      from parts left_out join parts on parts.place <> left_out.place group by left_out.place
      union all select 2, part from parts)
    select string_agg('(' || query || ')', ' | ' order by query)::tsquery::text as query from fewer
    where exists (select from ${productSearch} where document @@ query::tsquery)
    group by step order by step limit 1`)
  const all = rows[0]?.query
  return all ? { all, inName: all } : null
}
