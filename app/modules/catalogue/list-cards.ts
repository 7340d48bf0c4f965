import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures, products, wishlists } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type CardProduct, type ProductSort } from '../../rules/catalogue/products.ts'
import { averageOf } from '../../rules/reviews/reviews.ts'
import { settings } from '../../rules/settings/settings.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { availableOfProduct } from '../stock/availability.ts'
import { afterCursor, orderOf, writeCursor } from './page-order.ts'
import { firstPicture, isNew, PRODUCT_COLUMNS, RATING_COLUMNS } from './product-columns.ts'
import { countSought, findSought, type Sought } from './product-search.ts'
import { soldToday } from './sold-today.ts'

export type CardPage = {
  products: CardProduct[]
  /** Cursor of the next page; null on the last page. */
  next: string | null
  /** Number of products that meet the condition, on all pages. */
  total: number
}

type CatalogueShop = Pick<Shop, 'db' | 'storage' | 'cached'>
export type CommonList =
  | { list: 'all' | 'featured' }
  | { list: 'category'; category: string }
  | { list: 'related'; ids: readonly string[] }

type CardsQuery = {
  where?: SQL | undefined
  sort: ProductSort
  limit: number
  cursor?: string | null
  /** Lists only these products, instead of a condition on the products' own rows. */
  sought?: Sought
  /** The colors that a list is narrowed by: its cards show a picture in one of them where there is one. */
  colors?: readonly string[]
  userId: string | null
  /** A list that many visitors ask for, which is cached. */
  common?: CommonList
}

/** One page of product cards, with category, first picture, units sold today and the customer's wishes. */
export async function listCards(shop: CatalogueShop, query: CardsQuery): Promise<CardPage> {
  const { userId } = query
  const page = await readPage(shop, query)
  if (!userId || page.products.length === 0) return page
  const ids = page.products.map(({ id }) => id)
  const wished = await prepareWishes(shop.db).execute({
    userId,
    ids,
  })
  const wishes = new Set(wished.map(({ id }) => id))
  return {
    ...page,
    products: page.products.map((product) => ({ ...product, isWished: wishes.has(product.id) })),
  }
}

const prepareWishes = prepareOnce((db: Db) =>
  db
    .select({ id: wishlists.productId })
    .from(wishlists)
    .where(
      and(
        eq(wishlists.userId, sql.placeholder('userId')),
        sql`${wishlists.productId} = any(${sql.placeholder('ids')}::uuid[])`,
      ),
    ),
)

/** The page without the customer's wishes, the same for everybody. */
async function readPage(shop: CatalogueShop, query: CardsQuery): Promise<CardPage> {
  const { sort, limit, common } = query
  if (!common) return readAnew(shop, query)
  const key = `cards ${JSON.stringify(common)} ${sort} ${limit}`
  const known = await shop.cached(key, async () => {
    const page = await readAnew(shop, query)
    // An empty list, as of a made-up category, is not cached.
    return page.total > 0 ? page : undefined
  })
  return known ?? NOTHING
}

const readAnew = async (shop: CatalogueShop, query: CardsQuery) =>
  query.sought
    ? readSought(shop, query, query.sought)
    : toPage(shop, query, await selectCards(shop.db, query))

/** A page of matching products: finds their ids first, each part by its own index, then reads their cards. */
async function readSought(
  shop: CatalogueShop,
  query: CardsQuery,
  sought: Sought,
): Promise<CardPage> {
  const { sort, limit, cursor } = query
  const after = cursor ? (afterCursor(sort, cursor) ?? undefined) : undefined
  const total = await countSought(shop, sought)
  if (total === 0) return NOTHING
  const order = orderOf(sort).by
  const ids = await findSought(shop.db, sought, { after, order, limit, total })
  const { cursor: _cursor, ...rest } = query
  const rows = await selectCards(shop.db, { ...rest, where: inArray(products.id, ids) })
  const page = toPage(shop, query, rows)
  // The count ignores the safety stock of offline tills and may be too high; a list that fits one page is
  // counted exactly.
  const isWhole = !cursor && page.next === null
  return { ...page, total: isWhole ? page.products.length : total }
}

export const NOTHING: CardPage = { products: [], next: null, total: 0 }

function toPage(
  shop: CatalogueShop,
  { sort, limit, colors }: CardsQuery,
  rows: Awaited<ReturnType<typeof selectCards>>,
): CardPage {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    products: shown.map(
      ({ key: _key, total: _total, alt, picture, shown: color, rating, ...product }) => {
        const source = toPictureSource(shop.storage, picture)
        return {
          ...product,
          rating: averageOf(rating) ?? settings().placeholderRating,
          reviewCount: rating.count,
          isWished: false,
          picture: source && { ...source, alt: alt ?? product.name },
          ...(color !== null && colors?.includes(color) && { color }),
        }
      },
    ),
    next: last ? writeCursor(sort, last.key, last.id) : null,
    total: rows[0]?.total ?? 0,
  }
}

function selectCards(
  db: Db,
  query: Pick<CardsQuery, 'where' | 'sort' | 'limit' | 'cursor' | 'colors'>,
) {
  const { where, sort, limit, cursor, colors } = query
  const order = orderOf(sort)
  const after = cursor ? afterCursor(sort, cursor) : null
  const image = firstPicture(db, colors)
  const sold = soldToday(db)
  return db
    .select({
      ...PRODUCT_COLUMNS,
      ...RATING_COLUMNS,
      inventory: availableOfProduct,
      trackInventory: products.trackInventory,
      isNew,
      alt: image.alt,
      shown: image.color,
      picture: PICTURE_COLUMNS,
      soldToday: sql<number>`coalesce(${sold.units}, 0)`,
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
