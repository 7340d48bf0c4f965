import { asc, desc, type SQL, sql } from 'drizzle-orm'
import {
  asCursor,
  decodeCursor,
  encodeCursor,
  rowsAfter,
  type SortColumn,
} from '../../db/keyset.server.ts'
import { products } from '../../db/tables.server.ts'
import type { ProductSort } from '../../rules/catalogue/products.ts'

type Order = {
  key: SQL
  type: SortColumn['type']
  isDown: boolean
  /** A whole number that sorts before the key, in the same direction. */
  lead?: SQL
}

const NEWEST: Order = { key: sql`${products.createdAt}`, type: 'timestamptz', isDown: true }
const ORDERS: Record<ProductSort, Order> = {
  trending: NEWEST,
  newest: NEWEST,
  // Products without reviews come last, the newest first; the score takes the number of reviews into account.
  rating: { ...NEWEST, lead: sql`${products.ratingScore}` },
  'price-asc': { key: sql`${products.price}`, type: 'integer', isDown: false },
  'price-desc': { key: sql`${products.price}`, type: 'integer', isDown: true },
  name: { key: sql`lower(${products.name})`, type: 'text', isDown: false },
}

/**
 * Sorts by key and id, and gives the key of the next page's cursor, so that no row is shown twice or skipped while rows
 * are added and removed.
 */
export const orderOf = (sort: ProductSort) => {
  const { key, isDown, lead } = ORDERS[sort]
  const way = isDown ? desc : asc
  return {
    key: lead ? sql<string>`${lead}::text || ' ' || ${key}::text` : sql<string>`${key}::text`,
    by: [...(lead ? [way(lead)] : []), way(key), way(products.id)],
  }
}

/** The cursor after a row, opaque to clients. */
export const writeCursor = (sort: ProductSort, key: string, id: string) =>
  encodeCursor(sort, key, id)

/** The condition of a cursor; null when it is not a valid cursor of this order. */
export function afterCursor(sort: ProductSort, cursor: string): SQL | null {
  const { key, type, isDown, lead } = ORDERS[sort]
  const [of, ...parts] = decodeCursor(cursor)
  if (of !== sort) return null
  if (lead) return afterBoth(lead, key, type, parts)
  const place = asCursor(parts, type)
  const column = { column: key, type }
  return (place && rowsAfter(column, products.id, place, isDown ? 'desc' : 'asc')) ?? null
}

function afterBoth(lead: SQL, key: SQL, type: SortColumn['type'], [both, id]: readonly unknown[]) {
  const [, score, value] = /^(\d{1,9}) (.+)$/.exec(String(both)) ?? []
  const place = asCursor([value, id], type)
  if (!place) return null
  return sql`(${lead}, ${key}, ${products.id}) < (${score}::integer, ${place.value}::${sql.raw(type)}, ${place.id}::uuid)`
}
