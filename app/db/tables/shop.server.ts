import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { createdAt, growingId, id, stamp } from '../columns.server.ts'

/** One row: what this database is ('sample' or 'real'), told apart for good. */
export const shopFacts = pgTable('shop_facts', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** What the rate limiter has counted (sign-in, codes, order look-ups), shared by every process. */
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

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Scripts and styles of the builds that this shop lately ran: pages that are still open ask for them, and pages
 * that another copy of the shop, of another release, has answered. Written by server/files/built-files.ts.
 */
export const builtFiles = pgTable(
  'built_files',
  {
    /** `/assets/…`, named by its content. */
    path: text().primaryKey(),
    body: bytea().notNull(),
    /** As brotli, which the build has made; else as it is. */
    isBrotli: boolean().notNull(),
    /** When a release that has it last said so: at its starts, and each night. */
    seenAt: createdAt(),
  },
  (t) => [index().on(t.seenAt)],
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
