import { sql } from 'drizzle-orm'
import { bigint, boolean, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { growingId, id, stamp } from './columns.server.ts'

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

/** Backups that were made, and those that failed: what may be deleted again, and how old the last good one is. */
export const backups = pgTable(
  'backups',
  {
    id: growingId(),
    startedAt: stamp().notNull(),
    finishedAt: stamp().notNull(),
    /** The folder, or `s3://bucket/prefix`. */
    place: text().notNull(),
    /** Made by the clock: only these are deleted by it. */
    isScheduled: boolean().notNull(),
    name: text(),
    bytes: bigint({ mode: 'number' }),
    /** The error's code, where it failed. */
    failure: text(),
    removedAt: stamp(),
  },
  (t) => [
    check('backups_made_or_failed', sql`(${t.failure} is null) = (${t.name} is not null)`),
    check('backups_size', sql`(${t.name} is null) = (${t.bytes} is null)`),
  ],
)
