import { desc } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'

/** Recent orders show 5 (docs/product.md, Reports). */
const SHOWN = 5

/** The newest orders, paid or not; amounts in whole kwacha. */
export const listRecentOrders = (db: Db) =>
  db
    .select({
      ...columnsOf(orders, 'id', 'orderNumber', 'firstName', 'lastName', 'totalAmount'),
      ...columnsOf(orders, 'status', 'paidAt', 'reviewReason', 'createdAt'),
    })
    .from(orders)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(SHOWN)

export type RecentOrder = Awaited<ReturnType<typeof listRecentOrders>>[number]
