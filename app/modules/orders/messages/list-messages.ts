import { desc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { orderMessages, orders } from '../../../db/tables.server.ts'

const MOST = 100

/**
 * What was written about an order and answered, the oldest first; of a long conversation its latest 100. `by` is the
 * staff's to know.
 */
export async function listMessages(db: Db, orderId: string) {
  const newest = await db
    .select({
      ...columnsOf(orderMessages, 'id', 'kind', 'sentBy', 'text', 'isWaiting', 'createdAt'),
      /** Written by whoever had the order's link: by anybody but the account that ordered. */
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
