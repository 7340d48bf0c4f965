import type { Tx } from '../../db/open.server.ts'
import { stockMovements } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import {
  type Cause,
  listReservedOf,
  movement,
  takeStock,
  type VariantQuantity,
} from './move-stock.ts'

/**
 * Changes what an unpaid order has reserved to `requested`, all or nothing. Only the differences move, so that units
 * the order keeps are never free for another customer in between. Refuses when the additional units are not in stock.
 * Call it inside a transaction that rolls back on refusal.
 */
export async function changeReserved(
  db: Tx,
  requested: readonly VariantQuantity[],
  cause: Cause & { orderId: string },
): ReturnType<typeof takeStock> {
  const ids = [...(await listReservedOf(db, cause)), ...requested].map(({ variantId }) => variantId)
  await lockProductsOf(db, [...new Set(ids)])
  // Read again: under the lock nobody else can change it.
  const reserved = new Map(
    (await listReservedOf(db, cause)).map((row) => [row.variantId, row.quantity]),
  )
  const units = new Map<string, number>()
  for (const { variantId, quantity } of requested)
    units.set(variantId, (units.get(variantId) ?? 0) + quantity)
  const less = [...reserved].flatMap(([variantId, quantity]) => {
    const left = quantity - (units.get(variantId) ?? 0)
    return left > 0 ? [movement(cause, 'release', variantId, left)] : []
  })
  if (less.length > 0) await db.insert(stockMovements).values(less)
  const more = [...units].flatMap(([variantId, quantity]) => {
    const missing = quantity - (reserved.get(variantId) ?? 0)
    return missing > 0 ? [{ variantId, quantity: missing }] : []
  })
  return more.length > 0 ? takeStock(db, more, 'reservation', cause) : { ok: true }
}
