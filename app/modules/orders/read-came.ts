import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { orders, payments, returns } from '../../db/tables.server.ts'
import { CURRENCY } from '../../shop.ts'

/**
 * `paid`: what came for an order and is still its own, as the database's `order_came` has it. `covered`: of it, what
 * exchanged pieces of another order have paid; `exchanged`: what its own have paid of another, which is its own no more.
 */
export async function readCame(db: Db | Tx, orderId: string) {
  const [came] = await db
    .select({
      paid: sumOf(sql`select sum(p.paid_amount) from ${payments} p
        where p.order_id = ${orderId} and p.paid_currency = ${CURRENCY}`),
      covered: orders.coveredAmount,
      exchanged: sumOf(sql`select sum(o.covered_amount) from ${returns} r
        join ${orders} o on o.id = r.exchange_order_id where r.order_id = ${orderId}`),
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  const { paid, covered, exchanged } = came ?? { paid: 0, covered: 0, exchanged: 0 }
  return { paid: paid + covered - exchanged, covered, exchanged }
}
