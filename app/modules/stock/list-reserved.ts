import { and, eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/open.server.ts'
import { orders, payments, posSales, stockMovements } from '../../db/tables.server.ts'

/**
 * Units of these variants that unpaid orders and till sales have reserved. Starts from what is open, which is never
 * much, and reads its ledger rows: a variant's own ledger grows without end.
 */
export async function listReserved(db: Db, variantIds: string[]): Promise<Map<string, number>> {
  if (variantIds.length === 0) return new Map()
  const line = { variantId: stockMovements.variantId, quantity: stockMovements.quantity }
  const isShown = inArray(stockMovements.variantId, variantIds)
  const ofOrders = db
    .select(line)
    .from(orders)
    .innerJoin(stockMovements, and(eq(stockMovements.orderId, orders.id), isShown))
    .where(eq(orders.status, 'pending'))
  const ofSales = db
    .select(line)
    .from(payments)
    .innerJoin(
      posSales,
      and(eq(posSales.id, payments.posSaleId), eq(posSales.paymentStatus, 'pending')),
    )
    .innerJoin(stockMovements, and(eq(stockMovements.posSaleId, posSales.id), isShown))
    .where(eq(payments.status, 'open'))
  const held = unionAll(ofOrders, ofSales).as('held')
  const rows = await db
    .select({
      variantId: held.variantId,
      units: sql<number>`-sum(${held.quantity})`.mapWith(Number),
    })
    .from(held)
    .groupBy(held.variantId)
  return new Map(rows.map((row) => [row.variantId, row.units]))
}
