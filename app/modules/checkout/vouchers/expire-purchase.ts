import { and, eq, exists, isNull, lt, ne, or } from 'drizzle-orm'
import { payments, voucherPurchases } from '../../../db/tables.server.ts'
import { MOST_FORGOTTEN } from '../../../platform/jobs.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { listAttempts } from '../../payments/payments.ts'
import { askOnceMore } from '../end-order.ts'
import { endPurchase, flagPurchase, lockPurchase, receivePurchaseMoney } from './purchases.ts'

/**
 * Ends a voucher purchase that was not paid in time, after asking the provider once more; returns whether it did.
 * Called too early, it enqueues itself again.
 */
export async function expirePurchase(shop: Services, voucherPurchaseId: string): Promise<boolean> {
  const purpose = { voucherPurchaseId }
  await askOnceMore(shop, purpose)
  return shop.db.transaction(async (db) => {
    const purchase = await lockPurchase(db, voucherPurchaseId)
    if (!purchase || purchase.status === 'paid') return false
    // During an update, a release without vouchers may have settled its payment: the outcome is applied now.
    const attempts = await listAttempts(db, purpose)
    if (attempts.some(({ status }) => status === 'paid')) {
      await receivePurchaseMoney(shop, db, purchase)
      return false
    }
    const odd = attempts.find(({ status }) => status === 'mismatch')
    if (odd && !purchase.reviewReason) {
      const isLess = odd.lastAnswer?.code === 'underpaid'
      await flagPurchase(db, purchase.id, isLess ? 'underpaid' : 'not-live-money')
    }
    const now = shop.now()
    const afterSeconds = (purchase.expiresAt.getTime() - now.getTime()) / 1000
    if (afterSeconds > 0) {
      await shop.jobs.enqueue(db, 'expire-voucher-purchase', purpose, { afterSeconds })
      return false
    }
    return endPurchase(db, purchase, now)
  })
}

const HOUR_MS = 3_600_000

/**
 * Enqueues purchases again that nobody has ended (their jobs were lost), and those whose money came without effect: a
 * release without vouchers settled it, perhaps after they had ended. Called every night.
 */
export async function expireForgottenPurchases({ db, jobs, now }: Services): Promise<void> {
  const hourAgo = new Date(now().getTime() - HOUR_MS)
  const { id, status, expiresAt, reviewReason } = voucherPurchases
  const hasOne = (settled: 'paid' | 'mismatch') =>
    exists(
      db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.voucherPurchaseId, id), eq(payments.status, settled))),
    )
  const unpaid = await db
    .select({ voucherPurchaseId: id })
    .from(voucherPurchases)
    .where(
      or(
        and(eq(status, 'pending'), lt(expiresAt, hourAgo)),
        and(ne(status, 'paid'), hasOne('paid')),
        and(ne(status, 'paid'), isNull(reviewReason), hasOne('mismatch')),
      ),
    )
    .limit(MOST_FORGOTTEN)
  await jobs.enqueueAll(
    db,
    'expire-voucher-purchase',
    unpaid.map((data) => ({ data })),
  )
}
