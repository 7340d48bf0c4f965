import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'
import type { Cause, VariantQuantity } from './move-stock.ts'

/** Items that a customer brought back stand in stock again; what is not tracked leaves no line. */
export async function returnToStock(
  db: Tx,
  goods: readonly VariantQuantity[],
  cause: Cause & { posSaleId: string },
) {
  if (goods.length === 0) return
  const ids = goods.map(({ variantId }) => variantId)
  // In id order, as every change of stock begins: see take-stock.ts.
  const locked = await db
    .select({ id: products.id, isTracked: products.trackInventory })
    .from(products)
    .where(
      inArray(
        products.id,
        db.select({ id: variants.productId }).from(variants).where(inArray(variants.id, ids)),
      ),
    )
    .orderBy(products.id)
    .for('no key update')
  const tracked = new Set(locked.filter(({ isTracked }) => isTracked).map(({ id }) => id))
  const rows = await db
    .select({ id: variants.id, productId: variants.productId })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, ids))
  const kept = new Set(rows.filter((row) => tracked.has(row.productId)).map(({ id }) => id))
  const moved = goods.filter(({ variantId }) => kept.has(variantId))
  if (moved.length === 0) return
  await db.insert(stockMovements).values(
    moved.map(({ variantId, quantity }) => ({
      variantId,
      kind: 'return' as const,
      quantity,
      posSaleId: cause.posSaleId,
      byUser: cause.byUser ?? null,
      reason: cause.reason ?? null,
    })),
  )
}
