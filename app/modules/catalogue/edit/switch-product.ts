import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { products } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { PRODUCT_STATUSES, type ProductStatus } from '../../../rules/catalogue/products.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { productInLog } from './product-in-log.ts'

export type Changed = { ok: true; count: number; name: string }
/** A product before an act, and its version after the act: what Undo needs. */
export type Before = { id: string; version: number; status: ProductStatus }
export type ChangedMany = Changed & { undo: Before[] }

/**
 * Of products that are already as the act would leave them, those that the same press changed and nobody has changed
 * since. The act counts them, and Undo restores them, as in the answer that was lost.
 */
export async function listRepeated(
  db: Tx,
  actor: Actor,
  action: 'archived' | 'status changed',
  rows: readonly Before[],
): Promise<Before[]> {
  const done = (await listDone(db, actor, 'product')).filter((line) => line.action === action)
  const repeated: Before[] = []
  for (const row of rows) {
    const own = done.findLast((line) => line.entityId === row.id)
    if (!own || !(await isLastByPress(db, actor, 'product', row.id))) continue
    const was = PRODUCT_STATUSES.find((status) => status === own.before?.['status'])
    repeated.push({ id: row.id, version: row.version, status: was ?? row.status })
  }
  return repeated
}

/**
 * Makes products active or inactive (docs/product.md, Products: the list's switch). Products that already have the
 * status, and archived ones, stay as they are; refuses when none of the products exists any more.
 */
export const switchProducts = (
  db: Db,
  actor: Actor,
  ids: readonly string[],
  status: Extract<ProductStatus, 'active' | 'inactive'>,
): Promise<ChangedMany | Refusal<'product-missing'>> =>
  transact(db, async (db) => {
    const found = (await lockProducts(db, ids)).filter((row) => !row.archivedAt)
    const [first] = found
    if (!first) return { ok: false, reason: 'product-missing' }
    const changing = found.filter((row) => row.status !== status)
    for (const row of changing) {
      await db
        .update(products)
        .set({ status, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
        .where(eq(products.id, row.id))
      await recordAudit(db, actor, {
        ...productInLog(row),
        action: 'status changed',
        before: { status: row.status },
        after: { status },
      })
    }
    const changed = changing.map(({ id, version, status }) => ({
      id,
      version: version + 1,
      status,
    }))
    const left = found.filter((row) => row.status === status)
    const undo = [...changed, ...(await listRepeated(db, actor, 'status changed', left))]
    return { ok: true, count: undo.length, name: first.name, undo }
  })
