import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'
import { availableUnits } from './availability.ts'
import { lockProductsOf } from './lock-products.ts'
import { takeStock, type VariantQuantity } from './move-stock.ts'

type Exchange = { orderId: string; byUser: string | null }

/**
 * Reserves for an order the units that go out in exchange for returned ones: all of them, or none. Returns the variants
 * whose stock is counted; nothing is reserved of the others.
 */
export async function reserveForExchange(
  db: Tx,
  requested: readonly VariantQuantity[],
  { orderId, byUser }: Exchange,
): Promise<
  { ok: true; counted: ReadonlySet<string> } | { ok: false; variantId: string; available: number }
> {
  if (requested.length === 0) return { ok: true, counted: new Set() }
  const taken = await takeStock(db, requested, 'reservation', { orderId, byUser })
  if (!taken.ok) {
    const available = taken.reason === 'out-of-stock' ? taken.available : 0
    return { ok: false, variantId: taken.variantId, available }
  }
  return { ok: true, counted: await countedOf(db, requested) }
}

async function countedOf(db: Tx, requested: readonly VariantQuantity[]) {
  const locked = await lockProductsOf(
    db,
    requested.map(({ variantId }) => variantId),
  )
  return new Set(locked.flatMap((row) => (row.trackInventory ? [row.variantId] : [])))
}

/**
 * Releases what an order has reserved for an exchange, except the units that are `sent`: these are reserved for the
 * order that ships them (`to`) in the same step, so that no waiting pre-order gets them in between.
 */
export async function passOnReserved(
  db: Tx,
  items: readonly { variantId: string; reserved: number; sent: number }[],
  { orderId, byUser }: Exchange,
  to: string | null,
) {
  const kept = items.filter(({ reserved }) => reserved > 0)
  if (kept.length === 0) return
  const ids = [...new Set(kept.map(({ variantId }) => variantId))]
  await lockProductsOf(db, ids)
  const held = await db
    .select({
      variantId: stockMovements.variantId,
      quantity: sql<number>`-sum(${stockMovements.quantity})`.mapWith(Number),
    })
    .from(stockMovements)
    .where(and(eq(stockMovements.orderId, orderId), inArray(stockMovements.variantId, ids)))
    .groupBy(stockMovements.variantId)
  const left = new Map(held.map(({ variantId, quantity }) => [variantId, Math.max(0, quantity)]))
  const rows = kept.flatMap(({ variantId, reserved, sent }) => {
    // An order that was cancelled meanwhile has released everything already.
    const units = Math.min(reserved, left.get(variantId) ?? 0)
    left.set(variantId, (left.get(variantId) ?? 0) - units)
    const gone = to ? Math.min(sent, units) : 0
    return [
      ...(units > 0 ? [{ variantId, kind: 'release' as const, quantity: units, orderId }] : []),
      ...(to && gone > 0
        ? [{ variantId, kind: 'reservation' as const, quantity: -gone, orderId: to }]
        : []),
    ]
  })
  if (rows.length > 0)
    await db.insert(stockMovements).values(rows.map((row) => ({ ...row, byUser })))
}

/** The sizes and colors of products that can be sent now, with the units of each; null where units are not counted. */
export const listInStock = (
  db: Db | Tx,
  of: { productIds: readonly string[] } | { variantIds: readonly string[] },
) =>
  db
    .select({
      productId: variants.productId,
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
      units: sql<number | null>`case when ${products.trackInventory} then ${availableUnits} end`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        'productIds' in of
          ? inArray(products.id, [...of.productIds])
          : inArray(variants.id, [...of.variantIds]),
        sql`${variants.retiredAt} is null and ${products.archivedAt} is null`,
        sql`(not ${products.trackInventory} or ${availableUnits} > 0)`,
      ),
    )
    .orderBy(variants.productId, variants.position, variants.id)
