import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { reviewPhotos, reviews } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { ReviewEdit } from '../../rules/reviews/review-form.ts'
import { isEditable, MOST_PHOTOS } from '../../rules/reviews/reviews.ts'
import { forgetTextsInAudit } from '../audit/forget-person.ts'
import { type Bought, type Buyer, findBought } from './find-bought.ts'
import { isOwn } from './own-review.ts'

type NotBought = Refusal<'review-not-bought'>
type NotEditable = Refusal<'review-too-late' | 'review-hidden'>
type WriteResult = { ok: true } | NotBought | NotEditable | Refusal<'review-photos-many'>

/** Counts one more save of this buyer, before photos are read and stored. */
export async function countReview(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  { userId, saleId }: Buyer,
): Promise<{ ok: true } | Refusal<'too-many-attempts'>> {
  const key = `reviews ${userId ?? saleId}`
  const { allowed, retryAfter } = await rateLimiter.take(key, LIMITS.reviews)
  return allowed ? { ok: true } : refuseTooMany({ retryAfter })
}

export type Writing = {
  edit: ReviewEdit
  /** Earlier photos that stay, and pictures that are stored already. */
  remainingPhotos: readonly string[]
  newPictures: readonly string[]
  /** The press of the form: sent again, it writes the same review. */
  request: string | null
}

/**
 * Writes a buyer's review of a bought product, or changes the one that they have written. It is shown at once. A buyer
 * has one review of each product, however many requests arrive at a time.
 */
export async function writeReview(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  buyer: Buyer,
  slug: string,
  writing: Writing,
): Promise<WriteResult> {
  const at = now()
  try {
    return await transact(db, async (db): Promise<WriteResult> => {
      const bought = await findBought(db, buyer, slug)
      if (!bought) return { ok: false, reason: 'review-not-bought' }
      const before = (await lockOwn(db, bought)) ?? (await insertReview(db, bought, writing))
      if ('isNew' in before) return savePhotos(db, before.id, writing)
      if (writing.request && before.request === writing.request) return { ok: true }
      const refusal = refuseChange(before, at)
      if (refusal) return refusal
      await db
        .update(reviews)
        .set({
          ...writing.edit,
          request: writing.request,
          editedAt: at,
          // Staff look at the changed review again.
          handledAt: null,
          version: sql`${reviews.version} + 1`,
        })
        .where(eq(reviews.id, before.id))
      return savePhotos(db, before.id, writing)
    })
  } catch (error) {
    // The order was cancelled, or the account erased, at this moment.
    if (isRefusedBy(error, 'reviews_of_buyers')) return { ok: false, reason: 'review-not-bought' }
    throw error
  }
}

type OwnRow = typeof reviews.$inferSelect

async function lockOwn(db: Tx, bought: Bought): Promise<OwnRow | undefined> {
  const [row] = await db.select().from(reviews).where(isOwn(bought)).for('update')
  return row
}

/** A new review; where another request was faster, the review that it has written. */
async function insertReview(db: Tx, bought: Bought, { edit, request }: Writing) {
  const [made] = await db
    .insert(reviews)
    .values({ productId: bought.productId, ...bought.line, ...edit, request })
    .onConflictDoNothing()
    .returning({ id: reviews.id })
  if (made) return { ...made, isNew: true as const }
  const other = await lockOwn(db, bought)
  if (!other) throw new Error('the review was neither written nor there')
  return other
}

function refuseChange(review: OwnRow, now: Date): NotEditable | null {
  if (review.hiddenAt) return { ok: false, reason: 'review-hidden' }
  const isOver = review.anonymizedAt !== null || !isEditable(review.createdAt, now)
  return isOver ? { ok: false, reason: 'review-too-late' } : null
}

const PLACES = Array.from({ length: MOST_PHOTOS }, (_, place) => place)

/** Adds the new photos to those that stay. */
async function savePhotos(
  db: Tx,
  reviewId: string,
  { remainingPhotos, newPictures }: Writing,
): Promise<{ ok: true } | Refusal<'review-photos-many'>> {
  const ofReview = eq(reviewPhotos.reviewId, reviewId)
  await db
    .delete(reviewPhotos)
    .where(
      and(
        ofReview,
        remainingPhotos.length > 0 ? notInArray(reviewPhotos.id, [...remainingPhotos]) : undefined,
      ),
    )
  const taken = await db
    .select({ position: reviewPhotos.position })
    .from(reviewPhotos)
    .where(ofReview)
  const free = PLACES.filter((place) => !taken.some(({ position }) => position === place))
  if (newPictures.length > free.length) return { ok: false, reason: 'review-photos-many' }
  const rows = newPictures.map((pictureId, n) => ({ reviewId, pictureId, position: free[n] ?? n }))
  if (rows.length > 0) await db.insert(reviewPhotos).values(rows)
  return { ok: true }
}

/** Deletes a buyer's own review; a nightly job deletes its photos. */
export const deleteReview = (
  { db, now }: { db: Db } & Pick<Shop, 'now'>,
  buyer: Buyer,
  slug: string,
): Promise<{ ok: true } | NotBought | NotEditable> =>
  transact(db, async (db) => {
    const bought = await findBought(db, buyer, slug)
    if (!bought) return { ok: false, reason: 'review-not-bought' }
    const review = await lockOwn(db, bought)
    // Deleted already, by this same form whose answer was lost, or on another page.
    if (!review) return { ok: true }
    const refusal = refuseChange(review, now())
    if (refusal) return refusal
    // Staff texts about a deleted review would have no owner, and an erasure would not find them.
    await forgetTextsInAudit(db, 'review', [review.id])
    await db.delete(reviews).where(eq(reviews.id, review.id))
    return { ok: true }
  })
