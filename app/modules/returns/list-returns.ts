import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orders, returnItems, returns, variants } from '../../db/tables.server.ts'
import { MOST_RETURNS } from '../../rules/returns/returns.ts'
import { settings } from '../../rules/settings/settings.ts'
import { listInStock } from '../stock/exchange-stock.ts'
import { readReturnedUnits } from './request-return.ts'

/** All returns of an order with their lines, oldest first, and of each line how many units can still come back. */
export async function listReturns(db: Db, orderId: string) {
  const rows = await db
    .select({ ...getTableColumns(returns), exchangeNumber: orders.orderNumber })
    .from(returns)
    .leftJoin(orders, eq(orders.id, returns.exchangeOrderId))
    .where(eq(returns.orderId, orderId))
    .orderBy(asc(returns.createdAt), asc(returns.id))
    .limit(MOST_RETURNS)
  if (rows.length === 0) return { rows: [], units: {} }
  const [lines, units] = await Promise.all([
    db
      .select({
        ...getTableColumns(returnItems),
        wantedSize: variants.size,
        wantedColor: variants.color,
      })
      .from(returnItems)
      .leftJoin(variants, eq(variants.id, returnItems.wantedVariantId))
      .where(
        inArray(
          returnItems.returnId,
          rows.map(({ id }) => id),
        ),
      ),
    readReturnedUnits(db, orderId),
  ])
  return {
    rows: rows.map(({ requestedBy: _, orderId: __, exchangeOrderId: ___, ...row }) => ({
      ...row,
      lines: lines.filter(({ returnId }) => returnId === row.id),
    })),
    units: Object.fromEntries(units) as Record<string, number>,
  }
}

/** Of each line of an order, the sizes and colors that can go out now instead of it, for a form that offers an exchange. */
export async function listExchanges(
  db: Db,
  lines: readonly { id: string; productId: string }[],
): Promise<Record<string, ExchangeChoice[]>> {
  if (!settings().exchangeOfSize || lines.length === 0) return {}
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const there = Map.groupBy(await listInStock(db, { productIds }), ({ productId }) => productId)
  return Object.fromEntries(
    lines.map(({ id, productId }) => [
      id,
      (there.get(productId) ?? []).map(({ variantId, size, color }) => ({
        variantId,
        size,
        color,
      })),
    ]),
  )
}
type ExchangeChoice = { variantId: string; size: string | null; color: string | null }

export type ListedReturns = Awaited<ReturnType<typeof listReturns>>
