import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { variants } from '../../db/tables.server.ts'
import { lockProductsOf } from './lock-products.ts'
import { adjustStocks, type VariantQuantity } from './move-stock.ts'

type Why = { byUser: string; reason: string | null }

const countStock = async (db: Tx, ids: string[]) => {
  const [row] = await db
    .select({ units: sql<number>`coalesce(sum(${variants.inventory}), 0)`.mapWith(Number) })
    .from(variants)
    .where(sql`${variants.id} = any(${sql.param(ids)}::uuid[])`)
  return row?.units ?? 0
}

/**
 * Puts units of many variants in stock in one step, each variant once. Locks their products in id order. Returns how
 * many of the units went to customers who had pre-ordered.
 */
export async function receiveMany(
  db: Tx,
  lines: readonly VariantQuantity[],
  why: Why,
): Promise<{ given: number }> {
  const ids = lines.map(({ variantId }) => variantId)
  await lockProductsOf(db, ids)
  const before = await countStock(db, ids)
  const done = await adjustStocks(db, lines, 'received', why)
  if (!done.ok) throw new Error('what arrives left less than nothing')
  const came = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return { given: before + came - (await countStock(db, ids)) }
}

/**
 * Reverses what was booked as received: writes the same ledger rows with negative quantities. All or none; names the
 * first variant of which too few units are left.
 */
export const unreceiveMany = (db: Tx, lines: readonly VariantQuantity[], why: Why) =>
  adjustStocks(
    db,
    lines.map(({ variantId, quantity }) => ({ variantId, quantity: -quantity })),
    'received',
    why,
  )
