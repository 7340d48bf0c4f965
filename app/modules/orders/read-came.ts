import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { orders, returns } from '../../db/tables.server.ts'
import { readPaid } from '../payments/payments.ts'

/**
 * `paid`: what came for an order and is still its own, as the database's `order_came` has it. `covered`: of it, what
 * exchanged pieces of another order have paid; `exchanged`: what its own have paid of another, which is its own no more.
 */
export async function readCame(db: Db | Tx, orderId: string) {
  const paid = await readPaid(db, { orderId })
  const [moved] = await db
    .select({
      covered: orders.coveredAmount,
      exchanged: sumOf(sql`select sum(o.covered_amount) from ${returns} r
        join ${orders} o on o.id = r.exchange_order_id where r.order_id = ${orderId}`),
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  const { covered, exchanged } = moved ?? { covered: 0, exchanged: 0 }
  return { paid: paid + covered - exchanged, covered, exchanged }
}
