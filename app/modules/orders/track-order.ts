import { and, eq, isNull, sql } from 'drizzle-orm'
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

/**
 * Finds an order by its number and its e-mail, which must both match; refused alike for either. Wrong tries count
 * for who asks: nobody can use up the tries of the order's customer. The right answer counts no more.
 */
export async function trackOrder(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  asked: { orderNumber: string; email: string; ip: string },
): Promise<{ ok: true; order: TrackedOrder } | Refusal<'too-many-attempts' | 'order-not-found'>> {
  const orderNumber = readOrderNumber(asked.orderNumber)
  const network = networkOf(asked.ip)
  const counted = [
    [`track from ${network}`, LIMITS.trackingPlaces],
    ...(orderNumber
      ? ([
          [`track from ${network} ${orderNumber}`, LIMITS.trackedOrdersHere],
          [`track ${orderNumber}`, LIMITS.trackedOrders],
        ] as const)
      : []),
  ] as const
  for (const [key, limit] of counted) {
    const { allowed, retryAfter } = await rateLimiter.take(key, limit)
    // Who is refused here uses up nothing of what all have together.
    if (!allowed)
      return { ok: false, reason: 'too-many-attempts', minutes: Math.ceil(retryAfter / 60) }
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
        isNull(orders.anonymizedAt),
        eq(sql`lower(${orders.email})`, asked.email.trim().toLowerCase()),
      ),
    )
  if (!found) return { ok: false, reason: 'order-not-found' }
  for (const [key] of counted) await rateLimiter.giveBack(key)
  return { ok: true, order: found }
}
