import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { findPage, lookUp } from '../../db/search-page.server.ts'
import { productSearch, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isVisible } from './conditions.ts'

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

/** A condition on products, where few are left to look at. */
export const hasWords = ({ all }: WordQuery) =>
  sql`exists (select from ${productSearch} where ${productSearch.productId} = ${products.id} and ${holds(all)})`

type Page = { where: SQL | undefined; order: SQL[]; limit: number; total: number }

/** So many can be sorted by hand; more of them are met among the first of the list. */
const FEW = 2000

/** The visible products of one page that have the words, and the one after it, by their ids; `total` have them in all. */
export const findByWords = (db: Db, query: string, { where, order, limit, total }: Page) =>
  findPage(
    db,
    {
      table: products,
      id: products.id,
      lookups: lookUp(productSearch, sql`${productSearch.productId} = ${products.id}`),
      where: and(isVisible, where),
      order,
      holds: holds(query),
      found: sql`select ${productSearch.productId} from ${productSearch} where ${holds(query)}`,
    },
    limit,
    total <= FEW ? 0 : undefined,
  )

/**
 * How many visible products have the words; `where` narrows it by what only the products themselves say. What is
 * found all over a big shop takes longer to count than to show: it is counted once a minute.
 */
export async function countByWords(
  { db, cached }: Pick<Shop, 'db' | 'cached'>,
  { all }: WordQuery,
  where?: SQL,
) {
  const joined = where && sql`join ${products} on ${products.id} = ${productSearch.productId}`
  const count = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from ${productSearch} ${joined} where ${and(holds(all), where)}`)
    return rows[0]?.count || undefined
  }
  return (await (where ? count() : cached(`count of ${all}`, count))) ?? 0
}

/** The first products of a text's results: those that are called so, then the others, the newest of each first. */
export async function findBest(
  db: Db,
  { all, inName }: WordQuery,
  { limit, total }: { limit: number; total: number },
) {
  const order = [desc(products.createdAt), desc(products.id)]
  const named = await findByWords(db, inName, { where: undefined, order, limit, total })
  if (named.length >= limit) return named.slice(0, limit)
  const others = await findByWords(db, `(${all}) & !(${inName})`, {
    where: undefined,
    order,
    limit: limit - named.length,
    total,
  })
  return [...named, ...others].slice(0, limit)
}
