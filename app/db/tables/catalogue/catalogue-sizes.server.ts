import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { MOST_PRESET_SIZES } from '../../../rules/catalogue/size-presets.ts'
import { createdAt, id, idOf, version } from '../../columns.server.ts'
import { categories } from './catalogue.server.ts'

/** Sizes that staff choose in one press in the form of a product: "Women’s 8-16", "Shoes EU 36-42". */
export const sizePresets = pgTable(
  'size_presets',
  {
    id: id(),
    name: text().notNull(),
    sizes: text().array().notNull(),
    /** A new product of this category starts with this preset. */
    categoryId: idOf(() => categories.id, 'set null'),
    isActive: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'size_presets_sizes',
      sql`cardinality(${t.sizes}) between 1 and ${sql.raw(String(MOST_PRESET_SIZES))}`,
    ),
    uniqueIndex('size_presets_name').on(sql`lower(${t.name})`),
    uniqueIndex('size_presets_of_category').on(t.categoryId),
  ],
)
