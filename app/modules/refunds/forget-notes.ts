import { and, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders, payouts, refunds, refundWallets } from '../../db/tables.server.ts'
import { quotesProvider } from '../payments/forget-payer.ts'

/** The answer quotes the provider's own words; the release before stored them as `refused`. */
const isQuoted = sql`(${quotesProvider(payouts.lastAnswer)}
  or ${payouts.lastAnswer} ->> 'code' in ('not-accepted', 'refused'))`

/**
 * Deletes from refunds of anonymized orders the notes of staff, the wallet that was paid, and the provider's own
 * words; returns how many refunds.
 */
export async function forgetRefundNotes(db: Db | Tx, limit: number): Promise<number> {
  const walletOf = db.select().from(refundWallets).where(eq(refundWallets.refundId, refunds.id))
  // Also what the provider says about a payout after its order was anonymized.
  const wordsOn = db
    .select()
    .from(payouts)
    .where(
      and(
        eq(payouts.refundId, refunds.id),
        or(isNotNull(payouts.refusal), isNotNull(payouts.refusedWith), isQuoted),
      ),
    )
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        or(isNotNull(refunds.note), exists(walletOf), exists(wordsOn)),
        isNotNull(orders.anonymizedAt),
      ),
    )
    .limit(limit)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await db.update(refunds).set({ note: null }).where(inArray(refunds.id, ids))
  await db
    .update(payouts)
    .set({
      refusal: null,
      refusedWith: null,
      lastAnswer: sql`case when ${isQuoted} then null else ${payouts.lastAnswer} end`,
    })
    .where(inArray(payouts.refundId, ids))
  await db.delete(refundWallets).where(inArray(refundWallets.refundId, ids))
  return ids.length
}
