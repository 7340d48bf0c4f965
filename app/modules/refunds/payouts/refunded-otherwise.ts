import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { orderItems, refundItems } from '../../../db/tables.server.ts'
import type { Order } from '../../orders/read-order.ts'
import type { Refund } from '../give-refund.ts'
import { readMoney, readRefundedUnits } from '../read-money.ts'

/**
 * Whether units or the delivery of a refund that has failed or was cancelled have been refunded by another one since,
 * or exchanged. The money that is left of the order does not tell: it may be that of other lines. The caller has
 * locked the order.
 */
export async function isRefundedOtherwise(db: Tx, order: Order, refund: Refund): Promise<boolean> {
  const { delivery } = await readMoney(db, order.id)
  if (refund.deliveryAmount > 0 && delivery + refund.deliveryAmount > order.deliveryAmount)
    return true
  const refunded = await readRefundedUnits(db, order.id)
  const lines = await db
    .select({
      id: orderItems.id,
      bought: orderItems.quantity,
      units: refundItems.quantity,
    })
    .from(refundItems)
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(eq(refundItems.refundId, refund.id))
  return lines.some(({ id, bought, units }) => (refunded.get(id) ?? 0) + units > bought)
}
