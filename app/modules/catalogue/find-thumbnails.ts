import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures, productImages, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { LinePicture } from '../../rules/media/pictures.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { showsColor } from '../media/shows-color.ts'

/** A line's thumbnail: its product's category, and the product's first picture, in the line's color if there is one. */
export type Thumbnail = {
  category: string | null
  picture: LinePicture | null
}

const prepareThumbnails = prepareOnce((db: Db) =>
  db
    .selectDistinctOn([products.id, sql`requested.color`], {
      id: products.id,
      color: sql<string | null>`requested.color`,
      category: categories.name,
      alt: productImages.alt,
      shown: productImages.color,
      isTied: sql<boolean>`exists (select from ${productImages} other where other.product_id = ${products.id} and other.color is not null)`,
      picture: PICTURE_COLUMNS,
    })
    .from(products)
    .innerJoin(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('colors')}::text[]) as requested (id, color)`,
      sql`requested.id = ${products.id}`,
    )
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productImages, eq(productImages.productId, products.id))
    .leftJoin(pictures, eq(pictures.id, productImages.pictureId))
    .orderBy(
      products.id,
      sql`requested.color`,
      desc(showsColor(sql`requested.color`)),
      productImages.position,
    ),
)

type ProductColor = { productId: string; color: string | null }
/** The cache key of a thumbnail. */
const keyOf = ({ productId, color }: ProductColor) => `thumbnail ${productId} ${color ?? ''}`

type ThumbnailShop = Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>

/**
 * Adds to each row the thumbnail of its product in its color. Each thumbnail is cached, and the uncached ones are read
 * in one query. If they cannot be read, rows get no pictures, because a cart is worth showing without them.
 */
export async function withThumbnails<R extends { productId: string; color: string | null }>(
  { db, storage, cached, log }: ThumbnailShop,
  rows: readonly R[],
): Promise<(R & Thumbnail)[]> {
  const unknown: ProductColor[] = []
  let reading: Promise<Map<string, Thumbnail>> | undefined
  async function readBatch() {
    const found = await prepareThumbnails(db).execute({
      ids: unknown.map((one) => one.productId),
      colors: unknown.map((one) => one.color),
    })
    return new Map(
      found.map(({ id, color, category, alt, shown, isTied, picture }) => {
        const source = toPictureSource(storage, picture)
        const isOwn = !color || shown === color
        const other = shown ? { otherColor: shown } : isTied && color ? { noneOf: color } : {}
        return [
          keyOf({ productId: id, color }),
          { category, picture: source && { ...source, alt: alt ?? '', ...(!isOwn && other) } },
        ]
      }),
    )
  }
  async function read(requested: ProductColor) {
    unknown.push(requested)
    // Waits until all rows have asked for their thumbnails.
    await Promise.resolve()
    reading ??= readBatch().catch((error: unknown) => {
      log.error({ error }, 'thumbnails not read')
      return new Map()
    })
    return (await reading).get(keyOf(requested))
  }
  return Promise.all(
    rows.map(async (row) => {
      const thumbnail = await cached(keyOf(row), () => read(row))
      return { ...row, ...(thumbnail ?? { category: null, picture: null }) }
    }),
  )
}
