import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { reviewPhotos, reviews } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { forgetTextsInAudit, GONE } from '../audit/forget-person.ts'

/**
 * Erases the writers of reviews: name, words, photos and the shop's answer are deleted; stars and fit stay, as an
 * order's lines do. Returns how many.
 */
async function forgetWriters(db: Tx, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  await forgetTextsInAudit(db, 'review', ids)
  await db.delete(reviewPhotos).where(inArray(reviewPhotos.reviewId, [...ids]))
  const gone = { words: '', writer: '', request: null, answer: null, answeredAt: null }
  // The reason's text may name the writer; that the review is hidden stays.
  const hiddenReason = sql`case when ${reviews.hiddenReason} is not null then ${GONE} end`
  const forgotten = {
    ...gone,
    hiddenReason,
    answeredBy: null,
    anonymizedAt: sql`now()`,
    handledAt: sql`now()`,
  }
  const { rowCount } = await db
    .update(reviews)
    .set(forgotten)
    .where(inArray(reviews.id, [...ids]))
  return rowCount ?? 0
}

const listIds = async (db: Db | Tx, where: SQL | undefined, limit = 10_000) =>
  (
    await db
      .select({ id: reviews.id })
      .from(reviews)
      .where(and(isNull(reviews.anonymizedAt), where))
      .orderBy(reviews.id)
      .limit(limit)
      .for('update')
  ).map(({ id }) => id)

/** Erases the writer of all reviews of an account. */
export const forgetReviewsOf = async (db: Tx, userId: string) =>
  forgetWriters(db, await listIds(db, eq(reviews.userId, userId)))

/** Erases the writers of all reviews that were written with the receipts of these sales. */
export const forgetReviewsOfSales = async (db: Tx, saleIds: readonly string[]) =>
  saleIds.length === 0
    ? 0
    : forgetWriters(db, await listIds(db, inArray(reviews.posSaleId, [...saleIds])))

/** The sales whose receipt was used to write a review: they identify a person, whatever else their columns have. */
export async function listReviewedSales(db: Db | Tx, saleIds: readonly string[]) {
  if (saleIds.length === 0) return []
  const rows = await db
    .selectDistinct({ saleId: reviews.posSaleId })
    .from(reviews)
    .where(and(inArray(reviews.posSaleId, [...saleIds]), isNull(reviews.anonymizedAt)))
  return rows.flatMap(({ saleId }) => saleId ?? [])
}

/** Erases the writers of a batch of the oldest reviews, after their retention. */
export const forgetOldReviews = (db: Db, limit: number): Promise<number> =>
  db.transaction(async (db) =>
    forgetWriters(db, await listIds(db, isOlderThan(reviews.createdAt, RETENTION.reviews), limit)),
  )
