import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { creditMovements, orders, payments, returns } from '../../db/tables.server.ts'
import { CURRENCY } from '../../shop.ts'

/**
 * `paid`: what came for an order and is still its own, as the database's `order_came` has it. `covered`: of it, what
 * exchanged pieces of another order have paid; `exchanged`: what its own have paid of another, which is its own no more.
 * `credit`: of it, what store credit pays; `money`: what of it may go back as money, as `order_money` has it.
 */
export async function readCame(db: Db | Tx, orderId: string) {
  const [came] = await db
    .select({
      paid: sumOf(sql`select sum(p.paid_amount) from ${payments} p
        where p.order_id = ${orderId} and p.paid_currency = ${CURRENCY}`),
      credit: sumOf(
        sql`select -sum(m.amount) from ${creditMovements} m where m.order_id = ${orderId}`,
      ),
      covered: orders.coveredAmount,
      money: sql<number>`order_money(${orderId})`.mapWith(Number),
      exchanged: sumOf(sql`select sum(o.covered_amount) from ${returns} r
        join ${orders} o on o.id = r.exchange_order_id where r.order_id = ${orderId}`),
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  const nothing = { paid: 0, credit: 0, money: 0, covered: 0, exchanged: 0 }
  const { paid, credit, money, covered, exchanged } = came ?? nothing
  return { paid: paid + credit + covered - exchanged, credit, money, covered, exchanged }
}
