import { and, eq, isNull } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { askWhileWaiting } from './ask-provider.ts'
import { endOrder } from './end-order.ts'

/** A customer cancels their own unpaid order. */
export async function cancelOwnOrder(
  shop: Services,
  userId: string,
  orderNumber: string,
): Promise<{ ok: true } | Refusal<'order-not-found' | 'order-not-cancellable'>> {
  const [order] = await shop.db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.userId, userId)))
  if (!order) return { ok: false, reason: 'order-not-found' }
  if (order.status === 'pending') {
    await askWhileWaiting(shop, { orderId: order.id }, { isAsked: true })
    const why = { note: { code: 'cancelled-by-customer' } as const, byUser: userId }
    if (await endOrder(shop, order.id, 'buyer', why)) return { ok: true }
  }
  // The same request sent again, because its first response was lost.
  const isOff = and(eq(orders.id, order.id), eq(orders.status, 'cancelled'), isNull(orders.paidAt))
  return (await shop.db.$count(orders, isOff)) > 0
    ? { ok: true }
    : { ok: false, reason: 'order-not-cancellable' }
}
