import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The trigram index (pg_trgm) needs three letters: a shorter text finds only words that begin with it. */
const SHORTEST_PART = 3

const asTyped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** An ILIKE pattern for a text anywhere; `%`, `_` and `\` stand for themselves. */
export const anywhere = (text: string) => `%${asTyped(text)}%`

/**
 * Whether a column contains a text, ignoring case: anywhere, or for one or two letters at the beginning of a word or of
 * a number's part. A trigram index on the column serves both.
 */
export function holdsText(column: SQLWrapper, text: string): SQL {
  if (text.length >= SHORTEST_PART) return sql`${column} ilike ${anywhere(text)}`
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`false`
  const begins = `${asTyped(text)}%`
  return sql`(${column} ilike ${begins} or ${column} ilike ${`% ${begins}`} or ${column} ilike ${`%-${begins}`})`
}
