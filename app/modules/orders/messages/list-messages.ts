import { desc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { orderMessages, orders } from '../../../db/tables.server.ts'

const MOST = 100

/**
 * The messages about an order and their answers, oldest first; of a long conversation the latest 100.
 * Only staff may see `by`.
 */
export async function listMessages(db: Db, orderId: string) {
  const newest = await db
    .select({
      ...columnsOf(orderMessages, 'id', 'kind', 'sentBy', 'text', 'isWaiting', 'createdAt'),
      /** Written by whoever had the order's link and was not signed in as the account that ordered. */
      isByLink: sql<boolean>`${orderMessages.kind} is not null and ${orderMessages.byUser} is distinct from ${orders.userId}`,
      by: personName(orderMessages.byUser),
    })
    .from(orderMessages)
    .innerJoin(orders, eq(orders.id, orderMessages.orderId))
    .where(eq(orderMessages.orderId, orderId))
    .orderBy(desc(orderMessages.id))
    .limit(MOST)
  return newest.toReversed()
}
export type OrderMessage = Awaited<ReturnType<typeof listMessages>>[number]
