import { and, eq } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/words.ts'
import { cancelOrder, lockOrder } from '../orders/change-order.ts'
import { listOpenPayments, type Purpose } from '../payments/payments.ts'
import { failSale } from '../till/settle-sale.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks about every attempt once more: what was paid is never cancelled by a timer. */
export async function askOnceMore(shop: Shop, purpose: Purpose) {
  for (const payment of await listOpenPayments(shop.db, purpose))
    await settlePayment(shop, payment.reference)
}

async function cancelWhilePending(
  shop: Shop,
  orderId: string,
  why: { note: string; byUser?: string },
  isDue: (expiresAt: Date) => boolean = () => true,
) {
  return shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (order?.status !== 'pending' || order.paidAt || !isDue(order.expiresAt)) return false
    await cancelOrder(db, order, shop.now(), why)
    return true
  })
}

/** Cancels an order that was not paid within its window; true when it did so. */
export async function expireOrder(shop: Shop, orderId: string): Promise<boolean> {
  const [order] = await shop.db
    .select({ status: orders.status, expiresAt: orders.expiresAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (order?.status !== 'pending' || order.expiresAt > shop.now()) return false
  await askOnceMore(shop, { orderId })
  return cancelWhilePending(
    shop,
    orderId,
    { note: 'Not paid in time' },
    (expiresAt) => expiresAt <= shop.now(),
  )
}

/** The customer came back from the provider's page without having paid: the goods are free again. */
export async function giveUpOrder(shop: Shop, orderId: string): Promise<boolean> {
  return cancelWhilePending(shop, orderId, { note: 'Payment was cancelled or failed' })
}

/** A buyer cancels an order of theirs that is not paid yet. */
export async function cancelOwnOrder(
  shop: Shop,
  userId: string,
  orderNumber: string,
): Promise<{ ok: true } | Refusal> {
  const [order] = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.userId, userId)))
  if (!order) return { ok: false, reason: 'order-not-found' }
  await askOnceMore(shop, { orderId: order.id })
  const done = await cancelWhilePending(shop, order.id, {
    note: 'Cancelled by the customer',
    byUser: userId,
  })
  return done ? { ok: true } : { ok: false, reason: 'order-not-cancellable' }
}

/** Closes a till sale that was not paid within its window; true when it did so. */
export async function expireSale(shop: Shop, posSaleId: string): Promise<boolean> {
  await askOnceMore(shop, { posSaleId })
  return shop.db.transaction((db) => failSale(db, posSaleId))
}
