import { desc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { categories, productImages, products } from '../../db/tables.server.ts'
import { NEW_FOR_DAYS } from '../../rules/catalogue/products.ts'
import { showsColor } from '../media/shows-color.ts'

/** What every view of a product in the shop says of it. */
export const PRODUCT_COLUMNS = {
  ...columnsOf(products, 'id', 'slug', 'name', 'price', 'comparePrice'),
  category: { name: categories.name, slug: categories.slug },
}

/** What its reviews come to. */
export const RATING_COLUMNS = {
  rating: { count: products.ratingCount, sum: products.ratingSum },
}

export const isNew = sql<boolean>`${products.createdAt} > now() - make_interval(days => ${NEW_FOR_DAYS})`

/** The first picture of each product, joined to it laterally; one of these colors before all others. */
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
