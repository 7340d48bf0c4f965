import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { products, reviewPhotos, reviews } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { movePicture } from '../media/move-picture.ts'

/** The review that a form showed, and its version. */
type Seen = { id: string; version: number }
type HandleResult = { ok: true } | Refusal<'not-found' | 'edited-meanwhile'>
type Change = {
  set: Partial<typeof reviews.$inferInsert>
  facts: Record<string, unknown>
  /** Jobs to enqueue with the change. */
  enqueue?: (db: Tx) => Promise<void>
}

/**
 * Changes a review that is still as the form showed it, and records the changed `facts` in the audit log. The review
 * then counts as read.
 */
const change = (
  db: Db,
  actor: Actor,
  { id, version }: Seen,
  action: 'edited' | 'status changed' | 'marked as handled',
  changeOf: (review: typeof reviews.$inferSelect) => Change | null,
): Promise<HandleResult> =>
  transact(db, async (db): Promise<HandleResult> => {
    const [review] = await db.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!review) return { ok: false, reason: 'not-found' }
    const isAgain = (await listDone(db, actor, 'review', id)).length > 0
    if (isAgain && (await isLastByPress(db, actor, 'review', id))) return { ok: true }
    if (review.version !== version || review.anonymizedAt)
      return { ok: false, reason: 'edited-meanwhile' }
    const changed = changeOf(review)
    if (!changed) return { ok: true }
    await db
      .update(reviews)
      .set({ ...changed.set, handledAt: sql`now()`, version: sql`${reviews.version} + 1` })
      .where(eq(reviews.id, id))
    await changed.enqueue?.(db)
    const before = Object.fromEntries(
      Object.keys(changed.facts).map((name) => [name, review[name as keyof typeof review] ?? null]),
    )
    await recordAudit(db, actor, {
      action,
      entity: 'review',
      entityId: id,
      label: await nameOf(db, review.productId),
      before,
      after: changed.facts,
    })
    return { ok: true }
  })

async function nameOf(db: Tx, productId: string) {
  const [product] = await db
    .select({ name: products.name })
    .from(products)
    .where(eq(products.id, productId))
  return product?.name ?? ''
}

/** Adds or changes the shop's answer to a review; '' removes it. */
export const answerReview = (db: Db, actor: Actor, seen: Seen, text: string, now: Date) =>
  change(db, actor, seen, 'edited', () => {
    const answer = text || null
    const by = answer === null ? null : { answeredAt: now, answeredBy: actor.userId }
    return { set: { answer, ...(by ?? { answeredAt: null, answeredBy: null }) }, facts: { answer } }
  })

/** Hides a review from everybody; its stars no longer count, and its photos get new addresses. */
export const hideReview = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  seen: Seen,
  reason: string,
  now: Date,
) =>
  change(db, actor, seen, 'status changed', ({ hiddenAt }) =>
    hiddenAt
      ? null
      : {
          set: { hiddenAt: now, hiddenReason: reason, hiddenBy: actor.userId },
          facts: { hiddenReason: reason },
          enqueue: (db) => jobs.enqueue(db, 'move-photos', { reviewId: seen.id }),
        },
  )

/**
 * Moves the photos of a hidden review, so that nobody finds them at their former addresses (the 'move-photos' job).
 * Safe to run again.
 */
export async function movePhotos(shop: Pick<Shop, 'db' | 'storage' | 'jobs'>, reviewId: string) {
  const photos = await shop.db
    .select({ pictureId: reviewPhotos.pictureId })
    .from(reviewPhotos)
    .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .where(and(eq(reviews.id, reviewId), isNotNull(reviews.hiddenAt)))
  for (const { pictureId } of photos) await movePicture(shop, pictureId)
}

/** Shows a hidden review again. */
export const showReview = (db: Db, actor: Actor, seen: Seen) =>
  change(db, actor, seen, 'status changed', ({ hiddenAt }) =>
    hiddenAt
      ? {
          set: { hiddenAt: null, hiddenReason: null, hiddenBy: null },
          facts: { hiddenReason: null },
        }
      : null,
  )

/** Marks a review that needs no answer as read. */
export const markReviewRead = (db: Db, actor: Actor, seen: Seen, now: Date) =>
  change(db, actor, seen, 'marked as handled', ({ handledAt }) =>
    handledAt ? null : { set: {}, facts: { handledAt: now } },
  )
