import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { products } from '../../db/tables.server.ts'
import { LOW_STOCK_UNDER } from '../../rules/stock/stock.ts'

const SHOWN = 10

/**
 * Products with fewer than 6 units in stock (docs/product.md, Stock), emptiest first; `isMore` when not all are shown.
 */
export async function listLowStock(db: Db) {
  const rows = await db
    .select({
      ...columnsOf(products, 'id', 'name', 'sku', 'status'),
      inventory: products.inventoryQuantity,
    })
    .from(products)
    .where(
      and(
        isNull(products.archivedAt),
        eq(products.trackInventory, true),
        lt(products.inventoryQuantity, LOW_STOCK_UNDER),
      ),
    )
    .orderBy(asc(products.inventoryQuantity), asc(products.id))
    .limit(SHOWN + 1)
  return { rows: rows.slice(0, SHOWN), isMore: rows.length > SHOWN }
}
