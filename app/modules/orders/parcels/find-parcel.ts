import { eq } from 'drizzle-orm'
import { orders } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { smallJpegOf } from '../../../rules/media/pictures.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isReleasable, MOST_RELEASE_TRIES, mayRelease } from '../../../rules/orders/orders.ts'
import type { Parcel } from '../../../rules/orders/parcel.ts'
import { unitsShipped } from '../../../rules/orders/shipments.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'
import { readOrderNumber } from '../list-orders.ts'
import { listItems } from '../read-order.ts'
import { listShipments } from '../shipments/list-shipments.ts'

type ParcelRefusal = Refusal<
  'parcel-not-found' | 'release-not-due' | 'release-not-at-till' | 'release-done'
>

/**
 * Finds the parcel to hand over at the till, by its order's number; of an order in parcels, those that are shipped and
 * not delivered. When there is none, or this person may not hand it over, the refusal says nothing about the customer.
 */
export async function findParcel(
  shop: Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>,
  { role }: { role: Role },
  number: string,
): Promise<{ ok: true; parcel: Parcel } | ParcelRefusal> {
  const orderNumber = readOrderNumber(number)
  const [order] = orderNumber
    ? await shop.db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
    : []
  if (!order) return { ok: false, reason: 'parcel-not-found' }
  if (order.status === 'delivered') return { ok: false, reason: 'release-done' }
  if (!isReleasable(order)) return { ok: false, reason: 'release-not-due' }
  const parts = await listShipments(shop.db, [order.id])
  if (!mayRelease(role, order, parts)) return { ok: false, reason: 'release-not-at-till' }
  const waiting = parts.filter(({ deliveredAt }) => deliveredAt === null)
  const isPart = order.status === 'processing' && parts.length > 0
  if (isPart && waiting.length === 0) return { ok: false, reason: 'release-not-due' }
  const units = unitsShipped(waiting)
  const items = (await listItems(shop.db, order.id)).flatMap((item) => {
    const quantity = parts.length > 0 ? (units.get(item.id) ?? 0) : item.quantity
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
  const lines = await withThumbnails(shop, items)
  const { firstName, lastName } = order.shippingAddress
  return {
    ok: true,
    parcel: {
      orderId: order.id,
      orderNumber: order.orderNumber,
      customer: `${firstName} ${lastName}`.trim(),
      total: order.totalAmount,
      paidAt: order.paidAt?.toISOString() ?? null,
      courier: order.courierName,
      collectAt: order.collectAt,
      isPart,
      parts: waiting.map(({ id }) => id),
      triesLeft: Math.max(0, MOST_RELEASE_TRIES - order.releaseTries),
      lines: lines.map(({ id, name, sku, size, color, quantity, picture }) => ({
        id,
        name,
        sku,
        size,
        color,
        quantity,
        picture: picture && smallJpegOf(picture.src, picture.widths),
      })),
    },
  }
}
