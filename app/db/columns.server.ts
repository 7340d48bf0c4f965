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
/** An id that grows with every row: a later row has a greater one. */
export const growingId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const stamp = () => timestamp({ withTimezone: true })
export const createdAt = () => stamp().notNull().defaultNow()
/** A reference to a row of another table, and what happens to this row when that one is deleted. */
export const idOf = (column: () => AnyPgColumn, onDelete: UpdateDeleteAction) =>
  uuid().references(column, { onDelete })
/** Raised by one with every edit, so that of two concurrent edits the later one is noticed (see docs/decisions). */
export const version = () => integer().notNull().default(1)

/** A line of an order or a sale is the record: it copies the product's data as they were at the sale. */
export const lineColumns = () => ({
  name: text().notNull(),
  sku: text().notNull(),
  size: text(),
  color: text(),
  quantity: integer().notNull(),
  position: integer().notNull(),
})

/** A trigram index that finds parts of a text. */
export const searchIndex = (name: string, text: AnyPgColumn | SQL) =>
  index(name).using('gin', sql`${text} gin_trgm_ops`)

/** The list of allowed words for a CHECK, from the same tuple that gives the TypeScript type. */
export const oneOf = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
