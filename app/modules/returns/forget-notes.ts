import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders, returns } from '../../db/tables.server.ts'

/** Of orders in which nobody is named any more, what was written about returns goes too; gives how many. */
export async function forgetReturnNotes(db: Db | Tx, limit: number): Promise<number> {
  const noted = db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(
      and(or(isNotNull(returns.note), isNotNull(returns.answer)), isNotNull(orders.anonymizedAt)),
    )
    .limit(limit)
  const forgotten = await db
    .update(returns)
    .set({ note: null, answer: null })
    .where(inArray(returns.id, noted))
    .returning({ id: returns.id })
  return forgotten.length
}
