import { eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import {
  orderItems,
  posReturnItems,
  posReturns,
  posSaleItems,
  refundItems,
  returns,
} from '../../../db/tables.server.ts'
import type { PiecesBack } from '../../../rules/till/exchanges/paid-prices.ts'
import type { AwaitedExchange } from '../../../rules/till/till-events.ts'
import { isUuid } from '../../../rules/uuid.ts'

/**
 * The pieces that came back and pay for the sale that a till made under this id: of a receipt, or of an order of the
 * web shop.
 */
export async function readPiecesBack(db: Tx, saleId: string): Promise<PiecesBack[]> {
  if (!isUuid(saleId)) return []
  const ofReceipt = db
    .select({
      productId: sql<string | null>`${posSaleItems.productId}`.as('product'),
      ...columnsOf(posReturnItems, 'quantity', 'amount'),
    })
    .from(posReturns)
    .innerJoin(posReturnItems, eq(posReturnItems.posReturnId, posReturns.id))
    .innerJoin(posSaleItems, eq(posSaleItems.id, posReturnItems.posSaleItemId))
    .where(eq(posReturns.paidSaleId, saleId))
  const ofOrder = db
    .select({
      productId: sql<string | null>`${orderItems.productId}`.as('product'),
      ...columnsOf(refundItems, 'quantity', 'amount'),
    })
    .from(returns)
    .innerJoin(refundItems, eq(refundItems.refundId, returns.refundId))
    .innerJoin(orderItems, eq(orderItems.id, refundItems.orderItemId))
    .where(eq(returns.tillSaleId, saleId))
  return unionAll(ofReceipt, ofOrder)
}

/** The pieces that are to come back once mobile money has paid, at the worth that the till asks for them. */
export async function readPiecesAwaited(
  db: Tx,
  { order, lines }: Pick<AwaitedExchange, 'order' | 'lines'>,
): Promise<PiecesBack[]> {
  const lineIds = lines.map(({ lineId }) => lineId)
  const rows = order
    ? await db
        .select(columnsOf(orderItems, 'id', 'productId'))
        .from(orderItems)
        .where(inArray(orderItems.id, lineIds))
    : await db
        .select(columnsOf(posSaleItems, 'id', 'productId'))
        .from(posSaleItems)
        .where(inArray(posSaleItems.id, lineIds))
  const products = new Map(rows.map(({ id, productId }) => [id, productId]))
  return lines.map(({ lineId, quantity, amount }) => ({
    productId: products.get(lineId),
    quantity,
    amount,
  }))
}
