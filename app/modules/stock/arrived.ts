import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { preorders } from '../../db/tables.server.ts'

/** At a time, of what has arrived however many waited. */
const A_BATCH = 500

/** No line of the ledger is younger that came for it: a slip that is mended at once tells nobody. */
const STEADY = sql`interval '4 minutes'`

/** Paid orders for which all has arrived, some minutes ago, and whose customers were not told. */
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

/** False when somebody else has told of it, or it waits again. */
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
