import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'

/** The stock of the variants in use with these SKUs, each with its newest ledger row. */
export async function findBySku(db: Db, skus: readonly string[]) {
  const rows = await db
    .select({
      productId: variants.productId,
      variantId: variants.id,
      sku: variants.sku,
      onHand: variants.inventory,
      isTracked: products.trackInventory,
      version:
        sql<number>`coalesce((select max(m.id) from stock_movements m where m.variant_id = ${variants.id}), 0)`.mapWith(
          Number,
        ),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.sku, [...skus]), isNull(variants.retiredAt)))
  return new Map(rows.map((row) => [row.sku, row]))
}
