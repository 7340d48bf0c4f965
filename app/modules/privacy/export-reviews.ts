import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { pictures, products, reviewPhotos, reviews } from '../../db/tables.server.ts'

/** A person's reviews, by account or by the receipts of sales. */
export async function exportReviews(db: Db, by: { userId: string } | { saleIds: string[] }) {
  const isTheirs =
    'userId' in by ? eq(reviews.userId, by.userId) : inArray(reviews.posSaleId, by.saleIds)
  const rows = await db
    .select({ review: reviews, product: products.name })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(isTheirs)
    .orderBy(reviews.createdAt)
  const photos = await db
    .select({ reviewId: reviewPhotos.reviewId, path: pictures.path })
    .from(reviewPhotos)
    .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .innerJoin(pictures, eq(pictures.id, reviewPhotos.pictureId))
    .where(isTheirs)
    .orderBy(reviewPhotos.position)
  return rows.map(({ review, product }) => ({
    product,
    stars: review.stars,
    fit: review.fit,
    words: review.words,
    shown_as: review.writer,
    photos: photos.filter(({ reviewId }) => reviewId === review.id).map(({ path }) => path),
    written_at: review.createdAt,
    changed_at: review.editedAt,
    answer: review.answer,
    hidden_at: review.hiddenAt,
    hidden_because: review.hiddenReason,
  }))
}
