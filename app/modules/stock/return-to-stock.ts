import { inArray } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { stockMovements, variants } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import type { Cause, VariantQuantity } from './move-stock.ts'

/** Puts items that a customer brought back in stock again; a variant whose stock is not tracked gets no ledger row. */
export async function returnToStock(
  db: Tx,
  items: readonly VariantQuantity[],
  cause: Cause & { posSaleId: string },
) {
  if (items.length === 0) return
  const tracked = await lockTracked(db, items)
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
 * Books the units of an order that came back and were inspected: the order no longer has them, sound units are in stock
 * again, and faulty ones are written off in the same step, so that no waiting pre-order gets them. A cancelled order
 * (`isHeld` false) has already returned all units to stock: of these only the faulty ones are written off, as far as
 * they are in stock.
 */
export async function takeBack(
  db: Tx,
  items: readonly { variantId: string; restocked: number; faulty: number }[],
  { orderId, byUser, isHeld }: { orderId: string; byUser: string; isHeld: boolean },
) {
  const came = items.filter(({ restocked, faulty }) => restocked + faulty > 0)
  if (came.length === 0) return
  const tracked = await lockTracked(db, came)
  const there = isHeld ? null : await readInventory(db, [...tracked])
  const movements = came
    .filter(({ variantId }) => tracked.has(variantId))
    .flatMap(({ variantId, restocked, faulty }) => {
      const off = there ? Math.min(faulty, there.get(variantId) ?? 0) : faulty
      there?.set(variantId, (there.get(variantId) ?? 0) - off)
      const cause = { variantId, byUser }
      return [
        ...(isHeld
          ? [
              {
                ...cause,
                kind: 'return' as const,
                quantity: restocked + faulty,
                orderId,
                cause: 'returned-by-customer' as const,
              },
            ]
          : []),
        ...(off > 0
          ? [{ ...cause, kind: 'adjustment' as const, quantity: -off, cause: 'damaged' as const }]
          : []),
      ]
    })
  if (movements.length > 0) await db.insert(stockMovements).values(movements)
}

/** Locks the products of these variants; returns the variants whose stock is counted. */
async function lockTracked(db: Tx, items: readonly { variantId: string }[]) {
  const locked = await lockProductsOf(
    db,
    items.map(({ variantId }) => variantId),
  )
  return new Set(
    locked.filter(({ trackInventory }) => trackInventory).map(({ variantId }) => variantId),
  )
}

async function readInventory(db: Tx, variantIds: string[]) {
  const rows = await db
    .select({ id: variants.id, inventory: variants.inventory })
    .from(variants)
    .where(inArray(variants.id, variantIds))
  return new Map(rows.map(({ id, inventory }) => [id, inventory]))
}
