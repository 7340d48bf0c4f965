import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { categories, pictures, productImages, products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { PictureSource } from '../../rules/pictures.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'

/** What a product looks like beside its name: its category and its first picture. */
export type Look = { category: string | null; picture: (PictureSource & { alt: string }) | null }

const selectLooks = (db: Db) =>
  db
    .selectDistinctOn([products.id], {
      id: products.id,
      category: categories.name,
      alt: productImages.alt,
      picture: PICTURE_COLUMNS,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productImages, eq(productImages.productId, products.id))
    .leftJoin(pictures, eq(pictures.id, productImages.pictureId))
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(products.id, productImages.position)

type Reach = Pick<Shop, 'db' | 'storage' | 'remember' | 'log'>

/**
 * Rows with what their products look like: each look is remembered, those that are not are read at once. Without
 * looks where they cannot be read: a cart is worth showing, and what was put into it is there.
 */
export async function withLooks<R extends { productId: string }>(
  { db, storage, remember, log }: Reach,
  rows: readonly R[],
): Promise<(R & Look)[]> {
  const unknown: string[] = []
  let reading: Promise<Map<string, Look>> | undefined
  async function readTogether() {
    const found = await prepareOnce(db, 'looks', () => selectLooks(db)).execute({ ids: unknown })
    return new Map(
      found.map(({ id, category, alt, picture }) => {
        const source = toPictureSource(storage, picture)
        return [id, { category, picture: source && { ...source, alt: alt ?? '' } }]
      }),
    )
  }
  async function read(id: string) {
    unknown.push(id)
    // Until all of them have been asked for.
    await Promise.resolve()
    reading ??= readTogether().catch((error: unknown) => {
      log.error({ error }, 'looks not read')
      return new Map()
    })
    return (await reading).get(id)
  }
  return Promise.all(
    rows.map(async (row) => {
      const look = await remember(`look ${row.productId}`, () => read(row.productId))
      return { ...row, ...(look ?? { category: null, picture: null }) }
    }),
  )
}
