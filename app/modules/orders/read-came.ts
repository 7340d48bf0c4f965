import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { creditMovements, orders, payments, returns } from '../../db/tables.server.ts'
import { CURRENCY } from '../../shop.ts'

/** As columns of a query of `orders`. */
export const CAME_COLUMNS = {
  paid: sumOf(sql`select sum(p.paid_amount) from ${payments} p
    where p.order_id = orders.id and p.paid_currency = ${CURRENCY}`),
  credit: sumOf(sql`select -sum(m.amount) from ${creditMovements} m where m.order_id = orders.id`),
  covered: orders.coveredAmount,
  money: sql<number>`order_money(orders.id)`.mapWith(Number),
  exchanged: sumOf(sql`select sum(o.covered_amount) from ${returns} r
    join ${orders} o on o.id = r.exchange_order_id where r.order_id = orders.id`),
}
type Came = { paid: number; credit: number; money: number; covered: number; exchanged: number }

/**
 * `paid`: what came for an order and still belongs to it, as the database's `order_came` computes it. `covered`: the
 * part that exchanged pieces of another order have paid. `exchanged`: what its own pieces have paid of another order,
 * which is subtracted. `credit`: the part that store credit pays. `money`: the part that may be refunded as money, as
 * `order_money` computes it.
 */
export const sumUpCame = ({ paid, credit, money, covered, exchanged }: Came): Came => ({
  paid: paid + credit + covered - exchanged,
  credit,
  money,
  covered,
  exchanged,
})

const NOTHING: Came = { paid: 0, credit: 0, money: 0, covered: 0, exchanged: 0 }

/** What came for one order (`sumUpCame`). */
export async function readCame(db: Db | Tx, orderId: string): Promise<Came> {
  const [came] = await db.select(CAME_COLUMNS).from(orders).where(eq(orders.id, orderId))
  return sumUpCame(came ?? NOTHING)
}
