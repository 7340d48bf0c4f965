import { and, eq, isNull, sql } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { OrderDelivery } from '../../rules/messages/checkout/delivery.ts'
import { orderLinkEmail } from '../../rules/messages/emails/orders.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import { isUnderReview, type OrderStatus } from '../../rules/orders/orders.ts'
import { countShipped } from '../../rules/orders/shipments.ts'
import { readOrderNumber } from './list-orders.ts'
import { emailAbout } from './notify-customer.ts'
import { listItems } from './read-order.ts'
import { listShipments, type Shipment } from './shipments/list-shipments.ts'

/** The status, the dates and the courier of an order, and nothing personal (docs/product.md, Numbers). */
export type TrackedOrder = OrderDelivery & {
  orderNumber: string
  status: OrderStatus
  isUnderReview: boolean
  createdAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  /** The parcels of an order in parts, without their contents. */
  parcels: TrackedParcel[]
  /** How many of its items are shipped, when it is sent in parts. */
  progress: { shipped: number; all: number } | null
}
type TrackedParcel = Omit<Shipment, 'id' | 'orderId' | 'lines'>

type Asking = { orderNumber: string; email: string; ip: string }
type TrackRefusal = Refusal<'too-many-attempts' | 'order-not-found'>
const NOT_FOUND = { ok: false, reason: 'order-not-found' } as const

/**
 * Finds an order by its number and its email, which must both match; a wrong number and a wrong email are
 * refused alike. Wrong tries count for whoever makes them, so that nobody can use up the customer's tries; a
 * right one does not count.
 */
export async function trackOrder(
  shop: Pick<Shop, 'db' | 'rateLimiter'>,
  asked: Asking,
): Promise<{ ok: true; order: TrackedOrder } | TrackRefusal> {
  const found = await findTracked(shop, asked)
  if (!found.ok) return found
  const { id, ...order } = found.order
  const parcels = await listShipments(shop.db, [id])
  const progress = parcels.length > 0 ? countShipped(await listItems(shop.db, id), parcels) : null
  const shownParcels = parcels.map(({ number, courierName, waybill, shippedAt, deliveredAt }) => ({
    number,
    courierName,
    waybill,
    shippedAt,
    deliveredAt,
  }))
  return { ok: true, order: { ...order, parcels: shownParcels, progress } }
}

/**
 * Sends an order's link to the email that it was ordered with, for whoever enters number and email: others may know
 * both, and learn nothing. One email for a form that is sent twice, and a few a day; the email that the customer
 * already has contains the same link.
 */
export async function sendOrderLink(
  shop: Pick<Shop, 'db' | 'rateLimiter' | 'jobs' | 'config'>,
  asked: Asking,
): Promise<{ ok: true } | TrackRefusal> {
  const found = await findTracked(shop, asked)
  if (!found.ok) return found
  const { order } = found
  const key = `order-link ${order.orderNumber}`
  const allowed =
    (await shop.rateLimiter.take(`same-email ${key}`, LIMITS.sameEmail)).allowed &&
    (await shop.rateLimiter.take(key, LIMITS.orderLinkEmails)).allowed
  const [whole] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  if (allowed && whole) {
    const email = await emailAbout(shop, whole, await listItems(shop.db, whole.id))
    await shop.jobs.enqueue(shop.db, 'send-email', orderLinkEmail(email))
  }
  return { ok: true }
}

async function findTracked({ db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>, asked: Asking) {
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
    // A refusal here leaves the common limits of everybody untouched.
    if (!allowed) return refuseTooMany({ retryAfter })
  }
  // An order may have no email, so a blank one proves nothing.
  if (!orderNumber || asked.email.trim() === '') return NOT_FOUND
  const [found] = await db
    .select({
      orderNumber: orders.orderNumber,
      status: orders.status,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      shippedAt: orders.shippedAt,
      deliveredAt: orders.deliveredAt,
      cancelledAt: orders.cancelledAt,
      courierId: orders.courierId,
      courierName: orders.courierName,
      dueFrom: orders.dueFrom,
      dueTo: orders.dueTo,
      waybill: orders.waybill,
      reviewReason: orders.reviewReason,
      id: orders.id,
    })
    .from(orders)
    .where(
      and(
        eq(orders.orderNumber, orderNumber),
        isNull(orders.anonymizedAt),
        eq(sql`lower(${orders.email})`, asked.email.trim().toLowerCase()),
      ),
    )
  if (!found) return NOT_FOUND
  for (const [key] of counted) await rateLimiter.giveBack(key)
  // Number and email alone do not reveal where the parcel waits.
  const { reviewReason, ...order } = found
  return {
    ok: true as const,
    order: { ...order, isUnderReview: isUnderReview(found), collectAt: null },
  }
}
