import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { products } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ProductStatus } from '../../../rules/catalogue/products.ts'
import type { Refusal } from '../../../rules/messages/words.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'

export type Changed = { ok: true; count: number; name: string }
/** A product as it stood before an act, and the version that the act left it at: what Undo needs. */
export type Before = { id: string; version: number; status: ProductStatus }
export type ChangedMany = Changed & { undo: Before[] }

/** The products of these ids, locked in id order as every change of stock locks them. */
export const lockProductRows = (db: Tx, ids: readonly string[]) =>
  db
    .select({
      id: products.id,
      name: products.name,
      status: products.status,
      version: products.version,
      archivedAt: products.archivedAt,
    })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
    .for('no key update')

/**
 * Makes products active or inactive (spec §4: the list's switch). Those that are so already, and archived
 * ones, are left alone; refuses when none of them is there any more.
 */
export async function switchProducts(
  { db }: Pick<Shop, 'db'>,
  actor: Actor,
  ids: readonly string[],
  status: Extract<ProductStatus, 'active' | 'inactive'>,
): Promise<ChangedMany | Refusal> {
  return transact<ChangedMany | Refusal>(db, async (db) => {
    const found = (await lockProductRows(db, ids)).filter((row) => !row.archivedAt)
    const [first] = found
    if (!first) return { ok: false, reason: 'product-missing' }
    const changing = found.filter((row) => row.status !== status)
    for (const row of changing) {
      await db
        .update(products)
        .set({ status, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
        .where(eq(products.id, row.id))
      await recordAudit(db, actor, {
        action: 'status changed',
        entity: 'product',
        entityId: row.id,
        label: row.name,
        before: { status: row.status },
        after: { status },
      })
    }
    const undo = changing.map(({ id, version, status }) => ({ id, version: version + 1, status }))
    return { ok: true, count: changing.length, name: first.name, undo }
  })
}
