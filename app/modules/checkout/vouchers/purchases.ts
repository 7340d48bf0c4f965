import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { voucherPurchases } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import {
  PURCHASE_STEPS,
  type PurchaseReview,
  purchaseLabel,
} from '../../../rules/credit/purchase.ts'
import { voucherEmail, voucherReceiptEmail } from '../../../rules/messages/emails/credit.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isUuid } from '../../../rules/uuid.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { issueBought } from '../../credit/issue-bought.ts'

export type Purchase = typeof voucherPurchases.$inferSelect

/** Locks one purchase until the transaction ends. */
export async function lockPurchase(db: Tx, id: string): Promise<Purchase | undefined> {
  const [purchase] = await db
    .select()
    .from(voucherPurchases)
    .where(eq(voucherPurchases.id, id))
    .for('update')
  return purchase
}

/** A voucher purchase; undefined when there is none, or when the text is no id. */
export async function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  if (!isUuid(id)) return undefined
  const [purchase] = await db.select().from(voucherPurchases).where(eq(voucherPurchases.id, id))
  return purchase
}

/** Puts a purchase under review, also one that somebody has already handled. */
export const flagPurchase = (db: Tx, id: string, reviewReason: PurchaseReview) =>
  db
    .update(voucherPurchases)
    .set({ reviewReason, handledAt: null, handledBy: null })
    .where(eq(voucherPurchases.id, id))

/**
 * A verified payment has arrived for a locked purchase: issues and emails its code, once. The database refuses a
 * second code for it, and a code before it is paid.
 */
export async function receivePurchaseMoney(shop: Services, db: Tx, purchase: Purchase) {
  const { id, status, amount, buyerEmail, buyerName, recipientEmail, recipientName } = purchase
  const step = PURCHASE_STEPS.payment[status]
  if (status === step.to) return flagPurchase(db, id, step.review ?? 'paid-twice')
  await db
    .update(voucherPurchases)
    .set({ status: step.to, paidAt: shop.now() })
    .where(eq(voucherPurchases.id, id))
  const to = recipientEmail ?? buyerEmail
  const code = await issueBought(db, { purchaseId: id, amount, email: to })
  const review = step.review ?? (to ? null : 'nobody-told')
  if (review) await flagPurchase(db, id, review)
  const { baseUrl } = shop.config
  const gift = recipientEmail
    ? { from: buyerName ?? '', to: recipientName ?? '', message: purchase.message }
    : null
  if (to)
    await shop.jobs.enqueue(
      db,
      'send-email',
      voucherEmail(to, { code, balance: amount }, gift, baseUrl),
    )
  if (buyerEmail)
    await shop.jobs.enqueue(
      db,
      'send-email',
      voucherReceiptEmail(buyerEmail, {
        label: purchaseLabel(id),
        amount,
        name: buyerName ?? '',
        sentTo: recipientEmail,
      }),
    )
  return undefined
}

/** Ends a purchase that was not paid in time; returns whether it did. */
export async function endPurchase(db: Tx, purchase: Purchase, now: Date): Promise<boolean> {
  const step = PURCHASE_STEPS.timer[purchase.status]
  if (!step || purchase.expiresAt > now) return false
  await db
    .update(voucherPurchases)
    .set({ status: step.to })
    .where(eq(voucherPurchases.id, purchase.id))
  return true
}

/** Staff mark a purchase as handled. Does nothing when it is already. */
export const handlePurchase = (
  shop: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found'>> =>
  shop.db.transaction(async (db): Promise<{ ok: true } | Refusal<'not-found'>> => {
    const handled = await db
      .update(voucherPurchases)
      .set({ handledAt: shop.now(), handledBy: actor.userId })
      .where(
        and(
          eq(voucherPurchases.id, id),
          isNotNull(voucherPurchases.reviewReason),
          isNull(voucherPurchases.handledAt),
        ),
      )
      .returning({ reviewReason: voucherPurchases.reviewReason })
    if (handled.length === 0)
      return (await db.$count(voucherPurchases, eq(voucherPurchases.id, id))) > 0
        ? { ok: true }
        : { ok: false, reason: 'not-found' }
    await recordAudit(db, actor, {
      action: 'marked as handled',
      entity: 'credit',
      entityId: id,
      label: purchaseLabel(id),
      after: { reviewReason: handled[0]?.reviewReason },
    })
    return { ok: true }
  })
