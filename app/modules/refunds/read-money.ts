import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { refundItems, refunds } from '../../db/tables.server.ts'
import { HOLDING_STATUSES, type OrderMoney } from '../../rules/refunds/refunds.ts'
import { readPaid } from '../payments/payments.ts'

/** Money that has left for an order, or still may. */
export const isHolding = (orderId: string) =>
  and(eq(refunds.orderId, orderId), inArray(refunds.status, [...HOLDING_STATUSES]))

/** What came for an order, and what of it was given back or is about to be; `delivery` is the part for its delivery. */
export async function readMoney(
  db: Db | Tx,
  orderId: string,
): Promise<OrderMoney & { delivery: number }> {
  const paid = await readPaid(db, { orderId })
  const [back] = await db
    .select({
      refunded: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number),
      delivery: sql<number>`coalesce(sum(${refunds.deliveryAmount}), 0)`.mapWith(Number),
    })
    .from(refunds)
    .where(isHolding(orderId))
  return { paid, refunded: back?.refunded ?? 0, delivery: back?.delivery ?? 0 }
}

/** Of each line, for how many units money was given back or is about to be. */
export async function readRefundedUnits(
  db: Db | Tx,
  orderId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .select({
      id: refundItems.orderItemId,
      units: sql<number>`sum(${refundItems.quantity})`.mapWith(Number),
    })
    .from(refundItems)
    .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
    .where(isHolding(orderId))
    .groupBy(refundItems.orderItemId)
  return new Map(rows.map(({ id, units }) => [id, units]))
}
