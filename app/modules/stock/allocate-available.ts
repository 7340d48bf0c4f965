import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import { countedUnits } from './availability.ts'
import { lockProductsOf } from './lock-products.ts'
import { type Cause, takeStock, type VariantQuantity } from './move-stock.ts'

/**
 * Takes as many units as the stock has of items that have already left or are already paid; never goes below zero.
 * Returns how many units of each variant were missing; a variant whose stock is not tracked is never missing.
 */
export async function allocateAvailable(
  db: Tx,
  requested: readonly VariantQuantity[],
  cause: Cause,
): Promise<Map<string, number>> {
  const missing = new Map<string, number>()
  if (requested.length === 0) return missing
  const ids = [...new Set(requested.map(({ variantId }) => variantId))]
  // Lock all products before taking any units: otherwise two sales could deadlock.
  await lockProductsOf(db, ids)
  const levels = await db
    .select({
      variantId: variants.id,
      onHand: countedUnits,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, ids))
  for (const { variantId, onHand } of levels) {
    const units = requested.reduce(
      (sum, line) => (line.variantId === variantId ? sum + line.quantity : sum),
      0,
    )
    const there = Math.min(units, onHand ?? units)
    if (there < units) missing.set(variantId, units - there)
    if (there === 0) continue
    const taken = await takeStock(db, [{ variantId, quantity: there }], 'pos_sale', cause)
    if (!taken.ok) throw new Error(`${variantId} left the locked stock`)
  }
  return missing
}
