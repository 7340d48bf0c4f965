import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'

/** Ends every link to an order that was given out so far; a new link has another key. */
export async function renewOrderLink(db: Db | Tx, orderId: string): Promise<void> {
  await db
    .update(orders)
    .set({ linkVersion: sql`${orders.linkVersion} + 1` })
    .where(eq(orders.id, orderId))
}
