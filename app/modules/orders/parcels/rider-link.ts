import { eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { orders } from '../../../db/tables.server.ts'
import type { Config } from '../../../platform/config.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { isSigned, type Secret, signLink } from '../../../platform/signed-links.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { formatTown, MOST_RELEASE_TRIES } from '../../../rules/orders/orders.ts'
import { isRiderLinkOpen, partsArrivedAt } from '../../../rules/orders/rider-link.ts'
import { readOrderNumber } from '../list-orders.ts'
import { countWrongKey } from '../open-order.ts'
import { listShipments, type Shipment } from '../shipments/list-shipments.ts'
import { releaseParcel } from './release-parcel.ts'

type Linked = { id: string; orderNumber: string; riderLinkVersion: number }

const nameOf = ({ id, riderLinkVersion }: Omit<Linked, 'orderNumber'>) =>
  `rider link ${id} ${riderLinkVersion}`

/**
 * The link with which a rider or a depot without an account hands an order's parcel over (docs/product.md, Delivery).
 */
const riderLink = (config: Secret & Pick<Config, 'baseUrl'>, order: Linked) =>
  `${config.baseUrl}/handover/${order.orderNumber}?key=${signLink(config, nameOf(order))}`

/** The newest link of an order while it is valid, for who runs the shop. `parcels`: those that have been shipped. */
export const openLinkOf = (
  { config, now }: Pick<Shop, 'config' | 'now'>,
  order: Linked & Parameters<typeof isRiderLinkOpen>[0],
  parcels: readonly Shipment[],
) =>
  order.riderLinkAt && isRiderLinkOpen(order, now()) && !partsArrivedAt(order.riderLinkAt, parcels)
    ? riderLink(config, order)
    : null

/** The only data of a parcel and its customer that a rider sees. */
export type RiderParcel = {
  orderNumber: string
  firstName: string
  /** The place where it is collected, otherwise town and district. */
  area: string
  isCollected: boolean
  triesLeft: number
  /** When it was handed over; null: not yet. */
  doneAt: Date | null
}

type Bearer = { number: string; key: string; ip: string }
type OpenRefusal = Refusal<'rider-link-unknown' | 'rider-link-ended' | 'too-many-attempts'>
type Services = Pick<Shop, 'db' | 'jobs' | 'config' | 'now' | 'rateLimiter'>

/**
 * Opens the parcel of a rider's link. Wrong keys are limited for whoever tries them; a right key is never
 * refused because of them.
 */
export async function openRiderLink(
  shop: Services,
  bearer: Bearer,
): Promise<{ ok: true; parcel: RiderParcel } | OpenRefusal> {
  const found = await findLinked(shop, bearer)
  if (!found.ok) return found
  const { order, doneAt } = found
  if (!doneAt && !isRiderLinkOpen(order, shop.now()))
    return { ok: false, reason: 'rider-link-ended' }
  const { firstName } = order.shippingAddress
  const parcel = {
    orderNumber: order.orderNumber,
    // Some customers type all their names into the first field.
    firstName: firstName.split(/\s/)[0] ?? '',
    area: order.collectAt ?? formatTown(order.shippingAddress),
    isCollected: order.collectAt !== null,
    triesLeft: Math.max(0, MOST_RELEASE_TRIES - order.releaseTries),
    doneAt,
  }
  // Once the parcel is handed over, the page hides name and area: the slip on the parcel has them.
  return { ok: true, parcel: doneAt ? { ...parcel, firstName: '', area: '' } : parcel }
}

/** Whoever has the parcel's link hands it over with its code: counted, limited and recorded like the staff's. */
export async function releaseByRider(
  shop: Services,
  { code, request, ...bearer }: Bearer & { code: string; request: string | null },
) {
  const found = await findLinked(shop, bearer)
  if (!found.ok) return found
  const { id, status, riderLinkVersion, riderName } = found.order
  // Of an order in parcels: the link was for parcels that have arrived since.
  if (found.doneAt && status !== 'delivered')
    return { ok: false, reason: 'rider-link-ended' } as const
  const { ip } = bearer
  const rider = { name: riderName ?? '', link: riderLinkVersion }
  const carrier = { userId: null, ip, request, rider }
  const done = await releaseParcel(shop, carrier, { orderId: id, code })
  return !done.ok && (done.reason === 'release-not-due' || done.reason === 'order-preorder-owed')
    ? ({ ok: false, reason: 'rider-not-sent' } as const)
    : done
}

const LINKED = [
  'id',
  'orderNumber',
  'status',
  'paidAt',
  'deliveredAt',
  'anonymizedAt',
  'shippingAddress',
  'collectAt',
  'releaseTries',
  'riderLinkVersion',
  'riderLinkAt',
  'riderName',
] as const

/** The order of a right key, and when its parcel was handed over since the link was made. */
async function findLinked(shop: Services, { number, key, ip }: Bearer) {
  const orderNumber = readOrderNumber(number)
  const [order] = orderNumber
    ? await shop.db
        .select(columnsOf(orders, ...LINKED))
        .from(orders)
        .where(eq(orders.orderNumber, orderNumber))
    : []
  if (!order || order.riderLinkVersion === 0 || !isSigned(shop.config, nameOf(order), key))
    return countWrongKey(shop, ip, 'rider-link-unknown')
  const { riderLinkAt } = order
  if (!riderLinkAt) return { ok: false, reason: 'rider-link-ended' } as const
  const parcels = await listShipments(shop.db, [order.id])
  const doneAt = order.deliveredAt ?? partsArrivedAt(riderLinkAt, parcels)
  return { ok: true, order, doneAt } as const
}
