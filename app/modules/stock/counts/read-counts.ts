import { and, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import {
  categories,
  products,
  stockCountLines,
  stockCounts,
  variants,
} from '../../../db/tables.server.ts'
import type { Page } from '../../../rules/lists.ts'
import type { CountHead, CountRow } from '../../../rules/stock/counts.ts'
import { isOnSale } from '../list-stock.ts'
import { VARIANT_NAME } from '../read-stock-levels.ts'

const HEAD = {
  ...columnsOf(stockCounts, 'id', 'number', 'state'),
  category: categories.name,
  location: stockCounts.location,
  createdAt: stockCounts.createdAt,
  sizes:
    sql<number>`(select count(distinct l.variant_id) from stock_count_lines l where l.count_id = ${stockCounts.id})`.mapWith(
      Number,
    ),
}
const NEWEST: SortColumn = { column: stockCounts.createdAt, type: 'timestamptz' }

/** A page of stock-takes, the newest first. */
export async function listCounts(
  db: Db,
  after: string | null,
  limit = 25,
): Promise<Page<CountHead>> {
  const { cursor, order, rest } = pageBy(NEWEST, stockCounts.id, { after, direction: 'desc' })
  const rows = await db
    .select({ ...HEAD, cursor })
    .from(stockCounts)
    .leftJoin(categories, eq(categories.id, stockCounts.categoryId))
    .where(rest)
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

/** One stock-take; undefined for none. */
export async function findCount(db: Db, id: string) {
  const [head] = await db
    .select({ ...HEAD, categoryId: stockCounts.categoryId })
    .from(stockCounts)
    .leftJoin(categories, eq(categories.id, stockCounts.categoryId))
    .where(eq(stockCounts.id, id))
  return head
}

const MOST_SIZES = 5000

/** What was counted, each size once: all of its lines together against the ledger at the last of them. */
export const listCounted = (db: Db | Tx, countId: string): Promise<CountRow[]> =>
  db
    .select({
      ...VARIANT_NAME,
      counted: sql<number>`sum(${stockCountLines.counted})`.mapWith(Number),
      ledger: sql<number>`(array_agg(${stockCountLines.ledger} order by ${stockCountLines.id} desc))[1]`,
      isMoved: sql<boolean>`min(${stockCountLines.ledger}) <> max(${stockCountLines.ledger})`,
    })
    .from(stockCountLines)
    .innerJoin(variants, eq(variants.id, stockCountLines.variantId))
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(stockCountLines.countId, countId))
    .groupBy(variants.id, products.id)
    .orderBy(products.name, products.id, variants.position, variants.id)
    .limit(MOST_SIZES)

/** Of its category (with subcategories) or location, what is in stock and nobody has counted; 200 at most. */
export const listUncounted = (
  db: Db,
  count: { id: string; categoryId: string | null; location: string | null },
) =>
  db
    .select({
      id: variants.id,
      product: products.name,
      size: variants.size,
      color: variants.color,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        isOnSale,
        sql`${variants.inventory} > 0`,
        count.categoryId
          ? sql`${products.categoryId} in (select c.id from categories c where c.id = ${count.categoryId}::uuid or c.parent_id = ${count.categoryId}::uuid)`
          : undefined,
        count.location ? eq(products.location, count.location) : undefined,
        sql`not exists (select from stock_count_lines l where l.count_id = ${count.id}::uuid and l.variant_id = ${variants.id})`,
      ),
    )
    .orderBy(products.name, variants.position)
    .limit(200)
