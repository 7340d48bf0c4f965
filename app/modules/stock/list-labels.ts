import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import type { LabelRow } from '../../rules/stock/labels.ts'
import { isOnSale } from './list-stock.ts'
import { barcodeOfVariant, VARIANT_NAME } from './read-stock-levels.ts'

const MOST_ROWS = 500

/** The labels of a product, of one variant, or of these variants; 500 at most. */
export async function listLabels(
  db: Db,
  of: { productId: string } | { variantIds: readonly string[] },
): Promise<LabelRow[]> {
  if ('variantIds' in of && of.variantIds.length === 0) return []
  const rows = await db
    .select({
      ...VARIANT_NAME,
      price: products.price,
      barcode: barcodeOfVariant,
      sku: variants.sku,
      onHand: variants.inventory,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        isOnSale,
        'productId' in of
          ? eq(products.id, of.productId)
          : inArray(variants.id, of.variantIds.slice(0, MOST_ROWS)),
      ),
    )
    .orderBy(products.name, products.id, variants.position, variants.id)
    .limit(MOST_ROWS)
  return rows.map(({ barcode, sku, ...row }) => ({ ...row, code: barcode ?? sku }))
}
