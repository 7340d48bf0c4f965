import { z } from 'zod'

// What is in a backup (docs/operations.md, What is in a backup). First `backup.json`, then tables, settings and files,
// last `manifest.json`. A backup without a manifest was cut off.

export const FORMAT = 1
export const FIRST = 'backup.json'
export const LAST = 'manifest.json'
export const SESSION_SECRET = 'settings/session-secret'

/** The table of jobs; jobs that are done or cancelled are left out of a backup. */
export const JOBS = 'pgboss.job'

export const aboutSchema = z.object({
  format: z.number(),
  version: z.string(),
  shop: z.string(),
  baseUrl: z.string(),
  kind: z.enum(['sample', 'real']),
  startedAt: z.string(),
  /** The newest migration that the database has, by the time in the journal of migrations. */
  migration: z.number(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** The names of the settings that were given, never their values. */
  settings: z.array(z.string()),
  /** Shows whether another `SESSION_SECRET` is the same one; guessing from it is slow. */
  sessionSecret: z.object({ salt: z.string(), hash: z.string() }),
})
export type About = z.infer<typeof aboutSchema>

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
})
export type TableSum = z.infer<typeof tableSchema>

export const manifestSchema = z.object({
  finishedAt: z.string(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), value: z.number() })),
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** Pictures whose files were lost before: the backup is whole without them. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

export const rowsOf = ({ tables }: Pick<Manifest, 'tables'>) =>
  tables.reduce((sum, table) => sum + table.rows, 0)
