import { and, eq, isNull, like, max, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { categories } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { CategoryEdit } from '../../../rules/catalogue/category-form.ts'
import { CATEGORY_LONGEST } from '../../../rules/catalogue/category-values.ts'
import { slugFrom } from '../../../rules/catalogue/products.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { createRow, editRow, type Seen, saveRow, versioned } from '../../audit/versioned.ts'
import { hasPicture } from '../../media/has-picture.ts'

type ParentRefusal = Refusal<'category-parent-gone' | 'category-has-children'>
type SaveResult =
  | { ok: true; id: string }
  | ParentRefusal
  | Refusal<'not-found' | 'edited-meanwhile' | 'category-slug-taken' | 'category-picture-gone'>

/** Changes to the tree take turns: two categories moved into each other at once would make a third level. */
export const lockTree = (db: Tx) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('categories'))`)

/** How staff edit categories and how the audit log names them. */
export const CATEGORY = versioned(categories, {
  entity: 'category',
  labelOf: ({ name }) => name,
  factsOf: ({ id: _id, version: _version, createdAt: _createdAt, ...facts }) => facts,
})

/** `dresses`, or `dresses-2` where that is taken. */
async function freeSlug(db: Tx, name: string) {
  // Some characters become several letters in a slug, and an address that is too long would not be found.
  const base = slugFrom(name).slice(0, CATEGORY_LONGEST.slug).replace(/-+$/, '') || 'category'
  const rows = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(or(eq(categories.slug, base), like(categories.slug, `${base}-%`)))
  const taken = new Set(rows.map((row) => row.slug))
  let slug = base
  for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`
  return slug
}

const isTaken = async (db: Tx, slug: string, id: string | null) =>
  (await db.$count(
    categories,
    and(eq(categories.slug, slug), id ? ne(categories.id, id) : undefined),
  )) > 0

/**
 * Refuses a parent that is not a top-level category, and a parent for a category that has children
 * (docs/product.md, Categories).
 */
async function refuseParent(
  db: Tx,
  parentId: string | null,
  id: string | null,
): Promise<ParentRefusal | null> {
  if (parentId === null) return null
  const isTop = and(eq(categories.id, parentId), isNull(categories.parentId))
  if (parentId === id || (await db.$count(categories, isTop)) === 0)
    return { ok: false, reason: 'category-parent-gone' }
  if (id && (await db.$count(categories, eq(categories.parentId, id))) > 0)
    return { ok: false, reason: 'category-has-children' }
  return null
}

/** The place after all others of a level. */
async function lastPlace(db: Tx, parentId: string | null) {
  const [row] = await db
    .select({ last: max(categories.sortOrder) })
    .from(categories)
    .where(parentId ? eq(categories.parentId, parentId) : isNull(categories.parentId))
  return (row?.last ?? 0) + 1
}

const save = (db: Db, actor: Actor, seen: Seen | null, edit: CategoryEdit): Promise<SaveResult> =>
  transact(db, async (db) => {
    await lockTree(db)
    return saveRow<typeof categories, SaveResult>(db, actor, CATEGORY, seen, {
      async make() {
        const refused = await refuseParent(db, edit.parentId, null)
        if (refused) return refused
        if (!(await hasPicture(db, edit.pictureId)))
          return { ok: false, reason: 'category-picture-gone' }
        if (edit.slug && (await isTaken(db, edit.slug, null)))
          return { ok: false, reason: 'category-slug-taken' }
        const slug = edit.slug ?? (await freeSlug(db, edit.name))
        const sortOrder = await lastPlace(db, edit.parentId)
        return createRow(db, actor, CATEGORY, { ...edit, slug, sortOrder })
      },
      async change(before) {
        const refused = await refuseParent(db, edit.parentId, before.id)
        if (refused) return refused
        if (edit.pictureId !== before.pictureId && !(await hasPicture(db, edit.pictureId)))
          return { ok: false, reason: 'category-picture-gone' }
        const slug = edit.slug ?? before.slug
        if (slug !== before.slug && (await isTaken(db, slug, before.id)))
          return { ok: false, reason: 'category-slug-taken' }
        const sortOrder =
          edit.parentId === before.parentId ? before.sortOrder : await lastPlace(db, edit.parentId)
        return editRow(db, actor, CATEGORY, before, { ...edit, slug, sortOrder })
      },
    })
  })

/** Adds a category at the end of its level. Without a given slug, the slug comes from its name. */
export const createCategory = (db: Db, actor: Actor, edit: CategoryEdit) =>
  save(db, actor, null, edit)

/** Changes a category. A new name keeps the address; a category that moves to another level becomes the last there. */
export const editCategory = (db: Db, actor: Actor, seen: Seen, edit: CategoryEdit) =>
  save(db, actor, seen, edit)
