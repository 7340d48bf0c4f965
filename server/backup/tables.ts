import { createHash } from 'node:crypto'
import { Client } from 'pg'
import { MIGRATION_LOCK } from '../../app/db/migrate.server.ts'
import { BACKUP_LOCK } from '../../app/platform/backup-lock.server.ts'
import { JOBS, type TableSum } from './archive.ts'
import { copyOut } from './copy.ts'

export type Table = { name: string; columns: string[] }
export type Snapshot = { client: Client; tables: Table[] }

// Independent of the server's settings: the same value gives the same text everywhere, and no timeout ends a long copy.
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off`

/** A connection for copying whole tables, whose text reads the same in every PostgreSQL. */
export async function openCopying(url: string) {
  const client = new Client({
    connectionString: url,
    application_name: 'zovala backup',
    keepAlive: true,
  })
  // The running query reports the error.
  client.on('error', () => {})
  await client.connect()
  await client.query(SESSION)
  return client
}

/**
 * Opens a snapshot of all tables at one moment, while the shop runs. Until the client ends, no picture file is removed
 * and no other backup is made.
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openCopying(url)
  try {
    // Taken before the transaction, whose first query would otherwise see the moment before the lock was granted.
    await client.query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    const columns = (await listJobColumns(client)).map(({ name }) => name)
    const tables = [...(await listTables(client)), { name: JOBS, columns }]
    await client.query('begin isolation level repeatable read read only')
    const names = tables.map(({ name }) => name).join(', ')
    await client.query(`lock table ${names} in access share mode`)
    await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
    return { client, tables }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The shop's tables with their stored columns (without generated ones). */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = 'public'
     group by 1 order by 1`,
  )
  return rows
}

/** The columns of the jobs table, which depend on the queue's version. */
export async function listJobColumns(client: Client): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [JOBS],
  )
  return rows
}

export const copyOutOf = ({ name, columns }: Table) =>
  name === JOBS
    ? `copy (select ${columns.join(', ')} from ${JOBS} where state not in ('completed', 'cancelled') order by id) to stdout`
    : `copy ${name} (${columns.join(', ')}) to stdout`

/** Yields a table's text block by block, and returns its checksum. */
export async function* sumUp(client: Client, table: Table): AsyncGenerator<Buffer, TableSum> {
  const hash = createHash('sha256')
  const blocks = copyOut(client, copyOutOf(table))
  let bytes = 0
  for (;;) {
    const { value, done } = await blocks.next()
    if (done) return { ...table, rows: value, bytes, sha256: hash.digest('hex') }
    hash.update(value)
    bytes += value.length
    yield value
  }
}

/** The last value of each sequence. Read last, so that it covers all numbers in the snapshot. */
export async function readSequences(client: Client) {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return rows.map(({ name, value }) => ({ name, value: Number(value) }))
}

/** The newest migration of the database, by its time in the journal of migrations. */
export async function readMigration(client: Client) {
  const { rows } = await client.query<{ migration: string }>(
    'select max(created_at)::text as migration from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.migration)
}
