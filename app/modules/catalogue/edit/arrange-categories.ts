import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { categories } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Reason, Refusal } from '../../../rules/messages/refusals.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { categoryFacts, lockTree } from './save-category.ts'

type ArrangeResult<R extends Reason> = { ok: true } | Refusal<R>

/**
 * Moves a category one place up or down within its level. `seen` is the order in which the screen showed
 * the level: where that is no longer so, nothing moves. An open form of a category stays valid.
 */
export const moveCategory = (
  db: Db,
  actor: Actor,
  { id, way, seen }: { id: string; way: 'up' | 'down'; seen: readonly string[] },
): Promise<ArrangeResult<'not-found' | 'categories-reordered'>> =>
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
      entity: 'category',
      entityId: id,
      label: one.name,
      before: { place: from + 1 },
      after: { place: to + 1 },
    })
    return { ok: true }
  })

/** Shows a category in the shop or hides it; an open form of it is told of the change. */
export const switchCategory = (
  db: Db,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<ArrangeResult<'not-found'>> =>
  transact(db, async (db) => {
    const [before] = await db.select().from(categories).where(eq(categories.id, id)).for('update')
    if (!before) return { ok: false, reason: 'not-found' }
    if (before.isActive === isActive) return { ok: true }
    await db
      .update(categories)
      .set({ isActive, version: sql`${categories.version} + 1` })
      .where(eq(categories.id, id))
    await recordAudit(db, actor, {
      action: 'status changed',
      entity: 'category',
      entityId: id,
      label: before.name,
      before: { isActive: before.isActive },
      after: { isActive },
    })
    return { ok: true }
  })

/**
 * Deletes an empty category, if it still is as the list showed it (`version`). Refuses one with
 * subcategories or products; archived products do not count and lose it.
 */
export const deleteCategory = (
  db: Db,
  actor: Actor,
  { id, version }: { id: string; version: number },
): Promise<ArrangeResult<'not-found' | 'edited-meanwhile' | 'category-in-use'>> =>
  transact(db, async (db) => {
    await lockTree(db)
    // Whoever puts a product into it waits for this lock, and then finds no such category.
    const [before] = await db.select().from(categories).where(eq(categories.id, id)).for('update')
    if (!before)
      return (await listDone(db, actor, 'category', id)).length > 0
        ? { ok: true }
        : { ok: false, reason: 'not-found' }
    if (before.version !== version) return { ok: false, reason: 'edited-meanwhile' }
    const { rows } = await db.execute<{ hasAny: boolean }>(sql`
      select exists (select from categories child where child.parent_id = ${id}::uuid)
        or exists (select from products p where p.category_id = ${id}::uuid and p.archived_at is null) as "hasAny"`)
    if (rows[0]?.hasAny) return { ok: false, reason: 'category-in-use' }
    await db.delete(categories).where(eq(categories.id, id))
    await recordAudit(db, actor, {
      action: 'deleted',
      entity: 'category',
      entityId: id,
      label: before.name,
      before: categoryFacts(before),
    })
    return { ok: true }
  })
