import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { findPage, lookUp } from '../../db/search-page.server.ts'
import { productFacets, productSearch, products, wishlists } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import {
  isVisible,
  narrows,
  narrowsChoices,
  narrowsChoicesOfWords,
  narrowsFacets,
  narrowsWords,
} from './conditions.ts'

/** What a text seeks, in the database's own notation: anywhere, and in names alone. */
export type WordQuery = { all: string; inName: string }

/** A whole word needs no asking for beside what begins as it does: each that is asked for is a search of the index. */
function withoutCovered(part: string) {
  const beginnings = [...part.matchAll(/'([^']+)':\*/g)].map(([, start]) => start ?? '')
  return part.replaceAll(/ \| (\(?)'([^']+)':ABCD(\)?)(?=[ )])/g, (whole, open, word, close) =>
    Boolean(open) === Boolean(close) && beginnings.some((start) => String(word).startsWith(start))
      ? ''
      : whole,
  )
}

/** What finds each word of a text, typing errors mended (`product_query_parts` in the migrations). */
async function readParts(db: Db, text: string) {
  const { rows } = await db.execute<{ parts: string[] | null }>(
    sql`select product_query_parts(${text}) as parts`,
  )
  return rows[0]?.parts?.map(withoutCovered) ?? []
}

// No word has a colon in it: what stands behind one says where the word is sought.
const inNames = (query: string) => query.replaceAll(':*', ':*A').replaceAll(':ABCD', ':A')
/**
 * Without the mark of a whole word, which says "anywhere": an index has every product that it finds read again for it.
 */
const anywhere = (query: string) => query.replaceAll(':ABCD', '')

/** The words of a text; null when it has none. */
export async function readWords(db: Db, text: string): Promise<WordQuery | null> {
  const all = (await readParts(db, text)).join(' & ')
  return all ? { all: anywhere(all), inName: inNames(all) } : null
}

const holds = (query: string) => sql`${productSearch.document} @@ ${query}::tsquery`

/** Of which products a list is: those that are featured, or that a customer has wished for. */
export type Within = { isFeatured?: true; wishedBy?: string }

/** What is sought: products that meet a filter, have the words of its text, and are of a list. */
export type Sought = { filter: ProductFilter; words?: WordQuery } & Within

/** What a filter seeks; null when its text has no word in it. */
export async function readSought({ db }: Pick<Shop, 'db'>, filter: ProductFilter) {
  const words = filter.search ? await readWords(db, filter.search) : undefined
  return words === null ? null : { filter, ...(words && { words }) }
}

/** Whether the products' own rows do not say what is sought. */
export const needsFinding = ({ filter, words }: Sought) =>
  words !== undefined || narrowsChoices(filter) !== undefined

/**
 * Products that have the words, as their index finds them (`offset 0`): the planner would look them up
 * product by product.
 */
const hits = ({ all }: WordQuery) =>
  sql`(select ${productSearch.productId} from ${productSearch} where ${holds(all)} offset 0) as hits`

/** `from` and `where` of what is sought, as `product_facets` says it. Words are asked of their index first. */
export function fromFacets({ filter, words, isFeatured, wishedBy }: Sought) {
  const id = productFacets.productId
  const where = sql`where ${
    and(
      narrowsFacets(filter),
      isFeatured
        ? sql`${id} in (select ${products.id} from ${products} where ${products.featured} and ${products.status} = 'active')`
        : undefined,
      wishedBy
        ? sql`${id} in (select ${wishlists.productId} from ${wishlists} where ${wishlists.userId} = ${wishedBy})`
        : undefined,
    ) ?? sql`true`
  }`
  return words
    ? sql`${hits(words)} join ${productFacets} on ${productFacets.productId} = hits.product_id ${where}`
    : sql`${productFacets} ${where}`
}

/** Whether what stands beside the words says all of it: sizes and colors in stock are not said there. */
const isBesideWords = ({ inStock, sizes, colors }: ProductFilter) =>
  !inStock || (sizes.length === 0 && colors.length === 0)

