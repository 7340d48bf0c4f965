import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import { isOnSale } from './list-stock.ts'

/** What a scanner reads: the product whose barcode or SKU, or whose variant's SKU, is exactly this. */
export async function findScanned(
  db: Db,
  text: string,
): Promise<{ productId: string; variantId: string | null } | undefined> {
  const codes = [text, text.toUpperCase()]
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
    .where(
      and(
        isNull(products.archivedAt),
        or(inArray(products.sku, codes), inArray(products.barcode, codes)),
      ),
    )
    .limit(1)
  return product && { productId: product.productId, variantId: null }
}
