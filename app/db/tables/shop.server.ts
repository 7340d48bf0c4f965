import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id } from './columns.server.ts'

/** One row: what this database is ('sample' or 'real'), told apart for good. */
export const shopFacts = pgTable('shop_facts', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** Counted attempts (sign-in, codes, order look-ups), shared by every process. */
export const rateLimits = pgTable('rate_limits', {
  id: id(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
})

/**
 * How many there are of what is too many to count on each visit, kept by triggers. Several rows a name:
 * two transactions rarely wait for the same one. Read as their sum.
 */
export const tallies = pgTable(
  'tallies',
  {
    name: text({ enum: ['products', 'orders', 'people'] }).notNull(),
    stripe: integer().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.stripe] })],
)
