import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type Db, openDatabase } from '../../app/db/open.server.ts'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A new migrated, empty database in the throw-away server; `from` template0, one without tables. */
export async function createTestDatabase(from?: 'template0'): Promise<TestDatabase> {
  const { server, template } = inject('testServer')
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  // Copies files: the default, through the write-ahead log, takes four times as long, and nobody restores a test's
  // data.
  await run(server, `create database ${name} template ${from ?? template} strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(server, `drop database if exists ${name} with (force)`) }
}

/** A folder with the migrations up to that number, as an earlier release had them; `remove` deletes it. */
export function copyMigrations(last: number) {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as {
    entries: { idx: number }[]
  }
  const had = entries.slice(0, entries.findIndex(({ idx }) => idx === last) + 1)
  writeFileSync(journal, JSON.stringify({ ...rest, entries: had }))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

/** One database for this test file, emptied after every test. Its fields are set from `beforeAll` on. */
export function useDatabase(options: { max?: number } = {}) {
  const held: { url: string; db: Db; pool: Pool } = {} as { url: string; db: Db; pool: Pool }
  let database: TestDatabase
  let empty: () => Promise<void>
  let close: () => Promise<void>
  beforeAll(async () => {
    database = await createTestDatabase()
    const opened = openDatabase(database.url, options)
    close = opened.close
    Object.assign(held, { url: database.url, db: opened.db, pool: opened.pool })
    empty = await cacheEmpty(opened.pool)
  })
  afterEach(() => empty())
  afterAll(async () => {
    await close?.()
    await database?.drop()
  })
  return held
}

/** Returns a function that empties every table that is empty now; the rows of migrations stay. */
export async function cacheEmpty(pool: Pool) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  )
  const asks = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name})`,
  )
  const { rows: kept } = await pool.query<{ name: string }>(asks.join(' union all '))
  const isKept = (name: string) => kept.some((table) => table.name === name)
  // As a replica, because triggers and foreign keys would refuse the deletes. For a few rows this takes 2 ms, while
  // `truncate` recreates the files of forty tables in 100 ms. As a function, each statement is planned once.
  const gone = tables.filter(({ name }) => !isKept(name)).map(({ name }) => `delete from ${name};`)
  // When called twice for one database (any-order.test.ts), each function empties the tables that were empty at its
  // call.
  const empty = `tests.empty_${randomBytes(4).toString('hex')}`
  await pool.query(`create schema if not exists tests; create function ${empty}() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${gone.join(' ')} end $$`)
  return async () => {
    await pool.query(`select ${empty}()`)
  }
}

/** A worker makes and drops a database for each of its files: over one connection, which ends with the worker. */
let admin: Pool | undefined
async function run(server: string, statement: string) {
  admin ??= new Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  await admin.query(statement)
}
