import { and, eq, isNull, sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { orders } from '../../db/tables.server.ts'

/**
 * After the clock was set back: gives orders that were placed while it was ahead their payment window again, from now.
 * Otherwise they would hold their units for as long as the clock was ahead.
 */
export const bringWindowsBack = (db: Db) =>
  db
    .update(orders)
    .set({ expiresAt: sql`now() + (${orders.expiresAt} - ${orders.createdAt})` })
    .where(and(eq(orders.status, 'pending'), isNull(orders.paidAt), isOfFuture(orders.createdAt)))
