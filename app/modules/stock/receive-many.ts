import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { stockMovements, variants } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import type { VariantQuantity } from './move-stock.ts'

type Why = { byUser: string; reason: string | null }
const idsOf = (lines: readonly VariantQuantity[]) => lines.map(({ variantId }) => variantId)

const countStock = async (db: Tx, ids: string[]) => {
  const [row] = await db
    .select({ units: sql<number>`coalesce(sum(${variants.inventory}), 0)`.mapWith(Number) })
    .from(variants)
    .where(inArray(variants.id, ids))
  return row?.units ?? 0
}

/**
 * Puts units of many variants in stock in one step, their products locked in the order of their ids. Tells how many of
 * them went to customers who had pre-ordered.
 */
export async function receiveMany(
  db: Tx,
  lines: readonly VariantQuantity[],
  { byUser, reason }: Why,
): Promise<{ given: number }> {
  const ids = idsOf(lines)
  await lockProductsOf(db, ids)
  const before = await countStock(db, ids)
  await db
    .insert(stockMovements)
    .values(lines.map((line) => ({ ...line, kind: 'received' as const, byUser, reason })))
  const came = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { given: before + came - (await countStock(db, ids)) }
}

/**
 * Takes back what was booked as received: the same lines of the ledger with a minus. All or none; the first variant of
 * which fewer are left is named.
 */
export async function unreceiveMany(
  db: Tx,
  lines: readonly VariantQuantity[],
  { byUser, reason }: Why,
): Promise<{ ok: true } | { ok: false; variantId: string; available: number }> {
  const ids = idsOf(lines)
  await lockProductsOf(db, ids)
  const rows = await db
    .select({ id: variants.id, inventory: variants.inventory })
    .from(variants)
    .where(inArray(variants.id, ids))
  const left = new Map(rows.map(({ id, inventory }) => [id, inventory]))
  const short = lines.find(({ variantId, quantity }) => (left.get(variantId) ?? 0) < quantity)
  if (short)
    return { ok: false, variantId: short.variantId, available: left.get(short.variantId) ?? 0 }
  await db.insert(stockMovements).values(
    lines.map(({ variantId, quantity }) => ({
      variantId,
      quantity: -quantity,
      kind: 'received' as const,
      byUser,
      reason,
    })),
  )
  return { ok: true }
}
