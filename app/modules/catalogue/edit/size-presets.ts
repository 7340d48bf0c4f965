import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { categories, sizePresets } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { isRefusedBy } from '../../../db/violations.server.ts'
import type { PresetEdit } from '../../../rules/catalogue/size-presets.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import {
  createRow,
  deleteRow,
  editRow,
  type Seen,
  saveRow,
  switchRow,
  versioned,
} from '../../audit/versioned.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<
      | 'not-found'
      | 'edited-meanwhile'
      | 'preset-taken'
      | 'preset-category-taken'
      | 'presets-full'
      | 'category-parent-gone'
    >

/** More than a form of a product could offer. */
const MOST = 100

const PRESET = versioned(sizePresets, {
  entity: 'size_preset',
  labelOf: ({ name }) => name,
  factsOf: ({ name, sizes, categoryId, isActive }) => ({ name, sizes, categoryId, isActive }),
})

async function save(
  db: Db,
  actor: Actor,
  seen: Seen | null,
  edit: PresetEdit,
): Promise<SaveResult> {
  try {
    return await transact(db, (db) =>
      saveRow<typeof sizePresets, SaveResult>(db, actor, PRESET, seen, {
        async make() {
          if ((await db.$count(sizePresets)) >= MOST)
            return { ok: false, reason: 'presets-full', most: MOST }
          return createRow(db, actor, PRESET, edit)
        },
        change: (before) => editRow(db, actor, PRESET, before, edit),
      }),
    )
  } catch (error) {
    if (isRefusedBy(error, 'size_presets_name')) return { ok: false, reason: 'preset-taken' }
    if (isRefusedBy(error, 'size_presets_of_category'))
      return { ok: false, reason: 'preset-category-taken' }
    if (isRefusedBy(error, 'size_presets_category_id_categories_id_fk'))
      return { ok: false, reason: 'category-parent-gone' }
    throw error
  }
}

/** Makes a preset of sizes; refuses a name that is there, and a second one for a category. */
export const createPreset = (db: Db, actor: Actor, edit: PresetEdit) => save(db, actor, null, edit)
export const editPreset = (db: Db, actor: Actor, seen: Seen, edit: PresetEdit) =>
  save(db, actor, seen, edit)

/** Offers a preset in the form of a product, or no more. */
export const switchPreset = (db: Db, actor: Actor, id: string, isActive: boolean) =>
  transact(db, (db) => switchRow(db, actor, PRESET, id, isActive))

/** Deletes a preset; products keep the sizes that they got by it. */
export const deletePreset = (db: Db, actor: Actor, seen: Seen) =>
  transact(db, (db) => deleteRow(db, actor, PRESET, seen))

/** All presets by name, with the category that each is the one of. */
export const listPresets = (db: Db) =>
  db
    .select({ preset: sizePresets, category: categories.name })
    .from(sizePresets)
    .leftJoin(categories, eq(categories.id, sizePresets.categoryId))
    .orderBy(asc(sizePresets.name))
    .limit(MOST)
    .then((rows) => rows.map(({ preset, category }) => ({ ...preset, category })))
export type ListedPreset = Awaited<ReturnType<typeof listPresets>>[number]

export const findPreset = async (db: Db, id: string) =>
  (await db.select().from(sizePresets).where(eq(sizePresets.id, id)))[0]

/** Those that the form of a product offers, by name. */
export const listPresetChoices = (db: Db) =>
  db
    .select({
      id: sizePresets.id,
      name: sizePresets.name,
      sizes: sizePresets.sizes,
      categoryId: sizePresets.categoryId,
    })
    .from(sizePresets)
    .where(eq(sizePresets.isActive, true))
    .orderBy(asc(sizePresets.name))
    .limit(MOST)
