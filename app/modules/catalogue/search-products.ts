import { and, desc, eq, ilike, sql } from 'drizzle-orm'
import { anywhere } from '../../db/search.server.ts'
import { categories, pictures, productImages, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { PictureSource } from '../../rules/pictures.ts'
import { readText } from '../../rules/product-filters.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { isVisible, matches } from './conditions.ts'

export type SearchHit = {
  id: string
  slug: string
  name: string
  price: number
  comparePrice: number | null
  picture: PictureSource | null
  category: { name: string; slug: string } | null
}

/** Visible products whose name, description or tags have the text; those named so come first. */
export async function searchProducts(
  { db, storage }: Pick<Shop, 'db' | 'storage'>,
  text: string,
  limit: number,
): Promise<{ hits: SearchHit[]; total: number }> {
  const wanted = readText(text)
  if (wanted === '') return { hits: [], total: 0 }
  const image = db
    .select({ pictureId: productImages.pictureId })
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .orderBy(productImages.position)
    .limit(1)
    .as('image')
  const where = and(isVisible, matches(wanted))
  const rows = await db
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      price: products.price,
      comparePrice: products.comparePrice,
      category: { name: categories.name, slug: categories.slug },
      picture: PICTURE_COLUMNS,
      total: sql<number>`(select count(*)::int from ${products} where ${where})`,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoinLateral(image, sql`true`)
    .leftJoin(pictures, eq(pictures.id, image.pictureId))
    .where(where)
    .orderBy(
      desc(ilike(products.name, anywhere(wanted))),
      desc(products.createdAt),
      desc(products.id),
    )
    .limit(limit)
  return {
    hits: rows.map(({ total: _total, picture, ...hit }) => ({
      ...hit,
      picture: toPictureSource(storage, picture),
    })),
    total: rows[0]?.total ?? 0,
  }
}
