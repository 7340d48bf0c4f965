import { eq, inArray, sql } from 'drizzle-orm'
import { categories, pictures, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, readText } from '../../rules/catalogue/product-filters.ts'
import type { SearchResult } from '../../rules/search.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { firstPicture, PRODUCT_COLUMNS } from './product-columns.ts'
import { countSought, findBest, readWords } from './product-search.ts'

/** Visible products that have the words of a text; those named so come first. */
export async function searchProducts(
  shop: Pick<Shop, 'db' | 'storage' | 'cached'>,
  text: string,
  limit: number,
): Promise<SearchResult> {
  const { db, storage } = shop
  const words = await readWords(db, readText(text))
  if (!words) return { hits: [], total: 0 }
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
