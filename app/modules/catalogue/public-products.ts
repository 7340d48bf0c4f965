import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../db/columns-of.server.ts'
import { categories, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { preorderOf } from '../../rules/stock/preorders.ts'
import { availableOfProduct } from '../stock/availability.ts'
import { isVisible } from './conditions.ts'
import { selectImages, selectVariants } from './find-product.ts'
import { afterCursor, orderOf, writeCursor } from './page-order.ts'
import { countSought, findSought, readSought } from './product-search.ts'

type CatalogueShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/** A product's public columns; the cost is not among them. */
const selectPublic = ({ db }: CatalogueShop, order: { key: SQL<string> }) =>
  db
    .select({
      ...columnsOf(products, 'id', 'name', 'slug', 'description'),
      short_description: products.shortDescription,
      price: products.price,
      compare_price: products.comparePrice,
      sku: products.sku,
      barcode: products.barcode,
      category_id: products.categoryId,
      brand: products.brand,
      weight: products.weight,
      inventory_quantity: availableOfProduct,
      track_inventory: products.trackInventory,
      featured: products.featured,
      status: products.status,
      meta_title: products.metaTitle,
      meta_description: products.metaDescription,
      tags: products.tags,
      created_at: products.createdAt,
      category: { id: categories.id, name: categories.name, slug: categories.slug },
      key: order.key,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectPublic>>[number]

/** Adds pictures and variants to products, in two queries for any number of products. */
async function complete(shop: CatalogueShop, rows: Row[]) {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [images, variants] = await Promise.all([
    selectImages(shop.db, ids),
    selectVariants(shop.db, ids),
  ])
  const imagesOf = Map.groupBy(images, (image) => image.productId)
  const variantsOf = Map.groupBy(variants, (variant) => variant.productId)
  return rows.map(({ key: _key, ...row }) => ({
    ...row,
    images: (imagesOf.get(row.id) ?? []).map(({ picture, alt }) => ({
      url: shop.storage.url(picture.path),
      alt,
    })),
    variants: (variantsOf.get(row.id) ?? []).map(
      ({ productId: _productId, preorderUnits, preorderFrom, ...variant }) => ({
        ...variant,
        preorder: preorderOf({ preorderUnits, preorderFrom }),
      }),
    ),
  }))
}

/** One page of the public catalogue with the field names of the public API; null when the cursor is not valid. */
export async function listPublicProducts(
  shop: CatalogueShop,
  filter: ProductFilter,
  limit: number,
  cursor: string | null,
) {
  const after = cursor ? afterCursor(filter.sort, cursor) : undefined
  if (after === null) return null
  const order = orderOf(filter.sort)
  const sought = await readSought(shop, filter)
  if (!sought) return { products: [], total: 0, next_cursor: null }
  const total = await countSought(shop, sought)
  const which = await findSought(shop.db, sought, { after, order: order.by, limit, total })
  const rows = await selectPublic(shop, order)
    .where(inArray(products.id, which))
    .orderBy(...order.by)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    products: await complete(shop, shown),
    total,
    next_cursor: last ? writeCursor(filter.sort, last.key, last.id) : null,
  }
}

/** One visible product with the field names of the public API. */
export async function findPublicProduct(shop: CatalogueShop, slug: string) {
  const rows = await selectPublic(shop, orderOf('newest')).where(
    and(eq(products.slug, slug), isVisible),
  )
  return (await complete(shop, rows))[0]
}

/**
 * Every visible product, newest first, and the categories that the shop's menus name, for search engines; 40,000
 * products at most.
 */
export async function listForSitemap({ db }: Pick<Shop, 'db'>) {
  const parent = alias(categories, 'parent')
  const [productRows, categoryRows] = await Promise.all([
    db
      .select({ slug: products.slug, changedAt: products.updatedAt })
      .from(products)
      .where(isVisible)
      .orderBy(desc(products.createdAt))
      .limit(40_000),
    db
      .select({ slug: categories.slug })
      .from(categories)
      .leftJoin(parent, eq(parent.id, categories.parentId))
      .where(sql`${categories.isActive} and ${parent.isActive} is not false`)
      .limit(5000),
  ])
  return { products: productRows, categories: categoryRows }
}
