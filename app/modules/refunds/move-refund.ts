import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { refunds } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Reason, Refusal } from '../../rules/messages/refusals.ts'
import { findRefundTransition } from '../../rules/refunds/refund-transitions.ts'
import type { RefundStatus } from '../../rules/refunds/refunds.ts'
import type { Actor } from '../audit/record-audit.ts'
import { noteGivingBack } from '../orders/handle-review.ts'
import { lockOrder, type Order } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { isOwnOrder } from '../orders/staff/own-order.ts'
import {
  type GiveRefusal,
  giveLocked,
  isGivenBy,
  type Refund,
  type RefundTransfer,
} from './give-refund.ts'

export type RefundShop = Pick<Services, 'db' | 'jobs' | 'config' | 'now'>
/** `version` is the refund's version that the person saw. */
export type Seen = { refundId: string; version: number }
export type Moved = { ok: true; orderNumber: string; amount: number }
/** The result of moving a refund; `R` are the refusals of the act itself. */
export type MovedOr<R> = Promise<Moved | MoveRefusal | R>
export type MoveRefusal = Refusal<'not-found' | 'edited-meanwhile'>

/**
 * A second person approves the refund, so that its money may be sent. Refuses whoever requested it, and
 * the owner of the order.
 */
export const approveRefund = (
  shop: RefundShop,
  actor: Actor,
  seen: Seen,
): MovedOr<Refusal<'refund-second-person'>> =>
  moveLocked(
    shop,
    seen,
    'requested',
    async (db, order, refund): Promise<Done<'refund-second-person'>> => {
      const step = findRefundTransition('second-person', refund, 'requested')
      if (!step) return { ok: false, reason: 'edited-meanwhile' }
      if (actor.userId === refund.requestedBy || (await isOwnOrder(db, order.id, actor.userId)))
        return { ok: false, reason: 'refund-second-person' }
      const by = { approvedBy: actor.userId, approvedAt: shop.now() }
      return writeStep(db, actor, order, refund, { status: step.to, ...by }, 'refund approved')
    },
  )

/** Cancels a refund whose money has not left. */
export const cancelRefund = (shop: RefundShop, actor: Actor, seen: Seen): MovedOr<never> =>
  moveLocked(shop, seen, 'cancelled', async (db, order, refund): Promise<Done<never>> => {
    const step = findRefundTransition('staff', refund, 'cancelled')
    if (!step) return { ok: false, reason: 'edited-meanwhile' }
    const by = { endedBy: actor.userId, endedAt: shop.now() }
    return writeStep(db, actor, order, refund, { status: step.to, ...by }, 'refund cancelled')
  })

/** Staff note that they have paid a refund out: with which reference, or out of which drawer. */
export const giveRefund = (
  shop: RefundShop,
  actor: Actor,
  { given, ...seen }: Seen & { given: RefundTransfer },
): MovedOr<GiveRefusal> =>
  moveLocked<GiveRefusal>(
    shop,
    seen,
    'done',
    (db, order, refund) => giveLocked(shop, db, actor, { order, refund, given }),
    (refund) => isGivenBy(refund, given),
  )

type Done<R extends Reason> = { ok: true } | Refusal<R | 'edited-meanwhile'>

/**
 * Locks order and refund. A refund that has this status already, by the same act or an equal one, is left as it is.
 */
export const moveLocked = <R extends { ok: false }>(
  { db }: RefundShop,
  { refundId, version }: Seen,
  to: RefundStatus,
  work: (db: Tx, order: Order, refund: Refund) => Promise<{ ok: true } | R>,
  comesToSame: (refund: Refund) => boolean = () => true,
): MovedOr<R> =>
  transact(db, async (db): MovedOr<R> => {
    const [found] = await db
      .select({ orderId: refunds.orderId })
      .from(refunds)
      .where(eq(refunds.id, refundId))
    const order = found && (await lockOrder(db, found.orderId))
    if (!order) return { ok: false, reason: 'not-found' }
    // Read after its order is locked.
    const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId))
    if (!refund) return { ok: false, reason: 'not-found' }
    const moved = { ok: true as const, orderNumber: order.orderNumber, amount: refund.amount }
    if (refund.status === to && comesToSame(refund)) return moved
    if (refund.status === to || refund.version !== version)
      return { ok: false, reason: 'edited-meanwhile' }
    const done = await work(db, order, refund)
    return done.ok ? moved : done
  })

/** Writes a step of a locked refund, notifies open views of the order, and writes the log. */
async function writeStep(
  db: Tx,
  actor: Actor,
  order: Order,
  { id, amount, way }: Refund,
  step: Partial<Refund>,
  action: 'refund approved' | 'refund cancelled',
): Promise<{ ok: true }> {
  await db
    .update(refunds)
    .set({ ...step, version: sql`${refunds.version} + 1` })
    .where(eq(refunds.id, id))
  await noteGivingBack(db, order, { byUser: actor.userId })
  await auditOrder(db, actor, order, { action, after: { amount, way } })
  return { ok: true }
}
