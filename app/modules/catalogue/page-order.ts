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
  /** A whole number that comes before the key, the same way. */
  lead?: SQL
}

const NEWEST: Order = { key: sql`${products.createdAt}`, type: 'timestamptz', isDown: true }
const ORDERS: Record<ProductSort, Order> = {
  trending: NEWEST,
  newest: NEWEST,
  // Those without reviews come last, the newest first; the score weighs how many there are.
  rating: { ...NEWEST, lead: sql`${products.ratingScore}` },
  'price-asc': { key: sql`${products.price}`, type: 'integer', isDown: false },
  'price-desc': { key: sql`${products.price}`, type: 'integer', isDown: true },
  name: { key: sql`lower(${products.name})`, type: 'text', isDown: false },
}

/** Order by key and id, and where the next page begins: no row is shown twice or skipped while others come and go. */
export const orderOf = (sort: ProductSort) => {
  const { key, isDown, lead } = ORDERS[sort]
  const way = isDown ? desc : asc
  return {
    key: lead ? sql<string>`${lead}::text || ' ' || ${key}::text` : sql<string>`${key}::text`,
    by: [...(lead ? [way(lead)] : []), way(key), way(products.id)],
  }
}

/** The place after a row, opaque to everyone outside. */
export const writeCursor = (sort: ProductSort, key: string, id: string) =>
  encodeCursor(sort, key, id)

/** The condition that a cursor stands for; null when it is not one of ours for this order. */
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
