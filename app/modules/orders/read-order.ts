import { eq, getTableColumns } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orderItems, orders } from '../../db/tables.server.ts'

export type Order = typeof orders.$inferSelect
// What a line cost the shop is read only where it is asked for.
const { unitCost: _, ...columns } = getTableColumns(orderItems)
export const ITEM_COLUMNS = columns
export type OrderItem = Omit<typeof orderItems.$inferSelect, 'unitCost'>

/**
 * Locks one order until the transaction ends, so that payment, expiry and staff wait for each other. `no key
 * update`, so that a ledger row can still refer to the order: whoever books stock in holds the product's lock, for
 * which cancelling waits.
 */
export async function lockOrder(db: Tx, id: string): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id)).for('no key update')
  return order
}

/** The lines of an order as ordered, without what they cost the shop. */
export const listItems = (db: Db | Tx, orderId: string): Promise<OrderItem[]> =>
  db
    .select(ITEM_COLUMNS)
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position)
