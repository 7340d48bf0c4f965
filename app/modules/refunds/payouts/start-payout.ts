import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { payouts, refunds, refundWallets } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { findRefundTransition } from '../../../rules/refunds/refund-transitions.ts'
import { needsSecondPerson, refundableMoney } from '../../../rules/refunds/refunds.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import type { Actor, ActorOrJob } from '../../audit/record-audit.ts'
import { noteGivingBack } from '../../orders/handle-review.ts'
import type { Order } from '../../orders/read-order.ts'
import { auditOrder } from '../../orders/staff/audit-order.ts'
import { isOwnOrder } from '../../orders/staff/own-order.ts'
import type { Refund } from '../give-refund.ts'
import { type MovedOr, moveLocked, type RefundShop, type Seen } from '../move-refund.ts'
import { readMoney } from '../read-money.ts'
import { isRefundedOtherwise } from './refunded-otherwise.ts'

/** Unguessable, within the characters that the provider allows in a charge_id. */
const newChargeId = () => `zp-${randomBytes(16).toString('hex')}`

export type StartRefusal = Refusal<
  | 'edited-meanwhile'
  | 'payouts-off'
  | 'payout-no-wallet'
  | 'payout-arrived'
  | 'payout-parts-gone'
  | 'refund-above-paid'
  | 'refund-second-first'
>

/**
 * Staff have the provider pay a refund out, or try again after it said that the first payout failed or is unknown to
 * it. Refuses while the outcome of a payout is unknown, and when one has arrived.
 */
export const payOutRefund = (shop: RefundShop, actor: Actor, seen: Seen): MovedOr<StartRefusal> =>
  moveLocked<StartRefusal>(shop, seen, 'sent', (db, order, refund) =>
    startPayout(shop, db, actor, { order, refund }),
  )

/** Starts the payout of a refund whose order is locked: writes the payout here, and a job sends it. */
export async function startPayout(
  shop: Pick<Services, 'jobs' | 'config'>,
  db: Tx,
  actor: ActorOrJob,
  { order, refund }: { order: Order; refund: Refund },
): Promise<{ ok: true } | StartRefusal> {
  const step = findRefundTransition('staff', refund, 'sent')
  if (!step) return { ok: false, reason: 'edited-meanwhile' }
  const { payments: provider } = shop.config
  if (provider === 'off') return { ok: false, reason: 'payouts-off' }
  const [wallet] = await db
    .select({ phone: refundWallets.phone })
    .from(refundWallets)
    .where(eq(refundWallets.refundId, refund.id))
  if (!wallet) return { ok: false, reason: 'payout-no-wallet' }
  const { amount } = refund
  if (refund.status === 'failed') {
    const [arrived] = await db
      .select({ id: payouts.id })
      .from(payouts)
      .where(and(eq(payouts.refundId, refund.id), eq(payouts.status, 'paid')))
    if (arrived) return { ok: false, reason: 'payout-arrived' }
    // While the payout had failed, its money may have been refunded in another way, or the order's refunds may have
    // reached the sum that needs a second person.
    const money = await readMoney(db, order.id)
    const left = refundableMoney(money)
    if (amount > left) return { ok: false, reason: 'refund-above-paid', amount, left }
    if (await isRefundedOtherwise(db, order, refund))
      return { ok: false, reason: 'payout-parts-gone' }
    const isOwn = await isOwnOrder(db, order.id, actor.userId)
    const asked = { amount, refunded: money.refunded, isOwn }
    if (!refund.approvedBy && needsSecondPerson(asked, limitSettings().secondPersonFrom))
      return { ok: false, reason: 'refund-second-first' }
  }
  const chargeId = newChargeId()
  await db.insert(payouts).values({ chargeId, refundId: refund.id, provider, amount })
  await db
    .update(refunds)
    .set({ status: step.to, endedAt: null, endedBy: null, version: sql`${refunds.version} + 1` })
    .where(eq(refunds.id, refund.id))
  await shop.jobs.enqueue(db, 'send-payout', { chargeId })
  await noteGivingBack(db, order, { note: { code: 'payout-sent', amount }, byUser: actor.userId })
  await auditOrder(db, actor, order, {
    action: 'payout sent',
    after: { amount, chargeId },
  })
  return { ok: true }
}
