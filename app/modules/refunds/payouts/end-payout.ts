import { and, desc, eq } from 'drizzle-orm'
import { orders, payouts, refunds } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { ENDABLE_AFTER_SECONDS, PAYOUT_TRANSITIONS } from '../../../rules/refunds/payouts.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { auditOrder } from '../../orders/staff/audit-order.ts'
import { type MovedOr, moveLocked, type RefundShop, type Seen } from '../move-refund.ts'
import type { Payout } from './find-payout.ts'
import { failRefund, settlePayout } from './settle-payout.ts'

/**
 * Staff end a lost payout: for an hour the provider has answered that it knows of none, and they have checked there; or
 * for an hour it has not left, as while payments are off. Refuses while the provider answers otherwise, because the
 * money may still leave.
 */
export const endPayout = (
  shop: RefundShop,
  actor: Actor,
  seen: Seen,
): MovedOr<Refusal<'payout-still-possible'>> =>
  moveLocked<Refusal<'payout-still-possible' | 'edited-meanwhile'>>(
    shop,
    seen,
    'failed',
    async (db, order, refund) => {
      if (refund.status !== 'sent') return { ok: false, reason: 'edited-meanwhile' }
      const now = shop.now()
      const [payout] = await db
        .select()
        .from(payouts)
        .where(and(eq(payouts.refundId, refund.id), eq(payouts.status, 'open')))
      const step = payout && PAYOUT_TRANSITIONS[payout.status].ended
      if (!step || !isEndable(payout, now)) return { ok: false, reason: 'payout-still-possible' }
      await db
        .update(payouts)
        .set({ status: step.to, settledAt: now, lastAnswer: { code: 'ended' } })
        .where(eq(payouts.id, payout.id))
      await failRefund(shop, db, { order, refund, by: 'staff', byUser: actor.userId })
      await auditOrder(db, actor, order, {
        action: 'payout ended',
        after: { amount: refund.amount, chargeId: payout.chargeId },
      })
      return { ok: true }
    },
  )

/** Whether for so long the provider has not known of the payout, or the payout has not left. */
export const isEndable = ({ status, sentAt, unknownSince, createdAt }: Payout, now: Date) => {
  const since = sentAt ? unknownSince : createdAt
  return (
    status === 'open' &&
    since !== null &&
    now.getTime() - since.getTime() >= ENDABLE_AFTER_SECONDS * 1000
  )
}

/**
 * Staff have the provider asked now about a refund's newest payout. The answer is applied, and the
 * log names who asked.
 */
export async function askAboutPayout(shop: Services, actor: Actor, refundId: string) {
  const [newest] = await shop.db
    .select({ chargeId: payouts.chargeId, id: orders.id, orderNumber: orders.orderNumber })
    .from(payouts)
    .innerJoin(refunds, eq(refunds.id, payouts.refundId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(payouts.refundId, refundId))
    .orderBy(desc(payouts.createdAt))
    .limit(1)
  const payout = newest && (await settlePayout(shop, newest.chargeId))
  if (!payout) return { ok: false, reason: 'not-found' } as const
  const { chargeId, status, amount, lastAnswer: answer } = payout
  await shop.db.transaction((db) =>
    auditOrder(db, actor, newest, {
      action: 'provider asked',
      after: { amount, chargeId, status },
    }),
  )
  return { ok: true, status, amount, answer } as const
}
