import { eq, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.server.ts'
import {
  creditReserves,
  orders,
  posReturns,
  posSales,
  refunds,
  returns,
} from '../../../db/tables.server.ts'
import type { AwaitedExchange, ExchangeTender } from '../../../rules/till/till-events.ts'
import { isUuid } from '../../../rules/uuid.ts'

/** As a column of a query: what of a sale was paid in cash, at the sale or later. */
export const cashOfSale = sql<number>`${posSales.cashAmount} + ${posSales.laterCashAmount}`

/**
 * What came back for a sale with this key and total (kwacha), from a receipt or from an order of the web shop.
 * `awaited`: what is to come back once the sale is paid.
 */
export async function findExchange(
  db: Db,
  key: string,
  total: number,
  awaited: AwaitedExchange | null = null,
): Promise<ExchangeTender | null> {
  if (awaited) {
    const { number, refund, credit: carried } = awaited
    return { number, refund, amount: refund, carried }
  }
  const [id = ''] = key.split(':')
  if (!isUuid(id)) return null
  const ofReceipt = db
    .select({
      number: sql<string>`${posSales.saleNumber}`.as('number'),
      refund: sql<number>`${posReturns.refundAmount}`.as('refund'),
      amount: sql<number>`${posReturns.exchangeAmount}`.as('amount'),
      carried: sql<number>`coalesce(${creditReserves.amount}, 0)`.as('carried'),
    })
    .from(posReturns)
    .innerJoin(posSales, eq(posSales.id, posReturns.posSaleId))
    // What a code carries over is reserved under the return's id.
    .leftJoin(creditReserves, eq(creditReserves.id, posReturns.id))
    .where(eq(posReturns.paidSaleId, id))
  const ofOrder = db
    .select({
      number: sql<string>`${orders.orderNumber}`.as('number'),
      refund: sql<number>`${refunds.amount}`.as('refund'),
      amount: sql<number>`least(${refunds.amount}, ${total}::integer)`.as('amount'),
      carried: sql<number>`least(coalesce(${creditReserves.amount}, 0), ${total}::integer)`.as(
        'carried',
      ),
    })
    .from(returns)
    .innerJoin(refunds, eq(refunds.id, returns.refundId))
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .leftJoin(creditReserves, eq(creditReserves.id, returns.id))
    .where(eq(returns.tillSaleId, id))
  const [found] = await unionAll(ofReceipt, ofOrder).limit(1)
  return found ?? null
}
