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

/** Groups of words that mean the same in a search, as staff maintain them. */
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

/** The words of the active groups, one row each: kept by a trigger. */
export const synonymWords = pgTable(
  'synonym_words',
  {
    synonymId: idOf(() => searchSynonyms.id, 'cascade').notNull(),
    /** The word that finds the group; null for a phrase, which is found by its parts. */
    word: text(),
    stem: text(),
    /** The search query that replaces it, in the database's own notation. */
    sought: text().notNull(),
    /** For a phrase: the parts that a text needs all of, as stems, or as words that have no stem. */
    parts: text().array(),
  },
  (t) => [
    primaryKey({ columns: [t.synonymId, t.sought] }),
    index('synonym_words_begin').on(t.word.op('text_pattern_ops')),
    index('synonym_words_by_stem').on(t.stem),
    index('synonym_words_by_parts').using('gin', t.parts),
  ],
)

/** Searches of a day that found nothing: only the words, never who searched. */
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
