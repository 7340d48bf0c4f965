import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { barcodes, products, variants } from '../../db/tables.server.ts'
import { isOnSale } from './list-stock.ts'

/** The product or variant whose barcode or SKU is exactly the scanned text. */
export async function findScanned(
  db: Db,
  text: string,
): Promise<{ productId: string; variantId: string | null } | undefined> {
  const codes = [text, text.toUpperCase()]
  const [labelled] = await db
    .select({ productId: barcodes.productId, variantId: barcodes.variantId })
    .from(barcodes)
    .innerJoin(products, eq(products.id, barcodes.productId))
    .leftJoin(variants, eq(variants.id, barcodes.variantId))
    .where(and(isOnSale, inArray(barcodes.code, codes)))
    .limit(1)
  if (labelled) return labelled
  const [variant] = await db
    .select({
      productId: variants.productId,
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(isOnSale, inArray(variants.sku, codes)))
    .limit(1)
  if (variant)
    return {
      productId: variant.productId,
      variantId: variant.size || variant.color ? variant.variantId : null,
    }
  const [product] = await db
    .select({ productId: products.id })
    .from(products)
    .where(and(isNull(products.archivedAt), inArray(products.sku, codes)))
    .limit(1)
  return product && { productId: product.productId, variantId: null }
}
