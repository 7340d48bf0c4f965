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

/**
 * Units of an order that came back and were looked at: the order holds them no more, what is sound stands in stock again,
 * and what is faulty is written off in the same step, so that nobody who waits is given it.
 */
export async function takeBack(
  db: Tx,
  items: readonly { variantId: string; restocked: number; faulty: number }[],
  { orderId, byUser }: { orderId: string; byUser: string },
) {
  const came = items.filter(({ restocked, faulty }) => restocked + faulty > 0)
  if (came.length === 0) return
  const locked = await lockProductsOf(
    db,
    came.map(({ variantId }) => variantId),
  )
  const tracked = new Set(
    locked.filter(({ trackInventory }) => trackInventory).map(({ variantId }) => variantId),
  )
  const movements = came
    .filter(({ variantId }) => tracked.has(variantId))
    .flatMap(({ variantId, restocked, faulty }) => [
      {
        variantId,
        kind: 'return' as const,
        quantity: restocked + faulty,
        orderId,
        byUser,
        cause: 'returned-by-customer' as const,
      },
      ...(faulty > 0
        ? [
            {
              variantId,
              kind: 'adjustment' as const,
              quantity: -faulty,
              byUser,
              cause: 'damaged' as const,
            },
          ]
        : []),
    ])
  if (movements.length > 0) await db.insert(stockMovements).values(movements)
}
