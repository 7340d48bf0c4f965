import type { Tx } from '../../db/open.server.ts'
import { stockMovements } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import type { Cause, VariantQuantity } from './move-stock.ts'

/** Items that a customer brought back stand in stock again; what is not tracked leaves no line. */
export async function returnToStock(
  db: Tx,
  items: readonly VariantQuantity[],
  cause: Cause & { posSaleId: string },
) {
  if (items.length === 0) return
  const locked = await lockProductsOf(
    db,
    items.map(({ variantId }) => variantId),
  )
  const tracked = new Set(
    locked.filter(({ trackInventory }) => trackInventory).map(({ variantId }) => variantId),
  )
  const moved = items.filter(({ variantId }) => tracked.has(variantId))
  if (moved.length === 0) return
  await db.insert(stockMovements).values(
    moved.map(({ variantId, quantity }) => ({
      variantId,
      kind: 'return' as const,
      quantity,
      posSaleId: cause.posSaleId,
      byUser: cause.byUser ?? null,
      cause: cause.cause ?? null,
      reason: cause.reason ?? null,
    })),
  )
}
