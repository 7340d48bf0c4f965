import { and, eq } from 'drizzle-orm'
import { payouts, refunds, refundWallets } from '../../../db/tables.server.ts'
import type { PayoutToSend, SentPayout } from '../../../platform/payments/payouts.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { PayoutResult } from '../../../rules/messages/refunds/payouts.ts'
import { PAYOUT_TRANSITIONS } from '../../../rules/refunds/payouts.ts'
import { lockOrder } from '../../orders/read-order.ts'
import { findPayout } from './find-payout.ts'
import { settlePayout } from './settle-payout.ts'

/**
 * Asks the provider to pay out, once. `sentAt` is written before the request leaves, and whoever finds it written asks
 * for the outcome instead. A process that dies in between leaves a payout that the provider may not know: it is
 * polled, and never sent again under any id until staff have ended it.
 */
export async function sendPayout(shop: Services, chargeId: string): Promise<void> {
  const payout = await takePayout(shop, chargeId)
  if (payout) {
    const sent = await shop.payments.payOut(payout)
    const refused =
      sent.state === 'refused' ? { refusedAt: shop.now(), refusedWith: sent.report } : {}
    await shop.db
      .update(payouts)
      .set({ lastAnswer: answerOf(sent), ...refused })
      .where(and(eq(payouts.chargeId, chargeId), eq(payouts.status, 'open')))
  }
  const settled = await settlePayout(shop, chargeId)
  // Payments are off: the nightly job tries again (poll-payout.ts).
  if (settled?.status === 'open' && settled.sentAt === null) return
  const afterSeconds = shop.config.paymentPollSeconds
  await shop.jobs.enqueue(shop.db, 'poll-payout', { chargeId }, { afterSeconds })
}

function answerOf(sent: SentPayout): PayoutResult {
  if (sent.state === 'accepted') return { code: 'accepted' }
  return sent.state === 'refused' ? { code: 'not-accepted', report: sent.report } : sent.report
}

/** Claims the payout for this call alone; null when it was sent before or is no longer needed. */
const takePayout = (shop: Services, chargeId: string): Promise<PayoutToSend | null> =>
  shop.db.transaction(async (db) => {
    const [about] = await db
      .select({ orderId: refunds.orderId })
      .from(payouts)
      .innerJoin(refunds, eq(refunds.id, payouts.refundId))
      .where(eq(payouts.chargeId, chargeId))
    if (about) await lockOrder(db, about.orderId)
    const payout = await findPayout(db, chargeId)
    if (payout?.status !== 'open' || payout.sentAt || payout.provider !== shop.payments.name)
      return null
    if (shop.config.payments === 'off') return null
    const [refund] = await db
      .select({ status: refunds.status, wallet: refundWallets })
      .from(refunds)
      .innerJoin(refundWallets, eq(refundWallets.refundId, refunds.id))
      .where(eq(refunds.id, payout.refundId))
    const change = (set: Partial<typeof payouts.$inferInsert>) =>
      db.update(payouts).set(set).where(eq(payouts.id, payout.id))
    if (refund?.status !== 'sent') {
      // An earlier payout has arrived after all.
      const step = PAYOUT_TRANSITIONS[payout.status]['not-needed']
      const lastAnswer: PayoutResult = { code: 'not-needed' }
      if (step) await change({ status: step.to, settledAt: shop.now(), lastAnswer })
      return null
    }
    await change({ sentAt: shop.now() })
    const { operator, phone } = refund.wallet
    return { chargeId, amount: payout.amount, operator, phone }
  })
