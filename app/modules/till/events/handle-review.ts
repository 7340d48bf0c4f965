import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName, tillName } from '../../../db/names.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { posReturns, posSales, unreadableTillEvents } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { UNREADABLE_EVENT } from '../../../rules/audit/audit.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isNotPaidWhole } from '../../../rules/till/sale-transitions.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { reviewFingerprint } from '../../../rules/till/till-review.ts'
import { hasOtherRunner, isForSomebodyElse } from '../../accounts/staff/other-runner.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { isOwnSale, mustBeSeenByOther } from '../short-sales/find-end.ts'
import { listUnexpectedLines } from './unexpected-lines.ts'

const MOST_SHOWN = 50

const isNamed = (who: SQL) => sql`exists (
  select from jsonb_path_query(${unreadableTillEvents.body}, '$.**.cashierId') as named
  where lower(named #>> '{}') = ${who}::text)`
/**
 * As a column: whether somebody else has to handle an unreadable event. Either the viewer sent it and anybody else
 * runs the shop; or it names the viewer and somebody runs the shop who neither is named in it nor sent it. A sender
 * writes the names, so they never let a sender judge their own event, however many they name.
 */
const isOwnUnread = (userId: string) =>
  sql<boolean>`(${isForSomebodyElse(unreadableTillEvents.sentBy, userId)} or ${isForSomebodyElse(
    sql`case when ${isNamed(sql`${userId}::uuid`)} then ${userId}::uuid end`,
    userId,
    sql`${unreadableTillEvents.sentBy} <> other.user_id and not ${isNamed(sql`other.user_id`)}`,
  )})`
const isWaiting = (of: typeof posSales | typeof posReturns) =>
  and(ne(of.reviewReasons, sql`'{}'`), isNull(of.handledAt))

/**
 * Lists sales, returns and unreadable events of tills that wait for a person, the longest waiting first, at most 50 of
 * each kind. `isOwn`: the viewer made or sent it, or it names them, and somebody else has to handle it.
 */
export async function listReviewItems(db: Db, userId: string) {
  const [sales, returns, unread] = await Promise.all([
    db
      .select({
        ...columnsOf(posSales, 'id', 'saleNumber', 'reviewReasons', 'reviewNotes', 'handledNote'),
        at: posSales.createdAt,
        till: tillName(posSales.tillId),
        cashier: personName(posSales.cashierId),
        amount: posSales.totalAmount,
        unpaid: sql<number>`case when ${posSales.paymentStatus} = 'completed' then ${posSales.unpaidAmount} else 0 end`,
        isOwn: isOwnSale(userId),
      })
      .from(posSales)
      .where(isWaiting(posSales))
      .orderBy(asc(posSales.receivedAt), asc(posSales.id))
      .limit(MOST_SHOWN),
    db
      .select({
        ...columnsOf(posReturns, 'id', 'at', 'reviewReasons'),
        saleNumber: posSales.saleNumber,
        till: tillName(posSales.tillId),
        cashier: personName(posReturns.cashierId),
        amount: posReturns.refundAmount,
        creditAmount: posReturns.creditAmount,
        note: posReturns.reason,
        isOwn: isForSomebodyElse(posReturns.cashierId, userId),
      })
      .from(posReturns)
      .innerJoin(posSales, eq(posSales.id, posReturns.posSaleId))
      .where(isWaiting(posReturns))
      .orderBy(asc(posReturns.receivedAt), asc(posReturns.id))
      .limit(MOST_SHOWN),
    db
      .select({
        id: unreadableTillEvents.id,
        why: unreadableTillEvents.why,
        body: sql<string>`left(jsonb_pretty(${unreadableTillEvents.body}), 5000)`,
        at: unreadableTillEvents.receivedAt,
        sentBy: personName(unreadableTillEvents.sentBy),
        isOwn: isOwnUnread(userId),
      })
      .from(unreadableTillEvents)
      .orderBy(asc(unreadableTillEvents.receivedAt), asc(unreadableTillEvents.id))
      .limit(MOST_SHOWN),
  ])
  const lines = await listUnexpectedLines(
    db,
    sales.map(({ id }) => id),
    returns.map(({ id }) => id),
  )
  return {
    sales: sales.map((sale) => ({ ...sale, soldItems: lines.get(sale.id) ?? [] })),
    returns: returns.map((back) => ({ ...back, soldItems: lines.get(back.id) ?? [] })),
    unread,
  }
}
export type ReviewItem = Awaited<ReturnType<typeof listReviewItems>>

export const REVIEW_KINDS = ['sale', 'return', 'unread'] as const
export type Handled = {
  kind: (typeof REVIEW_KINDS)[number]
  id: string
  /**
   * The reasons for the review when the person looked, as `reviewFingerprint` writes them; '' for an unreadable event.
   */
  seen: string
  note: string
}

type HandleRefusal = Refusal<
  'not-found' | 'review-handled' | 'review-own' | 'edited-meanwhile' | 'short-not-ended'
>
type HandleResult = { ok: true } | HandleRefusal

