import { and, eq, sql } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import type { OrderStatus } from '../../rules/orders/orders.ts'
import { readOrderNumber } from './list-orders.ts'

/** The status line and the dates of an order, and nothing personal (docs/product.md, Numbers). */
export type TrackedOrder = {
  orderNumber: string
  status: OrderStatus
  createdAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
}

/** Finds an order by its number and its e-mail, which must both match; limited, and refused alike for either. */
export async function trackOrder(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  asked: { orderNumber: string; email: string; ip: string },
): Promise<{ ok: true; order: TrackedOrder } | Refusal<'too-many-attempts' | 'order-not-found'>> {
  const orderNumber = readOrderNumber(asked.orderNumber)
  const place = await rateLimiter.take(`track from ${networkOf(asked.ip)}`, LIMITS.trackingPlaces)
  const order = orderNumber
    ? await rateLimiter.take(`track ${orderNumber}`, LIMITS.trackedOrders)
    : { allowed: true, retryAfter: 0 }
  if (!place.allowed || !order.allowed) {
    const minutes = Math.ceil(Math.max(place.retryAfter, order.retryAfter) / 60)
    return { ok: false, reason: 'too-many-attempts', minutes }
  }
  if (!orderNumber) return { ok: false, reason: 'order-not-found' }
  const [found] = await db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      shippedAt: orders.shippedAt,
      deliveredAt: orders.deliveredAt,
      cancelledAt: orders.cancelledAt,
    })
    .from(orders)
    .where(
      and(
        eq(orders.orderNumber, orderNumber),
        eq(sql`lower(${orders.email})`, asked.email.trim().toLowerCase()),
      ),
    )
  if (!found) return { ok: false, reason: 'order-not-found' }
  return { ok: true, order: found }
}
