import { and, asc, eq, inArray, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import {
  categories,
  pictures,
  productImages,
  products,
  variants,
  wishlists,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { ProductDetail } from '../../rules/catalogue/product-detail.ts'
import { guideKindOf } from '../../rules/catalogue/size-guide.ts'
import { preorderOf } from '../../rules/stock/preorders.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { availableOfProduct, availableUnits, PREORDER_COLUMNS } from '../stock/availability.ts'
import { isVisible } from './conditions.ts'
import { isNew, PRODUCT_COLUMNS, RATING_COLUMNS } from './product-columns.ts'
import { soldToday } from './sold-today.ts'

type CatalogueShop = Pick<Shop, 'db' | 'storage'>

/** The visible product at an address with all that its screen shows; undefined when there is none. */
export async function findProduct(
  shop: CatalogueShop,
  slug: string,
  userId: string | null,
): Promise<ProductDetail | undefined> {
  const { db } = shop
  const [[product], images, variantRows] = await Promise.all([
    prepareProduct(db).execute({ slug, userId }),
    prepareImages(db).execute({ slug }),
    prepareVariants(db).execute({ slug }),
  ])
  if (!product) return undefined
  const { tags, guide, parentGuide, ...shown } = product
  return {
    ...shown,
    sizeGuide: guideKindOf({
      set: guide ?? parentGuide,
      category: shown.category?.name ?? '',
      parentCategory: shown.parentCategory?.name ?? '',
      tags,
      name: shown.name,
    }),
    images: images.flatMap(({ alt, color, picture }) => {
      const source = toPictureSource(shop.storage, picture)
      return source ? [{ ...source, alt, color }] : []
    }),
    variants: variantRows.map(({ productId: _, sku: __, preorderUnits, preorderFrom, ...row }) => ({
      ...row,
      preorder: preorderOf({ preorderUnits, preorderFrom }),
    })),
  }
}

const prepareProduct = prepareOnce((db: Db) => {
  const parent = alias(categories, 'parent')
  const sold = soldToday(db)
  return db
    .select({
      ...PRODUCT_COLUMNS,
      ...RATING_COLUMNS,
      ...columnsOf(products, 'description', 'shortDescription', 'sku', 'brand', 'tags'),
      guide: categories.sizeGuide,
      parentGuide: parent.sizeGuide,
      inventory: availableOfProduct,
      ...columnsOf(products, 'trackInventory', 'metaTitle', 'metaDescription'),
      isNew,
      soldToday: sql<number>`coalesce(${sold.units}, 0)`,
      isWished: sql<boolean>`exists (select from ${wishlists} where ${wishlists.userId} = ${sql.placeholder('userId')}::uuid and ${wishlists.productId} = ${products.id})`,
      category: columnsOf(categories, 'name', 'slug', 'isActive'),
      parentCategory: { name: parent.name, slug: parent.slug, isActive: parent.isActive },
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(parent, eq(parent.id, categories.parentId))
    .leftJoin(sold, eq(sold.productId, products.id))
    .where(and(eq(products.slug, sql.placeholder('slug')), isVisible))
})

const productIdBySlug = (db: Db) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.slug, sql.placeholder('slug')))
const prepareImages = prepareOnce((db: Db) => selectImages(db, productIdBySlug(db)))
const prepareVariants = prepareOnce((db: Db) => selectVariants(db, productIdBySlug(db)))

// More than the products of one page have; a bound for damaged data only.
const MOST_IMAGES = 4_000
const MOST_VARIANTS = 20_000

/** Product ids, or a query that returns them. */
type Which = string[] | SQLWrapper

/** The pictures of some products, in their order. */
export const selectImages = (db: Db, which: Which) =>
  db
    .select({ ...columnsOf(productImages, 'productId', 'alt', 'color'), picture: PICTURE_COLUMNS })
    .from(productImages)
    .innerJoin(pictures, eq(pictures.id, productImages.pictureId))
    .where(inArray(productImages.productId, which))
    .orderBy(asc(productImages.position), asc(productImages.id))
    .limit(MOST_IMAGES)

/** The variants of some products that are still sold, in their order. */
export const selectVariants = (db: Db, which: Which) =>
  db
    .select({
      ...columnsOf(variants, 'id', 'productId', 'size', 'color', 'colorValue', 'sku'),
      inventory: availableUnits,
      ...PREORDER_COLUMNS,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(variants.productId, which), isNull(variants.retiredAt)))
    .orderBy(asc(variants.position), asc(variants.id))
    .limit(MOST_VARIANTS)
