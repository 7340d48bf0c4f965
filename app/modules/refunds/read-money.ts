import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { orders, refundItems, refunds, returnItems, returns } from '../../db/tables.server.ts'
import { type CreditedMoney, HOLDING_STATUSES } from '../../rules/refunds/refunds.ts'
import { CAME_COLUMNS, sumUpCame } from '../orders/read-came.ts'

/** The condition for refunds of an order whose money has left or still may. */
export const isHolding = (orderId: string) =>
  and(eq(refunds.orderId, orderId), inArray(refunds.status, [...HOLDING_STATUSES]))

const HOLDING = sql.join(
  HOLDING_STATUSES.map((status) => sql`${status}`),
  sql`, `,
)

/** A sum over the refunds of the order that the query calls `orders`. */
const givenBack = (sum: SQL) =>
  sumOf(
    sql`select ${sum} from ${refunds} where refunds.order_id = orders.id and refunds.status in (${HOLDING})`,
  )

/**
 * What came for an order, in money and by store credit, and what of it was refunded or is about to be; `delivery` is
 * the refunded part of its delivery price.
 */
export async function readMoney(
  db: Db | Tx,
  orderId: string,
): Promise<CreditedMoney & { delivery: number; covered: number; exchanged: number }> {
  const [money] = await db
    .select({
      ...CAME_COLUMNS,
      refunded: givenBack(sql`sum(${refunds.amount})`),
      refundedMoney: givenBack(
        sql`sum(${refunds.amount}) filter (where ${refunds.way} <> 'credit')`,
      ),
      delivery: givenBack(sql`sum(${refunds.deliveryAmount})`),
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!money) throw new Error('money of an order that is not there')
  const { refunded, refundedMoney, delivery, ...came } = money
  return { ...sumUpCame(came), refunded, refundedMoney, delivery }
}

const unitsOf = <C extends AnyColumn>(id: C, units: AnyColumn) => ({
  id,
  units: sql<number>`${units}`.as('units'),
})

/** For each line, how many units were refunded, are about to be, or were exchanged. */
export async function readRefundedUnits(
  db: Db | Tx,
  orderId: string,
): Promise<Map<string, number>> {
  const given = db
    .select(unitsOf(refundItems.orderItemId, refundItems.quantity))
    .from(refundItems)
    .innerJoin(refunds, eq(refunds.id, refundItems.refundId))
    .where(isHolding(orderId))
  const sent = db
    .select(unitsOf(returnItems.orderItemId, returnItems.exchanged))
    .from(returnItems)
    .innerJoin(returns, eq(returns.id, returnItems.returnId))
    .where(eq(returns.orderId, orderId))
  const units = new Map<string, number>()
  for (const row of await unionAll(given, sent))
    units.set(row.id, (units.get(row.id) ?? 0) + row.units)
  return units
}
