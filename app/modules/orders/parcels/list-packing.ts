import { asc, inArray, or } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { orderItems, orders } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { unitsLeft } from '../../../rules/orders/shipments.ts'
import { ITEM_COLUMNS } from '../read-order.ts'
import { listShipments, TO_SEND } from '../shipments/list-shipments.ts'
import { listPicking } from './list-picking.ts'

/** The columns of a packing slip: without money, and without the code. */
const ON_A_SLIP = columnsOf(
  orders,
  'id',
  'orderNumber',
  'createdAt',
  'status',
  'packedAt',
  'shippingAddress',
  'courierName',
  'collectAt',
  'waybill',
  'notes',
  'paidAt',
  'anonymizedAt',
  'riderLinkVersion',
  'riderLinkAt',
)

/**
 * Orders with what is needed to pack them, by ids or numbers, the longest waiting first: five queries, however
 * many. `units` of a line go into its parcel now; pre-ordered units that have not arrived do not, nor units
 * that were sent before.
 */
export async function listPacking(
  shop: Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>,
  asked: { ids: readonly string[]; numbers: readonly string[] },
) {
  const { db } = shop
  const chosen = await db
    .select(ON_A_SLIP)
    .from(orders)
    .where(or(inArray(orders.id, [...asked.ids]), inArray(orders.orderNumber, [...asked.numbers])))
    .orderBy(asc(orders.createdAt), asc(orders.id))
  const ids = chosen.map(({ id }) => id)
  if (ids.length === 0) return []
  const [lines, parcels] = await Promise.all([
    db
      .select({ ...ITEM_COLUMNS, ...TO_SEND })
      .from(orderItems)
      .where(inArray(orderItems.orderId, ids))
      .orderBy(orderItems.position)
      .then((rows) => listPicking(shop, rows)),
    listShipments(db, ids),
  ])
  return chosen.map((order) => {
    const own = lines.filter(({ orderId }) => orderId === order.id)
    const sent = parcels.filter(({ orderId }) => orderId === order.id)
    const can = new Map(unitsLeft(own, sent).map((one) => [one.id, one.can]))
    return {
      ...order,
      parcels: sent,
      lines: own.map((line) => ({ ...line, units: can.get(line.id) ?? 0 })),
    }
  })
}
