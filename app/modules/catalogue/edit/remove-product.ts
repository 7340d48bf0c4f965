import { and, eq, gt, inArray, sql, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { products, variants } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { productInLog } from './product-in-log.ts'
import { readFacts } from './read-stored.ts'
import { restoreStatus } from './restore-status.ts'
import { type Before, type Changed, type ChangedMany, listRepeated } from './switch-product.ts'

type RemoveResult =
  | { ok: true; name: string; how: 'deleted' }
  | { ok: true; name: string; how: 'archived'; undo: Before[] }
  | Refusal<'product-missing' | 'product-owed'>
type ArchiveResult = Promise<ChangedMany | Refusal<'product-missing' | 'product-owed'>>
type RestoreResult = Changed | Refusal<'product-missing'>

/**
 * Deletes a product. A product with a history (orders, till sales, deliveries) is archived instead, because old orders
 * and the ledger refer to it. Refuses a product that does not exist, and one that customers have pre-ordered.
 */
export const removeProduct = (db: Db, actor: Actor, id: string): Promise<RemoveResult> =>
  transact(db, async (db) => {
    const [product] = await lockProducts(db, [id], 'update')
    if (!product) {
      const [done] = await listDone(db, actor, 'product', id)
      return done?.action === 'deleted'
        ? { ok: true, how: 'deleted', name: done.label }
        : { ok: false, reason: 'product-missing' }
    }
    const { name } = product
    if (await hasHistory(db, id)) {
      const refusal = await checkOwed(db, [id])
      if (refusal) return refusal
      return { ok: true, how: 'archived', name, undo: await archive(db, actor, product) }
    }
    const before = await readFacts(db, id)
    await db.delete(products).where(eq(products.id, id))
    await recordAudit(db, actor, {
      ...productInLog({ id, name }),
      action: 'deleted',
      before,
      after: null,
    })
    return { ok: true, how: 'deleted', name }
  })

/** Whether the product was ever sold, reserved, returned or delivered; the quantities typed by staff do not count. */
async function hasHistory(db: Tx, id: string) {
  // An order that is being placed locks a variant: the variant counts as history, because waiting for it
  // could deadlock.
  const all = await db.$count(variants, eq(variants.productId, id))
  const free = await db
    .select({ id: variants.id })
    .from(variants)
    .where(eq(variants.productId, id))
    .for('update', { skipLocked: true })
  if (free.length < all) return true
  const { rows } = await db.execute<{ known: boolean }>(sql`
    select exists (select from order_items i where i.product_id = ${id}::uuid)
      or exists (select from pos_sale_items i where i.product_id = ${id}::uuid)
      or exists (select from stock_movements m join variants v on v.id = m.variant_id
        where v.product_id = ${id}::uuid and m.kind not in ('opening', 'adjustment')) as known`)
  return rows[0]?.known ?? true
}

/**
 * Refuses products with open pre-orders: units of an archived product could never arrive (docs/product.md, Pre-orders).
 */
async function checkOwed(db: Tx, ids: readonly string[]): Promise<Refusal<'product-owed'> | null> {
  const [row] = await db
    .select({ product: products.name, owed: sum(variants.preorderOwed).mapWith(Number) })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(and(inArray(products.id, [...ids]), gt(variants.preorderOwed, 0)))
    .groupBy(products.id)
    .orderBy(products.name)
    .limit(1)
  return row ? { ok: false, reason: 'product-owed', ...row } : null
}

/** Returns nothing to undo where another press has archived the product before. */
async function archive(
  db: Tx,
  actor: Actor,
  { id, name, ...before }: Before & { name: string },
): Promise<Before[]> {
  const changed = await db
    .update(products)
    .set({ archivedAt: sql`now()`, updatedAt: sql`now()`, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), sql`${products.archivedAt} is null`))
    .returning({ id: products.id, version: products.version })
  if (changed.length === 0) return listRepeated(db, actor, 'archived', [{ id, ...before }])
  await recordAudit(db, actor, {
    ...productInLog({ id, name }),
    action: 'archived',
    before: { archived: false },
    after: { archived: true },
  })
  return changed.map(({ version }) => ({ id, version, status: before.status }))
}

/**
 * Archives products: they leave the shop, the till and the lists, and stay for old orders. Archives none when customers
 * have pre-ordered one of them.
 */
export const archiveProducts = (db: Db, actor: Actor, ids: readonly string[]): ArchiveResult =>
  transact(db, async (db) => {
    const found = await lockProducts(db, ids)
    const [first] = found
    if (!first) return { ok: false, reason: 'product-missing' }
    const refusal = await checkOwed(db, ids)
    if (refusal) return refusal
    const undo: Before[] = []
    for (const row of found) undo.push(...(await archive(db, actor, row)))
    return { ok: true, count: undo.length, name: first.name, undo }
  })

/** Restores an archived product; it stays inactive until staff switch it on. */
export const restoreProduct = (db: Db, actor: Actor, id: string): Promise<RestoreResult> =>
  transact(db, async (db) => {
    const [row] = await lockProducts(db, [id])
    if (!row) return { ok: false, reason: 'product-missing' }
    if (!row.archivedAt) return { ok: true, count: 0, name: row.name }
    await restoreStatus(db, actor, row, 'inactive')
    return { ok: true, count: 1, name: row.name }
  })
