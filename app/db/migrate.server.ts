import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { codeOf } from './violations.server.ts'

/** Held while a database is migrated. */
export const MIGRATION_LOCK = 7_201_801
const FOLDER = 'db/migrations'

// Waits this long for a locked table, then tries again, because other queries queue behind a waiting migration.
const PATIENCE_MS = 3_000
// This long, because a backup of a large shop locks all tables while it copies them.
const LONGEST_MS = 30 * 60_000
const HELD = new Set(['55P03', '40P01'])

/**
 * Migrates a database to the newest schema while a shop may sell on it; of several processes that call it at once, one
 * does the work. Gives up when others have locked a table for half an hour.
 */
export async function migrate(
  url: string,
  { folder = FOLDER, patienceMs = PATIENCE_MS }: { folder?: string; patienceMs?: number } = {},
) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = ${patienceMs}`)
    const started = Date.now()
    for (;;) {
      try {
        // One transaction, so that a refused migration leaves no changes.
        return await runMigrations(drizzle(client), { migrationsFolder: folder })
      } catch (error) {
        if (!HELD.has(codeOf(error)) || Date.now() - started > LONGEST_MS) throw error
        await wait(patienceMs / 10)
      }
    }
  } finally {
    await client.end()
  }
}

/** Whether this version of the shop knows a migration, by its time in the journal. */
export const knowsMigration = (at: number) =>
  readMigrationFiles({ migrationsFolder: FOLDER }).some(({ folderMillis }) => folderMillis === at)

/**
 * Makes the tables as they were after the migration of that time, within the caller's transaction on an empty database.
 */
export async function migrateUpTo(client: pg.Client, at: number) {
  const db = drizzle(client)
  await db.execute(sql`create schema drizzle`)
  await db.execute(
    sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const migration of readMigrationFiles({ migrationsFolder: FOLDER })) {
    const { hash, folderMillis } = migration
    if (folderMillis > at) continue
    for (const statement of migration.sql) await client.query(statement)
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}
