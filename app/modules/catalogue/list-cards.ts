import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures, productImages, products, wishlists } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type CardProduct, NEW_FOR_DAYS, type ProductSort } from '../../rules/products.ts'
import { toPictureSource } from '../media/picture-source.ts'
import { afterCursor, orderOf, writeCursor } from './page-order.ts'
import { soldToday } from './sold-today.ts'

export type CardPage = {
  products: CardProduct[]
  /** Where the next page begins; null on the last. */
  next: string | null
  /** All that meet the condition, over every page. */
  total: number
}

type Reach = Pick<Shop, 'db' | 'storage'>
type Wanted = {
  where: SQL | undefined
  sort: ProductSort
  limit: number
  cursor?: string | null
  userId: string | null
  /** A name under which the query is kept; its condition then has placeholders for `values`. */
  kept?: { name: string; values: Record<string, unknown> }
}

/** One page of product cards in one query: category, first picture, units sold today, wished or not. */
export async function listCards(shop: Reach, wanted: Wanted): Promise<CardPage> {
  const { sort, limit, kept } = wanted
  const rows = kept
    ? await prepareOnce(shop.db, `${kept.name} ${sort} ${limit}`, () =>
        selectCards(shop.db, wanted, sql.placeholder('userId')),
      ).execute({ ...kept.values, userId: wanted.userId })
    : await selectCards(shop.db, wanted, wanted.userId)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    products: shown.map(({ key: _key, total: _total, alt, picture, ...product }) => {
      const source = toPictureSource(shop.storage, picture)
      return { ...product, picture: source && { ...source, alt: alt ?? product.name } }
    }),
    next: last ? writeCursor(sort, last.key, last.id) : null,
    total: rows[0]?.total ?? 0,
  }
}

function selectCards(db: Db, wanted: Wanted, userId: string | null | Placeholder) {
  const { where, sort, limit, cursor } = wanted
  const order = orderOf(sort)
  const after = cursor ? afterCursor(sort, cursor) : null
  const image = db
    .select({ alt: productImages.alt, pictureId: productImages.pictureId })
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .orderBy(productImages.position)
    .limit(1)
    .as('image')
  const sold = soldToday(db)
  return db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      price: products.price,
      comparePrice: products.comparePrice,
      inventory: products.inventoryQuantity,
      trackInventory: products.trackInventory,
      isNew: sql<boolean>`${products.createdAt} > now() - make_interval(days => ${NEW_FOR_DAYS})`,
      category: { name: categories.name, slug: categories.slug },
      alt: image.alt,
      picture: {
        path: pictures.path,
        width: pictures.width,
        height: pictures.height,
        tint: pictures.tint,
        widths: pictures.widths,
        hasAvif: pictures.hasAvif,
      },
      soldToday: sql<number>`coalesce(${sold.units}, 0)`,
      isWished: isWished(userId),
      key: order.key,
      total: sql<number>`(select count(*)::int from ${products} where ${where})`,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .leftJoin(sold, eq(sold.productId, products.id))
    .where(and(where, after ?? undefined))
    .orderBy(...order.by)
    .limit(limit + 1)
}

/** Whether a product of the query is in somebody's wishlist; nobody's for null. */
export const isWished = (userId: string | null | Placeholder) =>
  sql<boolean>`exists (select from ${wishlists} where ${wishlists.userId} = ${userId}::uuid and ${wishlists.productId} = ${products.id})`
