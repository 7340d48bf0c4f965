import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { cursorValue, cutPage, pageBy, readCursor } from '../../db/keyset.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { lookUp, searchPage } from '../../db/search-page.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import { type Direction, type Page } from '../../rules/lists.ts'
import { LOW_STOCK_UNDER, type StockRow } from '../../rules/stock/stock.ts'
import { readStockLevels, type StockShop } from './read-stock-levels.ts'

export const STOCK_SORTS = ['name', 'on-hand'] as const
export const STOCK_LEVELS = ['low', 'out'] as const
export type StockQuery = {
  search: string
  level: (typeof STOCK_LEVELS)[number] | null
  sort: (typeof STOCK_SORTS)[number]
  direction: Direction
  after: string | null
}

const ON_HAND = { column: variants.inventory, type: 'integer' } as const
const NAME = { column: products.name, type: 'text' } as const
const place = sql`(${products.name}, ${products.id}, ${variants.position}, ${variants.id})`

/**
 * Sorted by name, the variants of a product stay together in their own order. The cursor has only the name and the
 * variant; the query looks up the variant's other sort values.
 */
export function byName({ after, direction }: Pick<StockQuery, 'after' | 'direction'>) {
  const way = direction === 'asc' ? asc : desc
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  const cursor = readCursor(after, 'text')
  return {
    cursor: cursorValue(NAME),
    order: [products.name, products.id, variants.position, variants.id].map((part) => way(part)),
    // The first condition is implied by the second, but an index can start from it.
    rest:
      cursor &&
      sql`${products.name} ${than}= ${cursor.value}::text and ${place} ${than}
        (select ${cursor.value}::text, seen.product_id, seen.position, seen.id from variants seen where seen.id = ${cursor.id}::uuid)`,
  }
}

const LEVELS = {
  low: and(lt(variants.inventory, LOW_STOCK_UNDER), products.trackInventory),
  out: and(eq(variants.inventory, 0), products.trackInventory),
}

const ofVariant = sql`${products.id} = ${variants.productId}`

/** Stock is searched by part of a SKU, product name or barcode. */
function searched(text: string) {
  return {
    table: variants,
    id: variants.id,
    joins: sql`inner join ${products} on ${ofVariant}`,
    lookups: lookUp(products, ofVariant),
    holds: sql`(${holdsText(variants.sku, text)} or ${holdsText(variants.barcode, text)} or ${holdsText(products.name, text)}
      or ${holdsText(products.sku, text)} or ${holdsText(products.barcode, text)})`,
    found: sql`
      select id from ${variants} where ${holdsText(sql`sku`, text)}
      union select id from ${variants} where ${holdsText(sql`barcode`, text)}
      union select ${variants.id} from (select id from ${products} where ${holdsText(sql`name`, text)}
        union select id from ${products} where ${holdsText(sql`sku`, text)}
        union select id from ${products} where ${holdsText(sql`barcode`, text)}) ${products} ${lookUp(variants, ofVariant)}`,
  }
}

/** The variant is in use, and its product is not archived. */
export const isOnSale = and(isNull(variants.retiredAt), isNull(products.archivedAt))

/** The variants that `stock=low` lists, as rows of a query. */
export const LOW_STOCK = sql`${variants} inner join ${products} on ${ofVariant} where ${and(isOnSale, LEVELS.low)}`

/** A page of all variants in use of products that are not archived. */
export async function listStock(
  shop: StockShop,
  asked: StockQuery,
  limit: number,
): Promise<Page<StockRow>> {
  const { search, level, sort } = asked
  const { cursor, order, rest } =
    sort === 'name' ? byName(asked) : pageBy(ON_HAND, variants.id, asked)
  const where = and(isOnSale, level ? LEVELS[level] : undefined, rest ?? undefined)
  // Chooses the rows first, so that pictures and ledgers are read for these rows only.
  const found = await shop.db
    .select({ id: variants.id, cursor })
    .from(variants)
    .innerJoin(products, ofVariant)
    .where(await searchPage(shop.db, { search, limit }, searched, { where, order }))
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(found, limit)
  const ids = page.rows.map((row) => row.id)
  if (ids.length === 0) return { rows: [], next: null }
  const rows = new Map(
    (await readStockLevels(shop, inArray(variants.id, ids))).map((row) => [row.id, row]),
  )
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), next: page.next }
}
