import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { payouts, refunds } from '../../../db/tables.server.ts'
import type { PayoutVerdict } from '../../../platform/payments/payouts.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { PAYOUT_TRANSITIONS } from '../../../rules/refunds/payouts.ts'
import { findRefundTransition } from '../../../rules/refunds/refund-transitions.ts'
import { refundableMoney } from '../../../rules/refunds/refunds.ts'
import { noteGivingBack } from '../../orders/handle-review.ts'
import { lockOrder, type Order } from '../../orders/read-order.ts'
import { finishRefund, type Refund, stopWaiting } from '../give-refund.ts'
import { readMoney } from '../read-money.ts'
import { findPayout, type Payout } from './find-payout.ts'
import { judge, type OtherProvider, type PayoutDetails } from './judge-payout.ts'
import { isRefundedOtherwise } from './refunded-otherwise.ts'

/**
 * Asks the provider for the outcome of a payout and applies it once; returns the payout as it is then, or null when
 * unknown. The webhook, the job and staff all call this. Only an answer about this very payout and sum counts
 * (docs/payments.md, Payouts).
 */
export async function settlePayout(shop: Services, chargeId: string): Promise<Payout | null> {
  const asked = await findPayout(shop.db, chargeId)
  if (!asked) return null
  // Asks before it takes any lock, because the provider may be slow or never answer.
  const verdict = await askWhoSent(shop, asked)
  if (!verdict) return asked
  return shop.db.transaction(async (db) => {
    const [about] = await db
      .select({ orderId: refunds.orderId })
      .from(refunds)
      .where(eq(refunds.id, asked.refundId))
    const order = about && (await lockOrder(db, about.orderId))
    // Read after the lock: another call may have settled it while the provider was asked.
    const payout = await findPayout(db, chargeId)
    const [refund] = await db.select().from(refunds).where(eq(refunds.id, asked.refundId))
    if (!order || !payout || !refund) throw new Error('a payout belongs to no order')
    await decide(shop, db, { order, payout, refund }, verdict)
    return (await findPayout(db, chargeId)) ?? payout
  })
}

/**
 * A payout that has not left or has arrived is not asked about. Another provider's payout fails if it has not left;
 * once it has left, nobody can ask about it.
 */
async function askWhoSent(
  { payments }: Services,
  payout: Payout,
): Promise<PayoutVerdict | OtherProvider | null> {
  if (payout.status === 'paid') return null
  const isOurs = payout.provider === payments.name
  if (payout.sentAt === null) return isOurs ? null : { state: 'other-provider' }
  return isOurs ? payments.verifyPayout(payout.chargeId) : null
}

type Parts = { order: Order; payout: Payout; refund: Refund }

async function decide(
  shop: Services,
  db: Tx,
  { order, payout, refund }: Parts,
  verdict: PayoutVerdict | OtherProvider,
) {
  const now = shop.now()
  const { outcome, answer, facts } = judge(shop, payout, verdict)
  const step = PAYOUT_TRANSITIONS[payout.status][outcome]
  if (!step) return
  await db
    .update(payouts)
    .set({
      ...facts,
      status: step.to,
      lastAnswer: answer,
      lastAskedAt: now,
      unknownSince: outcome === 'unknown' ? (payout.unknownSince ?? now) : null,
      ...(step.stamp ? { [step.stamp]: payout.settledAt ?? now } : {}),
    })
    .where(eq(payouts.id, payout.id))
  if (step.to === 'paid') await hasArrived(shop, db, { order, payout, refund }, facts)
  else if (step.to === 'failed' && payout.status === 'open')
    await failRefund(shop, db, { order, refund, by: 'provider', byUser: null })
}

/** The money has arrived. When it was refunded in another way since the payout failed, more left than should have. */
async function hasArrived(
  shop: Services,
  db: Tx,
  { order, payout, refund }: Parts,
  facts?: PayoutDetails,
) {
  const { amount } = payout
  const step = findRefundTransition('provider', refund, 'done')
  const isFree = refund.status !== 'sent'
  const isBeyond =
    isFree &&
    (amount > refundableMoney(await readMoney(db, order.id)) ||
      (await isRefundedOtherwise(db, order, refund)))
  if (!step || isBeyond) {
    shop.log.error({ chargeId: payout.chargeId, amount }, 'payout beyond what was to be given back')
    await noteGivingBack(db, order, { note: { code: 'payout-beyond', amount }, byUser: null })
    return
  }
  const reference = facts?.providerReference?.slice(0, 80) ?? null
  await stopWaiting(db, refund)
  await finishRefund(shop, db, { order, refund, step, byUser: null, facts: { reference } })
}

type Failed = { order: Order; refund: Refund; by: 'staff' | 'provider'; byUser: string | null }

/** No money of a refund has left: it can be tried again or given in another way. */
export async function failRefund(
  { now }: Pick<Services, 'now'>,
  db: Tx,
  { order, refund, by, byUser }: Failed,
) {
  const step = findRefundTransition(by, refund, 'failed')
  // An earlier payout may have completed the refund.
  if (!step) return
  await db
    .update(refunds)
    .set({
      status: step.to,
      endedAt: now(),
      endedBy: byUser,
      version: sql`${refunds.version} + 1`,
    })
    .where(eq(refunds.id, refund.id))
  await noteGivingBack(db, order, {
    note: { code: 'payout-failed', amount: refund.amount },
    byUser,
  })
}
