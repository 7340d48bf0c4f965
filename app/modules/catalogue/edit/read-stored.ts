import { asc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { categories, productImages, products, variants } from '../../../db/tables.server.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'

export type StoredProduct = typeof products.$inferSelect
export type StoredVariant = typeof variants.$inferSelect

/** All variants of a product, retired ones too, in their order. */
export const readVariants = (db: Db | Tx, productId: string): Promise<StoredVariant[]> =>
  db
    .select()
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(asc(variants.position), asc(variants.id))

/** A product's values for the audit log, with stock and pictures; null where there is none. */
export async function readFacts(db: Tx, productId: string) {
  const [row] = await db
    .select({ product: products, category: categories.name })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(eq(products.id, productId))
  if (!row) return null
  const all = (await readVariants(db, productId)).filter((one) => !one.retiredAt)
  const isPlain = all.every((one) => !one.size && !one.color)
  const images = await db
    .select({
      alt: productImages.alt,
      color: productImages.color,
      picture: sql<string>`${productImages.pictureId}::text`,
    })
    .from(productImages)
    .where(eq(productImages.productId, productId))
    .orderBy(asc(productImages.position))
  const {
    id: _id,
    version: _version,
    createdAt: _created,
    updatedAt: _updated,
    inventoryQuantity,
    categoryId: _category,
    archivedAt,
    ...facts
  } = row.product
  return {
    ...facts,
    category: row.category,
    archived: archivedAt !== null,
    inventory: isPlain
      ? inventoryQuantity
      : all.map((one) => `${variantName(one)}: ${one.inventory}`),
    variants: isPlain
      ? []
      : all.map(
          (one) => `${variantName(one)} (${[one.sku, one.barcode].filter(Boolean).join(', ')})`,
        ),
    images: images.map(
      ({ alt, color, picture }) =>
        `${alt} (${[color, picture.slice(0, 8)].filter(Boolean).join(', ')})`,
    ),
  }
}
