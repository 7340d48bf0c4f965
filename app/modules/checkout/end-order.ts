import type { Services } from '../../platform/services.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import { findTransition, type OrderActor } from '../../rules/orders/order-transitions.ts'
import { applyTransition } from '../orders/change-order.ts'
import { notifyCustomer } from '../orders/notify-customer.ts'
import { lockOrder, type Order } from '../orders/read-order.ts'
import { listOpenPayments, type Purpose } from '../payments/payments.ts'
import { settlePayment } from './settle-payment.ts'

/** Asks about every attempt once more: what was paid is never cancelled by a timer. */
export async function askOnceMore(shop: Services, purpose: Purpose) {
  for (const payment of await listOpenPayments(shop.db, purpose))
    await settlePayment(shop, payment.reference)
}

/** Ends an order where the table of its steps lets this one do so, with its email; true when it did so. */
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
