import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { orderItems, refundItems, refunds } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { orderRefundedEmail } from '../../rules/messages/emails/refunds.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  findRefundTransition,
  type RefundTransition,
} from '../../rules/refunds/refund-transitions.ts'
import {
  isSettledBy,
  LONGEST_REFUND_REFERENCE,
  priceOfKept,
  UNSENT_REASONS,
} from '../../rules/refunds/refunds.ts'
import type { ActorOrJob } from '../audit/record-audit.ts'
import { putRefundOnCredit } from '../credit/put-on-credit.ts'
import { noteGivingBack } from '../orders/handle-review.ts'
import { emailAbout } from '../orders/notify-customer.ts'
import { listItems, type Order } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { forgetUnsent } from '../stock/preorders.ts'
import { moveDrawerCash } from '../till/shifts/drawer-cash.ts'
import { readMoney } from './read-money.ts'

export type Refund = typeof refunds.$inferSelect
/**
 * How the money left: with a reference of the bank or the provider, out of a drawer, or as store credit,
 * which is issued at once.
 */
export type RefundTransfer =
  | { reference: string }
  | { shiftId: string; isPlaced?: boolean }
  | { asCredit: true }
export type GiveRefusal = Refusal<
  'drawer-not-open' | 'refund-reference-missing' | 'refund-way-other' | 'edited-meanwhile'
>
type Parts = { order: Order; refund: Refund; given: RefundTransfer }

/**
 * Two staff members pay the same refund at once, from two drawers or with two references: one of them paid, and the
 * other must learn that.
 */
export const isGivenBy = ({ way, shiftId, reference }: Refund, given: RefundTransfer) =>
  'shiftId' in given
    ? shiftId === given.shiftId
    : 'reference' in given
      ? reference === given.reference
      : way === 'credit'

/** Staff have paid out a refund that is ready to send. The caller has locked the order. */
export async function giveLocked(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  actor: ActorOrJob,
  { order, refund, given }: Parts,
): Promise<{ ok: true } | GiveRefusal> {
  const step = findRefundTransition('staff', refund, 'done')
  if (!step) return { ok: false, reason: 'edited-meanwhile' }
  if (
    (refund.way === 'cash') !== 'shiftId' in given ||
    (refund.way === 'credit') !== 'asCredit' in given
  )
    return { ok: false, reason: 'refund-way-other' }
  await stopWaiting(db, refund)
  let credit: Finished['credit'] = null
  if ('shiftId' in given) {
    const { orderNumber: reason } = order
    const { id, amount } = refund
    const cash = { id, amount: -amount, reason, now: shop.now() }
    const out = await moveDrawerCash(db, actor, { ...cash, ...given })
    if (!out.ok) return out
  } else if ('asCredit' in given) {
    const { id: refundId, amount } = refund
    credit = await putRefundOnCredit(db, { refundId, amount, order, byUser: actor.userId })
  } else if (
    given.reference === '' ||
    Array.from(given.reference).length > LONGEST_REFUND_REFERENCE
  )
    return { ok: false, reason: 'refund-reference-missing' }
  const facts = 'asCredit' in given ? {} : 'shiftId' in given ? { shiftId: given.shiftId } : given
  await finishRefund(shop, db, { order, refund, step, byUser: actor.userId, facts, credit })
  await auditOrder(db, actor, order, {
    action: 'refunded',
    after: {
      amount: refund.amount,
      way: refund.way,
      ...('reference' in given ? { reference: given.reference } : {}),
    },
  })
  return { ok: true }
}

/**
 * Units that are refunded because they are not sent are no longer waited for. Called before a code or a drawer is
 * touched, because it locks products.
 */
export async function stopWaiting(db: Tx, { id, orderId, reason }: Refund) {
  if (!UNSENT_REASONS.some((unsent) => unsent === reason)) return
  const units = await db
    .select({ variantId: orderItems.variantId, quantity: refundItems.quantity })
    .from(refundItems)
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(eq(refundItems.refundId, id))
  await forgetUnsent(db, orderId, units)
}

type Finished = {
  order: Order
  refund: Refund
  step: RefundTransition
  byUser: string | null
  facts: Partial<Pick<Refund, 'reference' | 'shiftId'>>
  /** The code that it was put on. */
  credit?: { code: string; balance: number } | null
}

/**
 * The money has left: writes the refund's end and the order's history, settles what was owed, and enqueues the email.
 */
export async function finishRefund(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  { order, refund, step, byUser, facts, credit = null }: Finished,
) {
  const { amount, way } = refund
  await db
    .update(refunds)
    .set({
      ...facts,
      status: step.to,
      version: sql`${refunds.version} + 1`,
      endedAt: shop.now(),
      endedBy: byUser,
    })
    .where(eq(refunds.id, refund.id))
  const money = await readMoney(db, order.id)
  // Money that is only about to be refunded is still owed: until it has left, the order stays under review.
  const refunded = order.refundedAmount + amount
  const totalAmount = priceOfKept(order, money)
  const isSettled = isSettledBy({ ...order, totalAmount, paid: money.paid, refunded })
  const note = { code: 'refunded', amount, way } as const
  await noteGivingBack(db, order, { note, byUser, isSettled })
  if (order.anonymizedAt) return
  const email = await emailAbout({ config: shop.config, db }, order, await listItems(db, order.id))
  await shop.jobs.enqueue(db, 'send-email', orderRefundedEmail(email, { amount, way, credit }))
}
