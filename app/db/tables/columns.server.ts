import { sql } from 'drizzle-orm'
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core'

export const id = () => uuid().primaryKey().defaultRandom()
export const stamp = () => timestamp({ withTimezone: true })
export const createdAt = () => stamp().notNull().defaultNow()
/** Raised by one with every edit: the later of two edits is told (see docs/decisions). */
export const version = () => integer().notNull().default(1)

/** A CHECK's list of allowed words, from the same tuple that gives the TypeScript type. */
export const oneOf = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', '))