/** The ids of what is sought. What visitors may not see has no words. */
const idsOf = (sought: Sought) =>
  sought.words && isBesideWords(sought.filter)
    ? sql`select product_id from (select * from ${productSearch} where ${holds(sought.words.all)} offset 0) as ${productSearch}
        where ${narrowsWords(sought.filter) ?? sql`true`}`
    : sql`select ${productFacets.productId} as product_id from ${fromFacets(sought)}`

/** The same as a condition on products, where few are left to look at; undefined where their own rows say it all. */
export const isSought = (sought: Sought) =>
  needsFinding(sought)
    ? sql`exists (select from ${fromFacets(sought)} and ${productFacets.productId} = ${products.id})`
    : undefined

/** Of a text that finds nothing, so many words are tried without each other. */
const MOST_PARTS = 5

/** So many can be sorted by hand; more of them are met among the first of the list. */
const FEW = 1000
/** Of what so many are not met among, all is looked at. */
const NEAR = 4000

/**
 * Among so many of a list a page of what is sought is met, with room to spare: of what a third of the shop has, among a
 * few hundred. The database's own estimate of how many there are does.
 */
const amongFirst = ({ limit, total }: { limit: number; total: number }) =>
  sql`(select least(${NEAR}, ceil(${3 * (limit + 1)}::float8 * greatest(reltuples, ${total}) / ${total}))::int
    from pg_class where oid = ${'product_search'}::regclass)`

type Page = { after?: SQL | undefined; order: SQL[]; limit: number; total: number }

/** The visible products of one page of what is sought, and the one after it, by their ids; `total` are so in all. */
export function findSought(db: Db, sought: Sought, { after, order, limit, total }: Page) {
  const { filter, words } = sought
  const isBeside = words !== undefined && isBesideWords(filter)
  const choices = isBeside ? narrowsChoicesOfWords(filter) : narrowsChoices(filter)
  const lookups = [
    words && lookUp(productSearch, sql`${productSearch.productId} = ${products.id}`),
    choices && !isBeside
      ? lookUp(productFacets, sql`${productFacets.productId} = ${products.id}`)
      : undefined,
  ].filter((lookup) => lookup !== undefined)
  const held = and(words && holds(words.all), choices)
  const near = held ? [amongFirst({ limit, total })] : [limit + 1]
  return findPage(
    db,
    {
      table: products,
      id: products.id,
      nearLookups: sql.join(lookups, sql` `),
      where: and(isVisible, narrows(filter), after),
      order,
      holds: held ?? sql`true`,
      found: idsOf(sought),
    },
    limit,
    total <= FEW ? [] : near,
  )
}

/**
 * How many visible products are sought. What words alone find all over a big shop takes longer to count than to
 * show: it is counted once a minute.
 */
export async function countSought({ db, cached }: Pick<Shop, 'db' | 'cached'>, sought: Sought) {
  const { filter, words } = sought
  const count = async () => {
    const { rows } = await db.execute<{ count: number }>(
      words && isBesideWords(filter)
        ? sql`select count(*)::int as count from ${productSearch} where ${and(holds(words.all), narrowsWords(filter))}`
        : sql`select count(*)::int as count from ${fromFacets(sought)}`,
    )
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

/**
 * What seeks all words of a text but one, where all of them find nothing; else any one of them. null when none
 * finds anything.
 */
export async function findNearWords(db: Db, text: string): Promise<WordQuery | null> {
  const parts = (await readParts(db, text)).slice(0, MOST_PARTS).map(anywhere)
  const fewer = parts.map((_, n) => parts.toSpliced(n, 1).join(' & '))
  const all = (parts.length > 1 && (await findAny(db, fewer))) || (await findAny(db, parts))
  return all ? { all, inName: all } : null
}

/** What seeks any of these, without those that find nothing; null where none finds anything. */
async function findAny(db: Db, queries: readonly string[]) {
  const { rows } = await db.execute<{ query: string | null }>(sql`
    select string_agg('(' || query || ')', ' | ' order by query)::tsquery::text as query
    from unnest(${sql.param([...queries])}::text[]) query
    where exists (select from ${productSearch} where document @@ query::tsquery)`)
  return rows[0]?.query ?? null
}
