import { eq, inArray, sql } from 'drizzle-orm'
import { categories, pictures, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, readText } from '../../rules/catalogue/product-filters.ts'
import { NEAR_LIMIT, type SearchResult } from '../../rules/search.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { firstPicture, PRODUCT_COLUMNS } from './product-columns.ts'
import {
  countSought,
  findBest,
  findNearWords,
  readWords,
  type WordQuery,
} from './product-search.ts'

type SearchShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/** Visible products that have the words of a text, those named so first; where there is none, what has some of them. */
export async function searchProducts(
  shop: SearchShop,
  text: string,
  limit: number,
): Promise<SearchResult> {
  const { db } = shop
  const search = readText(text)
  const words = await readWords(db, search)
  if (!words) return { hits: [], total: 0, near: [] }
  const found = await readBest(shop, words, limit)
  if (found.total > 0) return { ...found, near: [] }
  const nearWords = await findNearWords(db, search)
  const near = nearWords ? (await readBest(shop, nearWords, NEAR_LIMIT)).hits : []
  return { ...found, near }
}

async function readBest(shop: SearchShop, words: WordQuery, limit: number) {
  const { db, storage } = shop
  const total = await countSought(shop, { filter: ALL_PRODUCTS, words })
  if (total === 0) return { hits: [], total }
  const ids = await findBest(db, words, { limit, total })
  const image = firstPicture(db)
  const rows = await db
    .select({ ...PRODUCT_COLUMNS, picture: PICTURE_COLUMNS })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .where(inArray(products.id, ids))
    .limit(limit)
  return {
    hits: rows
      .map(({ picture, ...hit }) => ({ ...hit, picture: toPictureSource(storage, picture) }))
      .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    total,
  }
}
