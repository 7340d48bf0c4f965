import { desc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { categories, productImages, products } from '../../db/tables.server.ts'
import { NEW_FOR_DAYS } from '../../rules/catalogue/products.ts'
import { showsColor } from '../media/shows-color.ts'

/** The columns of every view of a product in the shop. */
export const PRODUCT_COLUMNS = {
  ...columnsOf(products, 'id', 'slug', 'name', 'price', 'comparePrice'),
  category: { name: categories.name, slug: categories.slug },
}

/** The number of a product's reviews and the sum of their stars. */
export const RATING_COLUMNS = {
  rating: { count: products.ratingCount, sum: products.ratingSum },
}

export const isNew = sql<boolean>`${products.createdAt} > now() - make_interval(days => ${NEW_FOR_DAYS})`

/** The first picture of each product, for a lateral join; pictures in one of these colors come first. */
export const firstPicture = (db: Db, colors: readonly string[] = []) =>
  db
    .select(columnsOf(productImages, 'alt', 'pictureId', 'color'))
    .from(productImages)
    .where(eq(productImages.productId, products.id))
    .orderBy(
      ...(colors.length > 0 ? [desc(showsColor(sql`any(${sql.param(colors)}::text[])`))] : []),
      productImages.position,
    )
    .limit(1)
    .as('image')
