import { eq } from 'drizzle-orm'
import { orders } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { smallJpegOf } from '../../../rules/media/pictures.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isReleasable, MOST_RELEASE_TRIES, mayRelease } from '../../../rules/orders/orders.ts'
import type { Parcel } from '../../../rules/orders/parcel.ts'
import { withThumbnails } from '../../catalogue/find-thumbnails.ts'
import { listItems } from '../change-order.ts'
import { readOrderNumber } from '../list-orders.ts'

type ParcelRefusal = Refusal<
  'parcel-not-found' | 'release-not-due' | 'release-not-at-till' | 'release-done'
>

/**
 * The parcel that is handed over at the till, by the number of its order. Refused without a word about its customer
 * where this person may not hand it over, or where there is none.
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
  if (!mayRelease(role, order)) return { ok: false, reason: 'release-not-at-till' }
  const lines = await withThumbnails(shop, await listItems(shop.db, order.id))
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
