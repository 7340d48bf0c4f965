import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The index of parts of words holds three letters (pg_trgm): fewer find only what begins with them. */
const SHORTEST_PART = 3

const asTyped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern for ILIKE: this text anywhere, `%`, `_` and `\` meaning themselves. */
export const anywhere = (text: string) => `%${asTyped(text)}%`

/**
 * Whether a column holds a text, in small letters or capitals: anywhere, or one or two letters at the beginning of a
 * word or of a number's part. An index of trigrams on the column serves it either way.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  if (text.length >= SHORTEST_PART) return sql`${column} ilike ${anywhere(text)}`
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`false`
  const begins = `${asTyped(text)}%`
  return sql`(${column} ilike ${begins} or ${column} ilike ${`% ${begins}`} or ${column} ilike ${`%-${begins}`})`
}
