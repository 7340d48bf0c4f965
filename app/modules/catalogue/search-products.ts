import { eq, inArray, sql } from 'drizzle-orm'
import { categories, pictures, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, readFilterText } from '../../rules/catalogue/product-filters.ts'
import { NEAR_LIMIT, type SearchHit, type SearchResult } from '../../rules/search.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { isVisible } from './conditions.ts'
import { orderOf } from './page-order.ts'
import { firstPicture, PRODUCT_COLUMNS } from './product-columns.ts'
import {
  countSought,
  findBest,
  findNearWords,
  readWords,
  type WordQuery,
} from './product-search.ts'

type SearchShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/**
 * Visible products that have the words of a text, those with the words in their name first. Where there is none,
 * products that have some of the words, or else the newest.
 */
export async function searchProducts(
  shop: SearchShop,
  text: string,
  limit: number,
): Promise<SearchResult> {
  const { db } = shop
  const search = readFilterText(text)
  const words = await readWords(db, search)
  const found = words ? await readBest(shop, words, limit) : { hits: [], total: 0 }
  if (found.total > 0 || search === '')
    return { ...found, near: [], ...(words?.isCorrected && { isCorrected: true }) }
  const nearWords = await findNearWords(db, search)
  const near = nearWords ? (await readBest(shop, nearWords, NEAR_LIMIT)).hits : []
  return { ...found, near, ...(near.length === 0 && { newest: await readNewest(shop) }) }
}

/** Cached, because many visitors search for what the shop does not have. */
const readNewest = (shop: SearchShop) =>
  shop.cached('newest sought', async () => {
    const { by } = orderOf('newest')
    const rows = await shop.db
      .select({ id: products.id })
      .from(products)
      .where(isVisible)
      .orderBy(...by)
      .limit(NEAR_LIMIT)
    return readHits(
      shop,
      rows.map(({ id }) => id),
    )
  })

async function readBest(shop: SearchShop, words: WordQuery, limit: number) {
  const total = await countSought(shop, { filter: ALL_PRODUCTS, words })
  if (total === 0) return { hits: [], total }
  return { hits: await readHits(shop, await findBest(shop.db, words, { limit, total })), total }
}

/** Products in the order of `ids`. */
async function readHits({ db, storage }: SearchShop, ids: string[]): Promise<SearchHit[]> {
  const image = firstPicture(db)
  const rows = await db
    .select({ ...PRODUCT_COLUMNS, picture: PICTURE_COLUMNS })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .where(inArray(products.id, ids))
    .limit(ids.length)
  return rows
    .map(({ picture, ...hit }) => ({ ...hit, picture: toPictureSource(storage, picture) }))
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
