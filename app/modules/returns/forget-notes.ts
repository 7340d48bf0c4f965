import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orders, returnPhotos, returns } from '../../db/tables.server.ts'

/** Deletes the notes, answers and photos of returns whose orders are anonymized; returns how many returns. */
export async function forgetReturnNotes(db: Db | Tx, limit: number): Promise<number> {
  const hasPhotos = sql`exists (select from ${returnPhotos} p where p.return_id = ${returns.id})`
  const noted = await db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(
      and(
        or(isNotNull(returns.note), isNotNull(returns.answer), hasPhotos),
        isNotNull(orders.anonymizedAt),
      ),
    )
    .limit(limit)
  if (noted.length === 0) return 0
  const ids = noted.map(({ id }) => id)
  // The nightly job deletes the files.
  await db.delete(returnPhotos).where(inArray(returnPhotos.returnId, ids))
  await db.update(returns).set({ note: null, answer: null }).where(inArray(returns.id, ids))
  return ids.length
}
