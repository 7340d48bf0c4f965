import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { refundableMoney, shareOfUnits } from '../../rules/refunds/refunds.ts'
import type { OrderAtTill } from '../../rules/returns/at-till.ts'
import { AWAITED_RETURNS, DROPPED_RETURNS } from '../../rules/returns/returns.ts'
import { readOrderNumber } from '../orders/list-orders.ts'
import { listItems } from '../orders/read-order.ts'
import { readMoney, readRefundedUnits } from '../refunds/read-money.ts'
import { readReturnedUnits } from './request-return.ts'

/**
 * Finds an order of the web shop to return at a till, by its number: its lines, how many units of each can come back,
 * and for how much. Refuses an order that was never sent.
 */
export async function findOrderAtTill(
  db: Db,
  number: string,
): Promise<{ ok: true; order: OrderAtTill } | Refusal<'parcel-not-found' | 'return-too-late'>> {
  const orderNumber = readOrderNumber(number)
  const [order] = orderNumber
    ? await db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
    : []
  if (!order || order.anonymizedAt) return { ok: false, reason: 'parcel-not-found' }
  if (order.status !== 'shipped' && order.status !== 'delivered')
    return { ok: false, reason: 'return-too-late' }
  const [lines, back, given, money] = await Promise.all([
    listItems(db, order.id),
    readReturnedUnits(db, order.id, [...DROPPED_RETURNS, ...AWAITED_RETURNS]),
    readRefundedUnits(db, order.id),
    readMoney(db, order.id),
  ])
  return {
    ok: true,
    order: {
      orderId: order.id,
      orderNumber: order.orderNumber,
      status: order.status,
      deliveredAt: order.deliveredAt?.toISOString() ?? null,
      refunded: money.refunded,
      moneyLeft: refundableMoney(money),
      lines: lines.map(({ id, name, size, color, quantity, productId, variantId }) => {
        const returned = back.get(id) ?? 0
        const before = given.get(id) ?? 0
        const left = Math.max(0, quantity - Math.max(returned, before))
        const worth = Array.from({ length: left }, (_, n) =>
          shareOfUnits({ ...order, lines }, id, 1, before + n),
        )
        const what = { id, name, size, color, productId, variantId }
        return { ...what, quantity, returned: quantity - left, worth }
      }),
    },
  }
}
