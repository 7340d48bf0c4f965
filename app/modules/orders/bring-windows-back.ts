import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'

/**
 * After the clock was set back: an order that was placed while it was ahead waits for its payment as long from now as
 * it was to wait from then. Else it holds its units for as long as the clock was ahead.
 */
export const bringWindowsBack = (db: Db) =>
  db
    .update(orders)
    .set({ expiresAt: sql`now() + (${orders.expiresAt} - ${orders.createdAt})` })
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), isOfFuture(orders.createdAt)))
