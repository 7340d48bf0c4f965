import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { MIGRATION_LOCK, migrateUpTo } from '../../app/db/migrate.server.ts'
import { prepareJobs } from '../../app/platform/jobs.server.ts'
import { asOwner } from '../prepare.ts'
import { ShownError } from '../shown-error.ts'
import { type About, JOBS, type Manifest, type TableSum } from './archive.ts'
import { BadBackup } from './byte-reader.ts'
import { copyIn } from './copy.ts'
import { listJobColumns, listTables, openCopying, sumUp, type Table } from './tables.ts'

export type Copied = Pick<Manifest, 'tables' | 'sequences'>

/** A database that is being filled: after `commit` it has everything, otherwise nothing. */
export type Loading = {
  load(table: string, text: AsyncIterable<Buffer>): Promise<void>
  /**
   * Refuses rows that differ from the checksums in the backup, then commits; skips order and sale numbers that may have
   * been assigned since.
   */
  commit(copied: Copied, skippedNumbers?: number): Promise<void>
  /** Ends the loading; without a commit before it, nothing remains. */
  end(): Promise<void>
}

/** The shop may have assigned this many order and sale numbers after the backup. */
const SKIPPED_NUMBERS = 1000
const NUMBERS = ['public.order_numbers', 'public.sale_numbers']

/** Opens an empty database and creates the tables as of the backup's migration. */
export async function openLoading(
  url: string,
  { migration, tables }: Pick<About, 'migration' | 'tables'>,
): Promise<Loading> {
  const client = await openCopying(url)
  try {
    // A shop that starts meanwhile waits for this lock, and then finds everything.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (!(await isEmpty(client))) throw notEmpty()
    return await asOwner(url, async () => {
      await prepareJobs(url)
      await client.query('begin')
      await migrateUpTo(client, migration)
      return loadingOf(client, await setGuardsAside(client), tables)
    })
  } catch (error) {
    await client.end()
    throw error
  }
}

export const notEmpty = () =>
  new ShownError(
    'The database is not empty: a shop is copied into an empty one only. Make another one (createdb), or choose another DATA_DIR.',
  )

/** Whether nothing was loaded into the database, so that a loading with an unknown end was not committed. */
export async function isEmptyDatabase(url: string) {
  const client = await openCopying(url)
  try {
    return await isEmpty(client)
  } finally {
    await client.end()
  }
}

/**
 * Whether the database is empty. The queue's tables may exist, because the queue itself creates them before the
 * transaction.
 */
async function isEmpty(client: Client) {
  const { rows } = await client.query<{ tables: number; queue: boolean }>(
    `select count(*) filter (where n.nspname <> 'pgboss')::int as tables, bool_or(n.nspname = 'pgboss' and c.relname = 'job') as queue
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
  )
  if (rows[0]?.tables !== 0) return false
  if (!rows[0].queue) return true
  const jobs = await client.query(`select from ${JOBS} limit 1`)
  return jobs.rowCount === 0
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Removes what guards the shop's own writes: rows are copied unchanged, table by table, and triggers and foreign keys
 * would refuse them or count them twice. Foreign keys are checked when they are restored.
 */
async function setGuardsAside(client: Client) {
  const tables = await listTables(client)
  // Deletes the few rows that migrations insert.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  return rows
}

async function putGuardsBack(client: Client, foreignKeys: ForeignKey[]) {
  for (const { name } of await listTables(client))
    await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

function loadingOf(client: Client, foreignKeys: ForeignKey[], tables: Table[]): Loading {
  let jobs: TableSum | null = null
  return {
    async load(name, text) {
      const table = tables.find((table) => table.name === name)
      const columns = (await listTables(client)).find((table) => table.name === name)?.columns
      if (table && name === JOBS) {
        jobs = await loadJobs(client, table, text)
        return
      }
      // Trusts a name in the archive only if the database has it, because the name goes into a statement.
      if (!table?.columns.every((column) => columns?.includes(column)))
        throw new BadBackup(`This backup has a table that the shop did not have: ${name}.`)
      await copyIn(client, `copy ${name} (${table.columns.join(', ')}) from stdin`, text)
    },
    async commit({ tables: stored, sequences }, skippedNumbers = SKIPPED_NUMBERS) {
      await putGuardsBack(client, foreignKeys)
      for (const { name, value } of sequences)
        await client.query('select setval($1::regclass, $2)', [
          name,
          value + (NUMBERS.includes(name) ? skippedNumbers : 0),
        ])
      for (const table of await listTables(client))
        expectSame(await readBack(client, table), stored)
      if (jobs) expectSame(jobs, stored)
      await client.query('commit')
      // Only makes the first queries faster: a failure here must not count as one of the commit.
      await client.query('analyze').catch(() => {})
    },
    end: () => client.end(),
  }
}

/**
 * Loads the jobs. The queue's version decides its columns and kinds of jobs: only those that both versions know are
 * loaded.
 */
async function loadJobs(client: Client, table: Table, text: AsyncIterable<Buffer>) {
  const names = table.columns.map((_, n) => `c${n}`)
  await client.query(
    `create temp table jobs_of_backup (${names.map((name) => `${name} text`).join(', ')}) on commit drop`,
  )
  const hash = createHash('sha256')
  let bytes = 0
  async function* hashed() {
    for await (const part of text) {
      hash.update(part)
      bytes += part.length
      yield part
    }
  }
  const rows = await copyIn(client, 'copy jobs_of_backup from stdin', hashed())
  const known = (await listJobColumns(client)).flatMap(({ name, type }) => {
    const at = table.columns.indexOf(name)
    return at < 0 ? [] : [{ name, value: `c${at}::${type}` }]
  })
  await client.query(
    `with jobs as (select ${known.map(({ name, value }) => `${value} as ${name}`).join(', ')} from jobs_of_backup)
     insert into ${JOBS} (${known.map(({ name }) => name).join(', ')})
     select ${known.map(({ name }) => name).join(', ')} from jobs where name in (select name from pgboss.queue)`,
  )
  return { ...table, rows, bytes, sha256: hash.digest('hex') }
}

export async function readBack(client: Client, table: Table): Promise<TableSum> {
  const blocks = sumUp(client, table)
  for (;;) {
    const { value, done } = await blocks.next()
    if (done) return value
  }
}

function expectSame(found: TableSum, expected: TableSum[]) {
  const stored = expected.find(({ name }) => name === found.name)
  if (found.rows !== (stored?.rows ?? 0) || (stored && found.sha256 !== stored.sha256))
    throw new BadBackup(
      `${found.name} has ${found.rows} rows after the restore, which are not the ${stored?.rows ?? 0} of the backup. Nothing was restored.`,
    )
}
