import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'

/**
 * Whether an order is a staff member's own, so that a second person has to approve refunds and exchanges: an order of
 * their account; where anybody else runs the shop, also one with their email address or phone number. The database
 * refuses a refund by the same function.
 */
export async function isOwnOrder(db: Tx, orderId: string, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ own: boolean }>(
    sql`select is_own_order(${orderId}::uuid, ${userId}::uuid) as own`,
  )
  return rows[0]?.own === true
}
