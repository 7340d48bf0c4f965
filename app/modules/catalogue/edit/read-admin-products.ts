import { asc, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { productImages, products, variants } from '../../../db/tables.server.ts'
import type { ProductValues } from '../../../rules/catalogue/product-values.ts'
import type { StoredVariant } from './read-stored.ts'

export type StoredAdminProduct = {
  id: string
  slug: string
  version: number
  isArchived: boolean
  createdAt: Date
  values: ProductValues
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

/** Products with all values of their forms, by id; unknown ids are left out. */
export async function readAdminProducts(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Map<string, StoredAdminProduct>> {
  if (ids.length === 0) return new Map()
  const [rows, all, images] = await Promise.all([
    db
      .select()
      .from(products)
      .where(inArray(products.id, [...ids])),
    db
      .select()
      .from(variants)
      .where(inArray(variants.productId, [...ids]))
      .orderBy(asc(variants.position), asc(variants.id)),
    db
      .select({
        productId: productImages.productId,
        id: productImages.pictureId,
        alt: productImages.alt,
        color: productImages.color,
      })
      .from(productImages)
      .where(inArray(productImages.productId, [...ids]))
      .orderBy(asc(productImages.position), asc(productImages.id)),
  ])
  const variantsOf = Map.groupBy(all, (one) => one.productId)
  const imagesOf = Map.groupBy(images, (one) => one.productId)
  return new Map(
    rows.map((product) => [
      product.id,
      {
        id: product.id,
        slug: product.slug,
        version: product.version,
        isArchived: product.archivedAt !== null,
        createdAt: product.createdAt,
        values: toValues(
          product,
          variantsOf.get(product.id) ?? [],
          (imagesOf.get(product.id) ?? []).map(({ id, alt, color }) => ({
            id,
            alt,
            color: textOf(color),
          })),
        ),
      },
    ]),
  )
}

function toValues(
  product: typeof products.$inferSelect,
  all: readonly StoredVariant[],
  images: ProductValues['images'],
): ProductValues {
  const sold = all.filter((row) => !row.retiredAt)
  const plain = sold.find((row) => !row.size && !row.color)
  const inStock = String(plain?.inventory ?? 0)
  return {
    name: product.name,
    short_description: product.shortDescription,
    description: product.description,
    price: String(product.price),
    compare_price: textOf(product.comparePrice),
    cost_price: textOf(product.costPrice),
    sku: product.sku,
    barcode: textOf(product.barcode),
    category_id: textOf(product.categoryId),
    brand: textOf(product.brand),
    location: textOf(product.location),
    weight: textOf(product.weight),
    inventory_quantity: inStock,
    inventoryLoaded: inStock,
    status: product.status,
    meta_title: textOf(product.metaTitle),
    meta_description: textOf(product.metaDescription),
    trackInventory: product.trackInventory,
    featured: product.featured,
    tags: product.tags,
    images,
    variants: sold
      .filter((row) => row !== plain)
      .map(({ size, color, sku, barcode, inventory }) => ({
        size: size ?? '',
        color: color ?? '',
        sku,
        barcode: textOf(barcode),
        inventory: String(inventory),
        loaded: String(inventory),
      })),
    gone: [],
  }
}
