import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { preorders } from '../../db/tables.server.ts'

/** Arrived orders are notified in batches of this size, however many wait. */
const A_BATCH = 500

/**
 * An order is notified only when its newest ledger row is older than this, so that a mistake that is corrected at once
 * notifies nobody.
 */
const STEADY = sql`interval '4 minutes'`

/** Paid orders whose pre-ordered units have all arrived some minutes ago and whose customers were not notified yet. */
export async function listArrived(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select w.order_id as id from ${preorders} w join orders o on o.id = w.order_id
    where w.told_at is null and o.paid_at is not null
    group by w.order_id
    having not exists (select from ${preorders} x where x.order_id = w.order_id and x.owed > 0)
      and not exists (select from stock_movements m where m.order_id = w.order_id and m.created_at > now() - ${STEADY})
    order by w.order_id limit ${A_BATCH}`)
  return rows.map(({ id }) => id)
}

/** Marks an order's customer as notified. Returns false when another run has done so, or when the order waits again. */
export async function markNotified(db: Tx, orderId: string) {
  const notified = await db
    .update(preorders)
    .set({ toldAt: sql`now()` })
    .where(
      sql`${preorders.orderId} = ${orderId} and ${preorders.toldAt} is null
        and not exists (select from preorders x where x.order_id = ${orderId}::uuid and x.owed > 0)`,
    )
    .returning({ id: preorders.id })
  return notified.length > 0
}
