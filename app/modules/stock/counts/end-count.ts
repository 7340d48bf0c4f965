import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { stockCounts } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { COUNT_STEPS, countName, differenceOfCount } from '../../../rules/stock/counts.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProductsOf } from '../lock-products.ts'
import { adjustStocks } from '../move-stock.ts'
import { inLog, listCounters, lockOpen, nameOf } from './count-stock.ts'
import { listCounted } from './list-counted.ts'

/** An audit entry names at most this many sizes; the stock's history has all of them. */
const MOST_LOGGED = 300

/**
 * Books the differences through the stock's one door, once. A size that nobody counted stays as it is. Refuses as a
 * whole when a difference would take a stock level below zero: that size was counted wrongly, or sold and counted; and
 * when a size was corrected since by another count, because both would write off the same missing units.
 */
export const bookCount = (
  db: Db,
  actor: Actor,
  id: string,
): Promise<
  { ok: true; changed: number } | Refusal<'count-over' | 'count-below-zero' | 'count-again'>
> =>
  transact(db, async (db) => {
    const [done] = await listDone(db, actor, 'stock_count', id)
    if (done) return { ok: true, changed: Number(done.after?.['changed'] ?? 0) }
    const count = await lockOpen(db, id, 'update')
    if (!count) return { ok: false, reason: 'count-over' }
    const changed = await listCounted(db, id, 'differing')
    const ids = changed.map((row) => row.id)
    await lockProductsOf(db, ids)
    const corrected = await findCorrected(db, id, ids)
    const again = changed.find((row) => row.id === corrected)
    if (again) return { ok: false, reason: 'count-again', product: nameOf(again) }
    const differences = changed.map((row) => ({
      variantId: row.id,
      quantity: differenceOfCount(row),
    }))
    const cause = {
      byUser: actor.userId,
      cause: 'counted',
      reason: countName(count.number),
    } as const
    const moved = await adjustStocks(db, differences, 'adjustment', cause)
    if (!moved.ok) {
      const { variantId, available } = moved
      const product = changed.filter(({ id }) => id === variantId).map(nameOf)[0] ?? ''
      return { ok: false, reason: 'count-below-zero', product, available }
    }
    await db
      .update(stockCounts)
      .set({ state: COUNT_STEPS.book[count.state], bookedAt: sql`now()`, bookedBy: actor.userId })
      .where(eq(stockCounts.id, id))
    await recordAudit(db, actor, {
      ...inLog(count),
      action: 'stock adjusted',
      after: {
        changed: changed.length,
        countedBy: await listCounters(db, id),
        lines: changed
          .slice(0, MOST_LOGGED)
          .map((row) => `${nameOf(row)}: ${row.expected} → ${row.counted}`),
      },
    })
    return { ok: true, changed: changed.length }
  })

/** A size that another count has corrected since it was counted here. The caller has locked the products. */
async function findCorrected(db: Tx, countId: string, variantIds: readonly string[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select l.variant_id as id from stock_count_lines l
    where l.count_id = ${countId}::uuid and l.variant_id = any(${sql.param(variantIds)}::uuid[])
    group by l.variant_id
    having exists (select from stock_movements m where m.variant_id = l.variant_id
      and m.kind = 'adjustment' and m.cause = 'counted' and m.created_at > max(l.created_at))
    limit 1`)
  return rows[0]?.id
}

/** Cancels a stock-take; books nothing. */
export const cancelCount = (
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'count-over'>> =>
  transact(db, async (db) => {
    if ((await listDone(db, actor, 'stock_count', id)).length > 0) return { ok: true }
    const count = await lockOpen(db, id, 'update')
    if (!count) return { ok: false, reason: 'count-over' }
    const state = COUNT_STEPS.cancel[count.state]
    await db.update(stockCounts).set({ state }).where(eq(stockCounts.id, id))
    await recordAudit(db, actor, {
      ...inLog(count),
      action: 'status changed',
      before: { state: count.state },
      after: { state },
    })
    return { ok: true }
  })
