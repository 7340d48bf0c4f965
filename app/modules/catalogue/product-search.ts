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

/** A search text as tsquery: `all` matches in every field, `inName` in names only. */
export type WordQuery = { all: string; inName: string }

/** `isCorrected`: a word of the text begins no word of the shop, so that similar words are searched instead. */
export type TextQuery = WordQuery & { isCorrected: boolean }

const beginningsOf = (part: string) =>
  [...part.matchAll(/'([^']+)':\*/g)].map(([, start]) => start ?? '')

/**
 * Removes whole words that a prefix in the same part covers, because each alternative costs one search of the index.
 */
function withoutCovered(part: string) {
  const beginnings = beginningsOf(part)
  return part.replaceAll(/ \| (\(?)'([^']+)':ABCD(\)?)(?=[ )])/g, (whole, open, word, close) =>
    Boolean(open) === Boolean(close) && beginnings.some((start) => String(word).startsWith(start))
      ? ''
      : whole,
  )
}

/** A tsquery part for each word of a text, with typing errors corrected (`product_query_parts` in the migrations). */
async function readParts(db: Db, text: string) {
  const { rows } = await db.execute<{ parts: string[] | null }>(
    sql`select product_query_parts(${text}) as parts`,
  )
  return rows[0]?.parts?.map(withoutCovered) ?? []
}

// Words contain no colon, so a colon always starts the fields in which a word is searched.
const inNames = (query: string) => query.replaceAll(':*', ':*A').replaceAll(':ABCD', ':A')
/**
 * Removes the mark of whole words, `:ABCD` (any field): with a mark, the index rechecks every product that it finds.
 */
const anywhere = (query: string) => query.replaceAll(':ABCD', '')

/** The search words of a text; null when it has none. */
export async function readWords(db: Db, text: string): Promise<TextQuery | null> {
  const parts = await readParts(db, text)
  const all = parts.join(' & ')
  // A part has the beginning that was typed, and those of the words that are taken for it.
  const isCorrected = parts.some((part) => new Set(beginningsOf(part)).size > 1)
  return all ? { all: anywhere(all), inName: inNames(all), isCorrected } : null
}

const holds = (query: string) => sql`${productSearch.document} @@ ${query}::tsquery`

/** The list that products must be on: featured products, or a customer's wishlist. */
export type Within = { isFeatured?: true; wishedBy?: string }

/** What a list looks for: products that meet a filter, have the words of its text, and are on a list. */
export type Sought = { filter: ProductFilter; words?: WordQuery } & Within

/** What a filter looks for; null when its text has no word. */
export async function readSought({ db }: Pick<Shop, 'db'>, filter: ProductFilter) {
  const words = filter.search ? await readWords(db, filter.search) : undefined
  return words === null ? null : { filter, ...(words && { words }) }
}

/** Whether the products' own rows cannot answer the filter alone. */
export const needsFinding = ({ filter, words }: Sought) =>
  words !== undefined || narrowsChoices(filter) !== undefined

/**
 * Products that have the words, found by their index (`offset 0`): otherwise the planner looks words up product
 * by product.
 */
const hits = ({ all }: WordQuery) =>
  sql`(select ${productSearch.productId} from ${productSearch} where ${holds(all)} offset 0) as hits`

/** `from` and `where` of a search over `product_facets`; the index of words is searched first. */
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

/** Whether `product_search` can answer the whole filter: it has no sizes and colors in stock. */
const isBesideWords = ({ inStock, sizes, colors }: ProductFilter) =>
  !inStock || (sizes.length === 0 && colors.length === 0)

/** The ids of matching products. `product_search` has no row of a product that visitors may not see. */
const idsOf = (sought: Sought) =>
  sought.words && isBesideWords(sought.filter)
    ? sql`select product_id from (select * from ${productSearch} where ${holds(sought.words.all)} offset 0) as ${productSearch}
        where ${narrowsWords(sought.filter) ?? sql`true`}`
    : sql`select ${productFacets.productId} as product_id from ${fromFacets(sought)}`

/**
 * The same as a condition on products, for lists with few products left to check; undefined where their own rows can
 * answer the filter.
 */
export const isSought = (sought: Sought) =>
  needsFinding(sought)
    ? sql`exists (select from ${fromFacets(sought)} and ${productFacets.productId} = ${products.id})`
    : undefined

/** When a text finds nothing, at most this many of its words are tried. */
const MOST_PARTS = 5

/** Up to this many matches are found and sorted at once; for more, the first products of the list are scanned. */
const FEW = 1000
/** At most this many products are scanned; where these have too few matches, all matches are found. */
const NEAR = 4000

/**
 * How many of a list's first products contain a page of matches, with room to spare: a few hundred when a third of the
 * shop matches. The database's own estimate of the number of rows is good enough.
 */
const amongFirst = ({ limit, total }: { limit: number; total: number }) =>
  sql`(select least(${NEAR}, ceil(${3 * (limit + 1)}::float8 * greatest(reltuples, ${total}) / ${total}))::int
    from pg_class where oid = ${'product_search'}::regclass)`

type Page = { after?: SQL | undefined; order: SQL[]; limit: number; total: number }

/** The ids of one page of visible matches, and of the first match after it; `total` is the number of all matches. */
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
 * The number of visible matches. Counting matches of words alone in a big shop takes longer than showing them, so that
 * count is cached for a minute.
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

/**
 * The first results of a text: products that have the words in their name, then the others, the newest of each first.
 */
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
 * When all words of a text together find nothing, a query for all words but one, else for any one of them. Null when no
 * word finds anything.
 */
export async function findNearWords(db: Db, text: string): Promise<WordQuery | null> {
  const parts = (await readParts(db, text)).slice(0, MOST_PARTS).map(anywhere)
  const fewer = parts.map((_, n) => parts.toSpliced(n, 1).join(' & '))
  const all = (parts.length > 1 && (await findAny(db, fewer))) || (await findAny(db, parts))
  return all ? { all, inName: all } : null
}

/** A query for any of these, without those that find nothing; null when none finds anything. */
async function findAny(db: Db, queries: readonly string[]) {
  const { rows } = await db.execute<{ query: string | null }>(sql`
    select string_agg('(' || query || ')', ' | ' order by query)::tsquery::text as query
    from unnest(${sql.param([...queries])}::text[]) query
    where exists (select from ${productSearch} where document @@ query::tsquery)`)
  return rows[0]?.query ?? null
}
