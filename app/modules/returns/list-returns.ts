import { asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { orders, returnItems, returns, variants } from '../../db/tables.server.ts'
import { MOST_RETURNS } from '../../rules/returns/returns.ts'
import { settings } from '../../rules/settings/settings.ts'
import { listInStock } from '../stock/exchange-stock.ts'
import { readReturnedUnits } from './request-return.ts'

/**
 * All returns of an order with their lines, oldest first, and for each line of the order how many units have
 * come back or are to.
 */
export async function listReturns(db: Db, orderId: string) {
  const { rows, units } = await readReturns(db, orderId)
  return {
    rows: rows.map(({ linkVersion, exchange, ...row }) => ({
      ...row,
      exchangeNumber: exchange?.orderNumber ?? null,
      /** Requested by whoever had the order's link. */
      isByLink: linkVersion !== null,
    })),
    units,
  }
}
export type ListedReturns = Awaited<ReturnType<typeof listReturns>>

/** The same rows, also with the link by which each was requested and the order that was sent as its exchange. */
export async function readReturns(db: Db, orderId: string) {
  const kept = db
    .select({ id: returns.id })
    .from(returns)
    .where(eq(returns.orderId, orderId))
    .orderBy(asc(returns.createdAt), asc(returns.id))
    .limit(MOST_RETURNS)
  const found = await db
    .select({
      one: getTableColumns(returns),
      exchange: columnsOf(orders, 'id', 'orderNumber', 'linkVersion'),
      line: {
        ...getTableColumns(returnItems),
        chosenSize: variants.size,
        chosenColor: variants.color,
      },
    })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .leftJoin(orders, eq(orders.id, returns.exchangeOrderId))
    .leftJoin(variants, eq(variants.id, returnItems.wantedVariantId))
    .where(inArray(returns.id, kept))
    .orderBy(asc(returns.createdAt), asc(returns.id))
  if (found.length === 0) return { rows: [], units: {} }
  const units = await readReturnedUnits(db, orderId)
  const rows = [...Map.groupBy(found, ({ one }) => one.id).values()].flatMap((lines) => {
    const [first] = lines
    if (!first) return []
    const { requestedBy: _, orderId: __, exchangeOrderId: ___, ...row } = first.one
    return [{ ...row, exchange: first.exchange, lines: lines.map(({ line }) => line) }]
  })
  return { rows, units: Object.fromEntries(units) as Record<string, number> }
}

/**
 * For each line of an order, the sizes and colors in stock that can go out instead, for a form that offers an
 * exchange; the line's own variant comes last. Only staff see how many there are.
 */
export async function listExchanges(
  db: Db,
  lines: readonly { id: string; productId: string; variantId: string }[],
  reader: 'staff' | 'customer',
): Promise<Record<string, ExchangeChoice[]>> {
  if (!settings().exchangeOfSize || lines.length === 0) return {}
  const productIds = [...new Set(lines.map(({ productId }) => productId))]
  const there = Map.groupBy(await listInStock(db, { productIds }), ({ productId }) => productId)
  return Object.fromEntries(
    lines.map((line) => [
      line.id,
      (there.get(line.productId) ?? [])
        .map(({ variantId, size, color, units }) => ({
          variantId,
          size,
          color,
          isSame: variantId === line.variantId,
          ...(reader === 'staff' && { units }),
        }))
        .toSorted((a, b) => Number(a.isSame) - Number(b.isSame)),
    ]),
  )
}
type ExchangeChoice = {
  variantId: string
  size: string | null
  color: string | null
  isSame: boolean
  units?: number | null
}
