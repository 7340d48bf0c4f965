import { asc, eq } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { categories, sizePresets } from '../../../db/tables.server.ts'
import type { PresetEdit } from '../../../rules/catalogue/size-presets.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { rowActs } from '../../audit/row-acts.ts'
import { versioned } from '../../audit/versioned.ts'

/** More presets than a product's form could offer. */
const MOST = 100

const PRESET = versioned(sizePresets, {
  entity: 'size_preset',
  labelOf: ({ name }) => name,
  factsOf: ({ name, sizes, categoryId, isActive }) => ({ name, sizes, categoryId, isActive }),
})

/** Each preset has its own name, and a category has at most one preset. Products keep the sizes of a deleted preset. */
export const presetActs = rowActs<
  typeof sizePresets,
  PresetEdit,
  Refusal<'preset-taken' | 'preset-category-taken' | 'presets-full' | 'category-parent-gone'>
>(PRESET, {
  refuse: async (db, _edit, before) =>
    !before && (await db.$count(sizePresets)) >= MOST
      ? { ok: false, reason: 'presets-full', most: MOST }
      : null,
  valuesOf: (edit) => edit,
  refusedBy: {
    size_presets_name: 'preset-taken',
    size_presets_of_category: 'preset-category-taken',
    size_presets_category_id_categories_id_fk: 'category-parent-gone',
  },
})

/** All presets by name, each with the name of its category. */
export const listPresets = (db: Db) =>
  db
    .select({ preset: sizePresets, category: categories.name })
    .from(sizePresets)
    .leftJoin(categories, eq(categories.id, sizePresets.categoryId))
    .orderBy(asc(sizePresets.name))
    .limit(MOST)
    .then((rows) => rows.map(({ preset, category }) => ({ ...preset, category })))
export type ListedPreset = Awaited<ReturnType<typeof listPresets>>[number]

/** One preset for its form; undefined when there is none. */
export const findPreset = async (db: Db, id: string) =>
  (await db.select().from(sizePresets).where(eq(sizePresets.id, id)))[0]

/** The presets that a product's form offers, by name. */
export const listPresetChoices = (db: Db) =>
  db
    .select(columnsOf(sizePresets, 'id', 'name', 'sizes', 'categoryId'))
    .from(sizePresets)
    .where(eq(sizePresets.isActive, true))
    .orderBy(asc(sizePresets.name))
    .limit(MOST)
