import { and, inArray, isNull, or } from 'drizzle-orm'
import { barcodes, products } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'

type Line = { productId: string; variantId: string; sku: string; color: string | null }

/**
 * Lines with what they are picked by: their picture, the shelf of their product, and the codes that a scanner may read
 * on them (the SKU, the barcode of the size, that of the product as a whole).
 */
export async function listPicking<L extends Line>(
  shop: Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>,
  lines: readonly L[],
) {
  const ids = [...new Set(lines.map((line) => line.productId))]
  if (ids.length === 0) return []
  const variants = lines.map((line) => line.variantId)
  const [shown, shelves, codes] = await Promise.all([
    withThumbnails(shop, lines),
    shop.db
      .select({ id: products.id, shelf: products.location })
      .from(products)
      .where(inArray(products.id, ids)),
    shop.db
      .select()
      .from(barcodes)
      .where(
        or(
          inArray(barcodes.variantId, variants),
          and(inArray(barcodes.productId, ids), isNull(barcodes.variantId)),
        ),
      ),
  ])
  return shown.map((line) => ({
    ...line,
    shelf: shelves.find(({ id }) => id === line.productId)?.shelf ?? null,
    codes: [
      line.sku,
      ...codes
        .filter(({ productId, variantId }) =>
          variantId === null ? productId === line.productId : variantId === line.variantId,
        )
        .map(({ code }) => code),
    ],
  }))
}
