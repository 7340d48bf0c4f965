import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures, productImages, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { PictureSource } from '../../rules/media/pictures.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { showsColor } from '../media/shows-color.ts'

/** What a line looks like beside its name: its product's category and first picture, of its own color if there is one. */
export type Look = { category: string | null; picture: (PictureSource & { alt: string }) | null }

const selectLooks = (db: Db) =>
  db
    .selectDistinctOn([products.id, sql`wanted.color`], {
      id: products.id,
      color: sql<string | null>`wanted.color`,
      category: categories.name,
      alt: productImages.alt,
      picture: PICTURE_COLUMNS,
    })
    .from(products)
    .innerJoin(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('colors')}::text[]) as wanted (id, color)`,
      sql`wanted.id = ${products.id}`,
    )
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productImages, eq(productImages.productId, products.id))
    .leftJoin(pictures, eq(pictures.id, productImages.pictureId))
    .orderBy(
      products.id,
      sql`wanted.color`,
      desc(showsColor(sql`wanted.color`)),
      productImages.position,
    )

type Wanted = { productId: string; color: string | null }
/** One text for each look. */
const keyOf = ({ productId, color }: Wanted) => `look ${productId} ${color ?? ''}`

type Reach = Pick<Shop, 'db' | 'storage' | 'remember' | 'log'>

/**
 * Rows with what their products look like in their color: each look is remembered, those that are not are read at once. Without
 * looks where they cannot be read: a cart is worth showing, and what was put into it is there.
 */
export async function withLooks<R extends { productId: string; color: string | null }>(
  { db, storage, remember, log }: Reach,
  rows: readonly R[],
): Promise<(R & Look)[]> {
  const unknown: Wanted[] = []
  let reading: Promise<Map<string, Look>> | undefined
  async function readTogether() {
    const found = await prepareOnce(db, 'looks', () => selectLooks(db)).execute({
      ids: unknown.map((one) => one.productId),
      colors: unknown.map((one) => one.color),
    })
    return new Map(
      found.map(({ id, color, category, alt, picture }) => {
        const source = toPictureSource(storage, picture)
        return [
          keyOf({ productId: id, color }),
          { category, picture: source && { ...source, alt: alt ?? '' } },
        ]
      }),
    )
  }
  async function read(wanted: Wanted) {
    unknown.push(wanted)
    // Until all of them have been asked for.
    await Promise.resolve()
    reading ??= readTogether().catch((error: unknown) => {
      log.error({ error }, 'looks not read')
      return new Map()
    })
    return (await reading).get(keyOf(wanted))
  }
  return Promise.all(
    rows.map(async (row) => {
      const look = await remember(keyOf(row), () => read(row))
      return { ...row, ...(look ?? { category: null, picture: null }) }
    }),
  )
}
