import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import { categories, products, stockCounts, variants } from '../../../db/tables.server.ts'
import { type Page, STAFF_PAGE } from '../../../rules/lists.ts'
import type { CountHead, CountState } from '../../../rules/stock/counts.ts'
import { isOnSale } from '../list-stock.ts'
import { unitsInOrders } from './units-expected.ts'

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
  { state, after }: { state: CountState | null; after: string | null },
  limit = STAFF_PAGE,
): Promise<Page<CountHead>> {
  const { cursor, order, rest } = pageBy(NEWEST, stockCounts.id, { after, direction: 'desc' })
  const rows = await db
    .select({ ...HEAD, cursor })
    .from(stockCounts)
    .leftJoin(categories, eq(categories.id, stockCounts.categoryId))
    .where(and(state ? eq(stockCounts.state, state) : undefined, rest))
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

/** One stock-take; undefined when there is none. */
export async function findCount(db: Db, id: string) {
  const [head] = await db
    .select({
      ...HEAD,
      categoryId: stockCounts.categoryId,
      units: sumOf(
        sql`select sum(l.counted) from stock_count_lines l where l.count_id = stock_counts.id`,
      ),
    })
    .from(stockCounts)
    .leftJoin(categories, eq(categories.id, stockCounts.categoryId))
    .where(eq(stockCounts.id, id))
  return head
}

const plain = (location: SQL) => sql`lower(btrim(${location}))`

/** The locations of all products, as the products name them; 500 at most. */
export async function listLocations(db: Db): Promise<string[]> {
  const name = plain(sql`${products.location}`)
  const rows = await db
    .select({ location: sql<string>`min(btrim(${products.location}))` })
    .from(products)
    .where(and(isNotNull(products.location), isNull(products.archivedAt)))
    .groupBy(name)
    .orderBy(name)
    .limit(500)
  return rows.flatMap(({ location }) => location || [])
}

/**
 * Sizes of the stock-take's category (with subcategories) or location that should be there and that nobody has counted;
 * the first `limit` of them.
 */
export const listUncounted = (
  db: Db,
  count: { id: string; categoryId: string | null; location: string | null },
  limit: number,
) =>
  db
    .select({
      product: products.name,
      location: products.location,
      ...columnsOf(variants, 'id', 'size', 'color', 'sku'),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        isOnSale,
        sql`(${variants.inventory} > 0 or ${unitsInOrders} > 0)`,
        count.categoryId
          ? sql`${products.categoryId} in (select c.id from categories c where c.id = ${count.categoryId}::uuid or c.parent_id = ${count.categoryId}::uuid)`
          : undefined,
        count.location
          ? sql`${plain(sql`${products.location}`)} = ${plain(sql`${count.location}::text`)}`
          : undefined,
        sql`not exists (select from stock_count_lines l where l.count_id = ${count.id}::uuid and l.variant_id = ${variants.id})`,
      ),
    )
    .orderBy(products.name, variants.position)
    .limit(limit)
