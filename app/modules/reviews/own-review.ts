import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { pictures, reviewPhotos, reviews } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isEditable } from '../../rules/reviews/reviews.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'
import { type Bought, type Buyer, listBought } from './find-bought.ts'

/** The condition of the review that the buyer of a line has written about its product. */
export const isOwn = ({ productId, line }: Bought): SQL | undefined =>
  and(
    eq(reviews.productId, productId),
    'userId' in line ? eq(reviews.userId, line.userId) : eq(reviews.posSaleId, line.posSaleId),
  )

/** The photos of some reviews, in their order. */
export async function listPhotos(
  { db, storage }: Pick<Shop, 'storage'> & { db: Db | Tx },
  ids: string[],
) {
  if (ids.length === 0) return []
  const rows = await db
    .select({
      ...columnsOf(reviewPhotos, 'id', 'reviewId'),
      picture: PICTURE_COLUMNS,
    })
    .from(reviewPhotos)
    .innerJoin(pictures, eq(pictures.id, reviewPhotos.pictureId))
    .where(inArray(reviewPhotos.reviewId, ids))
    .orderBy(asc(reviewPhotos.reviewId), asc(reviewPhotos.position))
  return rows.flatMap(({ picture, ...row }) => {
    const source = toPictureSource(storage, picture)
    return source ? [{ ...row, ...source }] : []
  })
}

/** A buyer's review of a product, for its form; undefined when there is none. */
export async function findOwnReview(shop: Pick<Shop, 'db' | 'storage' | 'now'>, bought: Bought) {
  const [review] = await shop.db
    .select(columnsOf(reviews, 'id', 'stars', 'fit', 'words', 'writer', 'createdAt', 'hiddenAt'))
    .from(reviews)
    .where(isOwn(bought))
  if (!review) return undefined
  const { hiddenAt, ...rest } = review
  const photos = await listPhotos(shop, [review.id])
  return {
    ...rest,
    photos,
    isHidden: hiddenAt !== null,
    isEditable: hiddenAt === null && isEditable(review.createdAt, shop.now()),
  }
}
export type OwnReview = NonNullable<Awaited<ReturnType<typeof findOwnReview>>>

/** All products that a buyer may review, with the stars that they have given. */
export async function listReviewable({ db }: Pick<Shop, 'db'>, buyer: Buyer) {
  const bought = await listBought(db, buyer)
  if (bought.length === 0) return []
  const own = await db
    .select(columnsOf(reviews, 'productId', 'userId', 'posSaleId', 'stars'))
    .from(reviews)
    .where(
      or(sql`${reviews.userId} = ${buyer.userId}`, sql`${reviews.posSaleId} = ${buyer.saleId}`),
    )
    .limit(1000)
  return bought.map(({ line, hasSizes: _hasSizes, ...product }) => ({
    ...product,
    stars:
      own.find(
        (review) =>
          review.productId === product.productId &&
          ('userId' in line ? review.userId === line.userId : review.posSaleId === line.posSaleId),
      )?.stars ?? null,
  }))
}
export type Reviewable = Awaited<ReturnType<typeof listReviewable>>[number]