/**
 * Marks as handled what a till sent; the note says how it was resolved. Refuses what somebody else has handled
 * meanwhile, what is under review for other reasons by now, and what the actor made or sent or what names them, where
 * somebody else could handle it. An unreadable event moves from the list into the log.
 */
export const handleReview = (
  db: Db,
  actor: Actor,
  handled: Handled,
  now: Date,
): Promise<HandleResult> =>
  transact(db, async (db) => {
    const done = await listDone(db, actor, 'pos_sale')
    if (done.some(({ after }) => after?.['note'] === handled.note)) return { ok: true }
    if (handled.kind === 'unread') return handleUnread(db, actor, handled)
    return handled.kind === 'sale'
      ? handleSale(db, actor, handled, now)
      : handleReturn(db, actor, handled, now)
  })

async function handleSale(
  db: Tx,
  actor: Actor,
  handled: Handled,
  now: Date,
): Promise<HandleResult> {
  const [found] = await db.select().from(posSales).where(eq(posSales.id, handled.id)).for('update')
  const read = findWaiting(found, handled.seen)
  if (!read.ok) return read
  const sale = read.waiting
  if (await mustBeSeenByOther(db, sale.id, actor.userId)) return { ok: false, reason: 'review-own' }
  // A sale that is not paid whole must be ended first: marked as handled, it would be in no list. One with
  // returns owes nothing.
  const hasReturns = (await db.$count(posReturns, eq(posReturns.posSaleId, sale.id))) > 0
  if (isNotPaidWhole(sale) && !hasReturns) return { ok: false, reason: 'short-not-ended' }
  // Earlier notes stay with the sale, so that a later reader finds what was found and done.
  const notes = [sale.handledNote, handled.note].filter(Boolean).join('\n')
  await db
    .update(posSales)
    .set({ handledAt: now, handledBy: actor.userId, handledNote: notes })
    .where(eq(posSales.id, sale.id))
  await record(db, actor, sale.id, sale.saleNumber, sale.reviewReasons, handled.note)
  return { ok: true }
}

async function handleReturn(
  db: Tx,
  actor: Actor,
  handled: Handled,
  now: Date,
): Promise<HandleResult> {
  const [found] = await db
    .select({
      ...columnsOf(posReturns, 'id', 'posSaleId', 'cashierId', 'reviewReasons', 'handledAt'),
      saleNumber: posSales.saleNumber,
    })
    .from(posReturns)
    .innerJoin(posSales, eq(posSales.id, posReturns.posSaleId))
    .where(eq(posReturns.id, handled.id))
    .for('update', { of: posReturns })
  const read = findWaiting(found, handled.seen)
  if (!read.ok) return read
  const back = read.waiting
  if (await isOwnReview(db, actor, back)) return { ok: false, reason: 'review-own' }
  await db
    .update(posReturns)
    .set({ handledAt: now, handledBy: actor.userId })
    .where(eq(posReturns.id, back.id))
  await record(db, actor, back.posSaleId, back.saleNumber, back.reviewReasons, handled.note)
  return { ok: true }
}

/** Whether the actor made the return and somebody else can look at it. The database refuses that as well. */
const isOwnReview = async (db: Tx, { userId }: Actor, made: { cashierId: string }) =>
  made.cashierId === userId && hasOtherRunner(db, [userId])

/** The log keeps the whole body as it was sent. */
async function handleUnread(db: Tx, actor: Actor, { id, note }: Handled): Promise<HandleResult> {
  const [event] = await db
    .select({
      ...columnsOf(unreadableTillEvents, 'why', 'body'),
      isOwn: isOwnUnread(actor.userId),
    })
    .from(unreadableTillEvents)
    .where(eq(unreadableTillEvents.id, id))
    .for('update')
  if (!event) return { ok: false, reason: 'review-handled' }
  if (event.isOwn) return { ok: false, reason: 'review-own' }
  await db.delete(unreadableTillEvents).where(eq(unreadableTillEvents.id, id))
  await recordAudit(db, actor, {
    action: 'marked as handled',
    entity: 'pos_sale',
    entityId: id,
    label: UNREADABLE_EVENT,
    before: { why: event.why, sent: JSON.stringify(event.body), note: null },
    after: { why: event.why, sent: null, note },
  })
  return { ok: true }
}

/** Returns the record if it is still under review for the reasons that the person saw. */
function findWaiting<W extends { reviewReasons: TillReviewReason[]; handledAt: Date | null }>(
  found: W | undefined,
  seen: string,
): { ok: true; waiting: W } | HandleRefusal {
  if (!found || found.reviewReasons.length === 0) return { ok: false, reason: 'not-found' }
  if (found.handledAt) return { ok: false, reason: 'review-handled' }
  return reviewFingerprint(found.reviewReasons) === seen
    ? { ok: true, waiting: found }
    : { ok: false, reason: 'edited-meanwhile' }
}

const record = (
  db: Tx,
  actor: Actor,
  entityId: string,
  label: string,
  reviewReasons: TillReviewReason[],
  note: string,
) =>
  recordAudit(db, actor, {
    action: 'marked as handled',
    entity: 'pos_sale',
    entityId,
    label,
    before: { waitedFor: reviewReasons, note: null },
    after: { waitedFor: [], note },
  })
