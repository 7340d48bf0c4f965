import type { Services } from '../../platform/services.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import { findTransition, type OrderActor } from '../../rules/orders/order-transitions.ts'
import { applyTransition } from '../orders/change-order.ts'
import { notifyCustomer } from '../orders/notify-customer.ts'
import { lockOrder, type Order } from '../orders/read-order.ts'
import { listOpenPayments, type Purpose } from '../payments/payments.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks the provider about every open attempt once more, so that a timer never cancels what was paid. */
export async function askOnceMore(shop: Services, purpose: Purpose) {
  for (const payment of await listOpenPayments(shop.db, purpose))
    await settlePayment(shop, payment.reference)
}

/** Cancels an order where its table allows this actor to, and enqueues the email; returns whether it did. */
export async function endOrder(
  shop: Services,
  orderId: string,
  by: OrderActor,
  why: { note: OrderNote; byUser?: string },
  isDue: (order: Order) => boolean = () => true,
) {
  return shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    const step = order && isDue(order) && findTransition(by, order, 'cancelled')
    if (!step) return false
    const done = await applyTransition(db, order, step, { ...why, now: shop.now() })
    if (done.ok) await notifyCustomer(shop, db, order, step.email)
    return done.ok
  })
}
