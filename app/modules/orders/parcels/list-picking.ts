import { eq, inArray, sql } from 'drizzle-orm'
import { barcodes, products, variants } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'

type Line = { productId: string; variantId: string; sku: string; color: string | null }

/**
 * Adds to lines what they are picked by: picture, place, and the codes that a scanner may read (the SKU, the barcode
 * of the size, the barcode of the product).
 */
export async function listPicking<L extends Line>(
  shop: Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>,
  lines: readonly L[],
) {
  if (lines.length === 0) return []
  const [shown, places] = await Promise.all([
    withThumbnails(shop, lines),
    shop.db
      .select({
        variantId: variants.id,
        shelf: products.location,
        codes: sql<string[]>`array(select b.code from ${barcodes} b where b.variant_id = variants.id
          or (b.product_id = variants.product_id and b.variant_id is null))`,
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(
        inArray(
          variants.id,
          lines.map((line) => line.variantId),
        ),
      ),
  ])
  return shown.map((line) => {
    const place = places.find(({ variantId }) => variantId === line.variantId)
    return { ...line, shelf: place?.shelf ?? null, codes: [line.sku, ...(place?.codes ?? [])] }
  })
}
