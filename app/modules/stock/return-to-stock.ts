import type { Tx } from '../../db/open.server.ts'
import { stockMovements } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import type { Cause, VariantQuantity } from './move-stock.ts'

/** Items that a customer brought back stand in stock again; what is not tracked leaves no line. */
export async function returnToStock(
  db: Tx,
  goods: readonly VariantQuantity[],
  cause: Cause & { posSaleId: string },
) {
  if (goods.length === 0) return
  const locked = await lockProductsOf(
    db,
    goods.map(({ variantId }) => variantId),
  )
  const tracked = new Set(
    locked.filter(({ trackInventory }) => trackInventory).map(({ variantId }) => variantId),
  )
  const moved = goods.filter(({ variantId }) => tracked.has(variantId))
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
