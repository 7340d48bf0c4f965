import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  text,
  timestamp,
  type UpdateDeleteAction,
  uuid,
} from 'drizzle-orm/pg-core'

export const id = () => uuid().primaryKey().defaultRandom()
/** Grows with every row: what came later has a greater one. */
export const growingId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const stamp = () => timestamp({ withTimezone: true })
export const createdAt = () => stamp().notNull().defaultNow()
/** Which row of another table this one belongs to, and what becomes of it when that one is deleted. */
export const idOf = (column: () => AnyPgColumn, onDelete: UpdateDeleteAction) =>
  uuid().references(column, { onDelete })
/** Raised by one with every edit: the later of two edits is told (see docs/decisions). */
export const version = () => integer().notNull().default(1)

/** A line of an order or a sale is the record: what the product was called and had when it was sold. */
export const lineColumns = () => ({
  name: text().notNull(),
  sku: text().notNull(),
  size: text(),
  color: text(),
  quantity: integer().notNull(),
  position: integer().notNull(),
})

/** Finds a part of a text by its trigrams. */
export const searchIndex = (name: string, text: AnyPgColumn | SQL) =>
  index(name).using('gin', sql`${text} gin_trgm_ops`)

/** A CHECK's list of allowed words, from the same tuple that gives the TypeScript type. */
export const oneOf = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
