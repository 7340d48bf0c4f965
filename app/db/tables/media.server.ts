import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from '../columns.server.ts'

/** One uploaded picture; its renditions lie in storage beside `path` (rules/media/pictures.ts names them). */
export const pictures = pgTable(
  'pictures',
  {
    id: id(),
    path: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    tint: text().notNull(),
    widths: integer().array().notNull(),
    hasAvif: boolean().notNull().default(false),
    /** SHA-256 of the uploaded file, for products' pictures, so that the same file is recognized. */
    sourceHash: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('pictures_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('pictures_source_hash', sql`${t.sourceHash} ~ '^[0-9a-f]{64}$'`),
  ],
)
