import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders, refunds } from '../../db/tables.server.ts'

/** Of orders in which nobody is named any more, what staff wrote beside a refund goes too; gives how many. */
export async function forgetRefundNotes(db: Db | Tx, limit: number): Promise<number> {
  const noted = db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(isNotNull(refunds.note), isNotNull(orders.anonymizedAt)))
    .limit(limit)
  const forgotten = await db
    .update(refunds)
    .set({ note: null })
    .where(inArray(refunds.id, noted))
    .returning({ id: refunds.id })
  return forgotten.length
}
