import { inArray } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { barcodes as known, products, variants } from '../../../db/tables.server.ts'

type Codes = { slugs: string[]; skus: string[]; variantSkus: string[]; barcodes: string[] }

/** The ids of the products that have these slugs, SKUs, variant SKUs and barcodes, by code. */
export async function findByCodes(db: Db, { slugs, skus, variantSkus, barcodes }: Codes) {
  const columns = columnsOf(products, 'id', 'slug', 'sku')
  const [bySlug, bySku, byBarcode, ofVariants] = await Promise.all([
    db.select(columns).from(products).where(inArray(products.slug, slugs)),
    db.select(columns).from(products).where(inArray(products.sku, skus)),
    db
      .select({ id: known.productId, code: known.code })
      .from(known)
      .where(inArray(known.code, barcodes)),
    db
      .select({ id: variants.productId, sku: variants.sku })
      .from(variants)
      .where(inArray(variants.sku, variantSkus)),
  ])
  return {
    bySlug: new Map(bySlug.map((row) => [row.slug, row.id])),
    bySku: new Map(bySku.map((row) => [row.sku, row.id])),
    byBarcode: new Map(byBarcode.map((row) => [row.code, row.id])),
    byVariantSku: new Map(ofVariants.map((row) => [row.sku, row.id])),
  }
}
