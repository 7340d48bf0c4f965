import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { categories } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { deleteRow, rowInLog, type Seen, switchRow } from '../../audit/versioned.ts'
import { CATEGORY, lockTree } from './save-category.ts'

/**
 * Moves a category one place up or down within its level. `seen` is the order in which the screen showed the level;
 * refuses when that order has changed. An open form of a category stays valid.
 */
export const moveCategory = (
  db: Db,
  actor: Actor,
  { id, way, seen }: { id: string; way: 'up' | 'down'; seen: readonly string[] },
): Promise<{ ok: true } | Refusal<'not-found' | 'categories-reordered'>> =>
  transact(db, async (db) => {
    await lockTree(db)
    const [one] = await db.select().from(categories).where(eq(categories.id, id))
    if (!one) return { ok: false, reason: 'not-found' }
    const level = await db
      .select({ id: categories.id, sortOrder: categories.sortOrder })
      .from(categories)
      .where(one.parentId ? eq(categories.parentId, one.parentId) : isNull(categories.parentId))
      .orderBy(asc(categories.sortOrder), asc(categories.name), asc(categories.id))
    if (level.map((row) => row.id).join() !== seen.join())
      return (await listDone(db, actor, 'category', id)).length > 0
        ? { ok: true }
        : { ok: false, reason: 'categories-reordered' }
    const from = level.findIndex((row) => row.id === id)
    const to = from + (way === 'up' ? -1 : 1)
    const [row] = level.splice(from, 1)
    if (!row || to < 0 || to > level.length) return { ok: true }
    level.splice(to, 0, row)
    for (const [index, { id, sortOrder }] of level.entries())
      if (sortOrder !== index + 1)
        await db
          .update(categories)
          .set({ sortOrder: index + 1 })
          .where(eq(categories.id, id))
    await recordAudit(db, actor, {
      action: 'reordered',
      ...rowInLog(CATEGORY, one),
      before: { place: from + 1 },
      after: { place: to + 1 },
    })
    return { ok: true }
  })

/** Shows a category in the shop or hides it. A form that is open for it is then refused as edited meanwhile. */
export const switchCategory = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, CATEGORY, id, isActive))

/**
 * Deletes an empty category, if it is still the `version` that the list showed. Refuses a category with subcategories
 * or products; archived products do not count and lose their category.
 */
export const deleteCategory = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, async (db) => {
    await lockTree(db)
    // A transaction that puts a product into the category waits for the lock on its row, and then finds no
    // such category.
    return deleteRow(db, actor, CATEGORY, seen, () => refuseUsed(db, seen.id))
  })

async function refuseUsed(db: Tx, id: string): Promise<Refusal<'category-in-use'> | null> {
  const { rows } = await db.execute<{ hasAny: boolean }>(sql`
    select exists (select from categories child where child.parent_id = ${id}::uuid)
      or exists (select from products p where p.category_id = ${id}::uuid and p.archived_at is null) as "hasAny"`)
  return rows[0]?.hasAny ? { ok: false, reason: 'category-in-use' } : null
}
