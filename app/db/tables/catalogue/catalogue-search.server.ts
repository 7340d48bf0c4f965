import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, version } from '../../columns.server.ts'

/** Words that mean the same to who searches, as staff keep them. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: id(),
    words: text().array().notNull(),
    isActive: boolean().notNull().default(true),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [check('search_synonyms_words', sql`cardinality(${t.words}) between 2 and 20`)],
)

/** The same word by word, of those that are active: kept by a trigger. */
export const synonymWords = pgTable(
  'synonym_words',
  {
    synonymId: idOf(() => searchSynonyms.id, 'cascade').notNull(),
    /** By which the group is found; null for what is more than one word, which is found by its parts. */
    word: text(),
    stem: text(),
    /** What is sought for it, in the database's own notation. */
    sought: text().notNull(),
    /** What all of a text must have for it, where it is more than one word: stems, or words that have none. */
    parts: text().array(),
  },
  (t) => [
    primaryKey({ columns: [t.synonymId, t.sought] }),
    index('synonym_words_begin').on(t.word.op('text_pattern_ops')),
    index('synonym_words_by_stem').on(t.stem),
    index('synonym_words_by_parts').using('gin', t.parts),
  ],
)

/** What was sought on a day and found nothing: the words alone, never who sought them. */
export const missedSearches = pgTable(
  'missed_searches',
  {
    day: date().notNull(),
    words: text().notNull(),
    count: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.words] }),
    index('missed_searches_by_words').on(t.words),
    check('missed_searches_words', sql`length(${t.words}) between 1 and 60`),
  ],
)
