import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { categories, pictures, productImages, products } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ProductValues } from '../../../rules/catalogue/product-values.ts'
import type { ChosenPicture } from '../../../rules/media/pictures.ts'
import { isUuid } from '../../../rules/uuid.ts'
import { toPictureSource } from '../../media/picture-source.ts'
import { readVariants } from './read-stored.ts'

type CatalogueShop = Pick<Shop, 'db' | 'storage'>
export type AdminProduct = {
  id: string
  slug: string
  version: number
  isArchived: boolean
  values: ProductValues
  pictures: ChosenPicture[]
}

const textOf = (value: string | number | null) => (value === null ? '' : String(value))

/** A product with all that its form holds; undefined where there is none. */
export async function findAdminProduct(
  shop: CatalogueShop,
  id: string,
): Promise<AdminProduct | undefined> {
  const { db } = shop
  if (!isUuid(id)) return undefined
  const [[product], all, images] = await Promise.all([
    db.select().from(products).where(eq(products.id, id)),
    readVariants(db, id),
    db
      .select({
        id: productImages.pictureId,
        alt: productImages.alt,
        color: productImages.color,
      })
      .from(productImages)
      .where(eq(productImages.productId, id))
      .orderBy(asc(productImages.position), asc(productImages.id)),
  ])
  if (!product) return undefined
  const sold = all.filter((row) => !row.retiredAt)
  const plain = sold.find((row) => !row.size && !row.color)
  const inStock = String(plain?.inventory ?? 0)
  return {
    id,
    slug: product.slug,
    version: product.version,
    isArchived: product.archivedAt !== null,
    pictures: await listChosenPictures(
      shop,
      images.map((image) => image.id),
    ),
    values: {
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
      images: images.map(({ id: pictureId, alt, color }) => ({
        id: pictureId,
        alt,
        color: textOf(color),
      })),
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
    },
  }
}

/** Stored pictures by their ids, as forms show them; unknown ids are left out. */
export async function listChosenPictures(
  { db, storage }: CatalogueShop,
  ids: readonly string[],
): Promise<ChosenPicture[]> {
  const asked = ids.filter((id) => isUuid(id)).slice(0, 100)
  if (asked.length === 0) return []
  const rows = await db.select().from(pictures).where(inArray(pictures.id, asked))
  return rows.flatMap((row) => {
    const source = toPictureSource(storage, row)
    return source ? [{ ...source, id: row.id }] : []
  })
}

/** Every category to choose from, subcategories as `Dresses / Maxi`, in the shop's order. */
export async function listCategoryChoices(db: Db): Promise<{ id: string; name: string }[]> {
  const rows = await db
    .select({ id: categories.id, name: categories.name, parentId: categories.parentId })
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.name))
    .limit(1000)
  return rows
    .filter((row) => row.parentId === null)
    .flatMap((top) => [
      { id: top.id, name: top.name },
      ...rows
        .filter((row) => row.parentId === top.id)
        .map((row) => ({ id: row.id, name: `${top.name} / ${row.name}` })),
    ])
}
