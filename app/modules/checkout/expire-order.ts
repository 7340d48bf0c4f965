import { and, eq, isNull, lt } from 'drizzle-orm'
import { orders, posSales } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { OrderNote } from '../../rules/messages/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { findTransition, type OrderActor } from '../../rules/orders/order-transitions.ts'
import { applyTransition, lockOrder, type Order } from '../orders/change-order.ts'
import { listOpenPayments, type Purpose } from '../payments/payments.ts'
import { endSale } from '../till/sales/settle-sale.ts'
import { settlePayment } from './settle-payment.ts'

const HOUR_MS = 3_600_000
const MOST_FORGOTTEN = 500

/** Asks about every attempt once more: what was paid is never cancelled by a timer. */
export async function askOnceMore(shop: Shop, purpose: Purpose) {
  for (const payment of await listOpenPayments(shop.db, purpose))
    await settlePayment(shop, payment.reference)
}

/** Ends an order where the table of its steps lets this one do so; true when it did so. */
async function endOrder(
  shop: Shop,
  orderId: string,
  by: OrderActor,
  why: { note: OrderNote; byUser?: string },
  isDue: (order: Order) => boolean = () => true,
) {
  return shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    const step = order && isDue(order) && findTransition(by, order, 'cancelled')
    if (!step) return false
    return (await applyTransition(db, order, step, { ...why, now: shop.now() })).ok
  })
}

/**
 * Cancels an order that was not paid within its window; true when it did so. One that is asked about too
 * early, by a machine whose clock is behind, is asked about again.
 */
export async function expireOrder(shop: Shop, orderId: string): Promise<boolean> {
  const [order] = await shop.db
    .select({ status: orders.status, expiresAt: orders.expiresAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.status !== 'pending') return false
  const left = order.expiresAt.getTime() - shop.now().getTime()
  if (left > 0) {
    await shop.jobs.enqueue(shop.db, 'expire-order', { orderId }, { afterSeconds: left / 1000 })
    return false
  }
  await askOnceMore(shop, { orderId })
  return endOrder(
    shop,
    orderId,
    'timer',
    { note: { code: 'not-paid-in-time' } },
    ({ expiresAt }) => expiresAt <= shop.now(),
  )
}

/**
 * Enqueues once more the orders and till sales that nobody has ended: their jobs were lost, or went to a queue of
 * another release. Called every night.
 */
export async function expireForgotten({ db, jobs, now, config }: Shop): Promise<void> {
  const hourAgo = now().getTime() - HOUR_MS
  const windowMs = config.paymentWindowMinutes * 60_000
  const unpaid = await db
    .select({ orderId: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        isNull(orders.paidAt),
        lt(orders.expiresAt, new Date(hourAgo)),
      ),
    )
    .limit(MOST_FORGOTTEN)
  const waiting = await db
    .select({ posSaleId: posSales.id })
    .from(posSales)
    .where(
      and(
        eq(posSales.paymentStatus, 'pending'),
        lt(posSales.createdAt, new Date(hourAgo - windowMs)),
      ),
    )
    .limit(MOST_FORGOTTEN)
  const asJobs = <T>(found: T[]) => found.map((data) => ({ data }))
  await jobs.enqueueAll(db, 'expire-order', asJobs(unpaid))
  await jobs.enqueueAll(db, 'expire-pos-sale', asJobs(waiting))
}

/** The customer came back from the provider's page without having paid: the items are free again. */
export async function giveUpOrder(shop: Shop, orderId: string): Promise<boolean> {
  return endOrder(shop, orderId, 'failed-payment', { note: { code: 'payment-failed' } })
}

/** A buyer cancels an order of theirs that is not paid yet. */
export async function cancelOwnOrder(
  shop: Shop,
  userId: string,
  orderNumber: string,
): Promise<{ ok: true } | Refusal<'order-not-found' | 'order-not-cancellable'>> {
  const [order] = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.userId, userId)))
  if (!order) return { ok: false, reason: 'order-not-found' }
  await askOnceMore(shop, { orderId: order.id })
  const why = { note: { code: 'cancelled-by-customer' } as const, byUser: userId }
  if (await endOrder(shop, order.id, 'buyer', why)) return { ok: true }
  // Sent again: its first answer was lost.
  const isOff = and(eq(orders.id, order.id), eq(orders.status, 'cancelled'), isNull(orders.paidAt))
  return (await shop.db.$count(orders, isOff)) > 0
    ? { ok: true }
    : { ok: false, reason: 'order-not-cancellable' }
}

/** Closes a till sale that was not paid within its window; true when it did so. */
export async function expirePosSale(shop: Shop, posSaleId: string): Promise<boolean> {
  await askOnceMore(shop, { posSaleId })
  return shop.db.transaction(async (db) => (await endSale(db, posSaleId, 'timer')) !== undefined)
}
