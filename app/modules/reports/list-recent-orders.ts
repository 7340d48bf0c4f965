import { desc, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'

/** Recent orders show 5 (docs/product.md, Reports). */
const SHOWN = 5

/** The newest orders, paid or not; amounts in whole kwacha. */
export const listRecentOrders = (db: Db) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      customer: sql<string>`${orders.firstName} || ' ' || ${orders.lastName}`,
      totalAmount: orders.totalAmount,
      status: orders.status,
      paidAt: orders.paidAt,
      reviewReason: orders.reviewReason,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SHOWN)

export type RecentOrder = Awaited<ReturnType<typeof listRecentOrders>>[number]
