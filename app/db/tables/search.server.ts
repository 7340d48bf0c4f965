import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { products } from './catalogue.server.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The words that find each product, kept by triggers: those of its name (weight A), of its category, tags and
 * brand (B), sizes, colors and SKU (C), and of its descriptions (D);
 * none of what visitors may not see. Beside the products, whose rows each sale
 * writes anew.
 */
export const productSearch = pgTable(
  'product_search',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    document: tsvector().notNull(),
  },
  // Written when staff save a product, and read by every search: no list of what is still to be indexed.
  (t) => [index('product_search_words').using('gin', t.document).with({ fastupdate: false })],
)

/** Every word that a product was ever found by: a word that was mistyped is the most similar of these. */
export const searchWords = pgTable('search_words', { word: text().primaryKey() }, (t) => [
  index('search_words_begin').on(t.word.op('text_pattern_ops')),
])
