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

/** One row: whether this database is a sample or a real shop, which never changes. */
export const shopFacts = pgTable('shop_facts', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** The counts of the rate limiter (sign-in, codes, order look-ups), shared by all processes. */
export const rateLimits = pgTable('rate_limits', {
  id: id(),
  key: text().notNull().unique(),
  count: integer().notNull(),
  lastRequest: bigint({ mode: 'number' }).notNull(),
})

/**
 * Counts of what is too expensive to count on each request, kept by triggers. Each name has several rows, so that two
 * transactions rarely wait for the same one; the count is their sum.
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
 * Scripts and styles of the shop's recent builds: open pages request them, and so do pages that a process of another
 * release rendered. Written by server/files/built-files.ts.
 */
export const builtFiles = pgTable(
  'built_files',
  {
    /** `/assets/…`, with a hash of the content in the name. */
    path: text().primaryKey(),
    body: bytea().notNull(),
    /** Whether the body is brotli as the build made it; otherwise it is not compressed. */
    isBrotli: boolean().notNull(),
    /** When a release that has the file last reported it: at each start, and every night. */
    seenAt: createdAt(),
  },
  (t) => [index().on(t.seenAt)],
)

/** Backups and failed ones: tells which may be deleted, and how old the last good one is. */
export const backups = pgTable(
  'backups',
  {
    id: growingId(),
    startedAt: stamp().notNull(),
    finishedAt: stamp().notNull(),
    /** The folder, or `s3://bucket/prefix`. */
    place: text().notNull(),
    /** Made by schedule: the schedule deletes only these. */
    isScheduled: boolean().notNull(),
    name: text(),
    bytes: bigint({ mode: 'number' }),
    /** The code of the error, for a failed backup. */
    failure: text(),
    removedAt: stamp(),
  },
  (t) => [
    check('backups_made_or_failed', sql`(${t.failure} is null) = (${t.name} is not null)`),
    check('backups_size', sql`(${t.name} is null) = (${t.bytes} is null)`),
  ],
)
