import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orderItems, orders, returnItems, returns } from '../../db/tables.server.ts'

/** The units of a return that went back to stock, for their labels, and the order's number. */
export const listRestocked = (db: Db, returnId: string) =>
  db
    .select({
      orderNumber: orders.orderNumber,
      variantId: orderItems.variantId,
      quantity: sql<number>`sum(${returnItems.restocked})`.mapWith(Number),
    })
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .innerJoin(orderItems, eq(orderItems.id, returnItems.orderItemId))
    .where(and(eq(returnItems.returnId, returnId), gt(returnItems.restocked, 0)))
    .groupBy(orders.orderNumber, orderItems.variantId)
