import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { keepSecret } from '../../app/platform/config.server.ts'
import { holdFile } from '../hold.ts'
import { ShownError } from '../shown-error.ts'
import { buffersFor } from './buffers.ts'
import { isRoot, NOBODY, takeFromNobody } from './postgres-account.ts'
import { findBinaries } from './postgres-binaries.ts'
import { chooseAddress, freePort, livePostmaster, readPostmasterPort } from './postgres-place.ts'
import { bringUp, initialise, type Place, ROLE, stop, urlOf } from './postgres-run.ts'

// Safe settings for a small shop beside its web processes: a commit waits until it is on the disk.
const SAFE = { fsync: 'on', synchronous_commit: 'on', max_connections: '100' }
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // The folder may be in memory, where a gigabyte of log that nobody reads would otherwise stay.
  max_wal_size: '96MB',
  min_wal_size: '32MB',
}
const ALWAYS = {
  // A small shop's data is in memory: the default of 4 is for turning disks, and makes PostgreSQL read whole tables
  // instead of twelve rows.
  random_page_cost: '1.1',
  // Parallel queries need /dev/shm, of which containers have 64 MB.
  max_parallel_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The product logs refused statements itself, and their values are customers' data.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  unix_socket_permissions: '0700',
}

export type OwnPostgres = {
  url: string
  /** Stops cleanly: connections are closed, everything is on disk. */
  stop(): Promise<void>
  /** Like `stop`, unless somebody else is connected: for a command that found no shop running. */
  stopIfUnused(): Promise<void>
  /** Starts a killed server again; does nothing while it runs. */
  revive(): Promise<void>
}

/**
 * Opens our own PostgreSQL in `dataDir`: creates a new one, or adopts one that still runs there
 * (docs/decisions/0001-own-postgresql.md).
 */
export const openOwnPostgres = (dataDir: string) => open(dataDir, { ...ALWAYS, ...SAFE })

/** For tests: fast, shared by all that name the same folder, worthless after a power cut. */
export async function openThrowAwayPostgres(dir: string): Promise<OwnPostgres> {
  const settings = { ...ALWAYS, ...THROW_AWAY }
  try {
    return await open(dir, settings)
  } catch {
    rmSync(join(dir, 'postgres'), { recursive: true, force: true })
    return open(dir, settings)
  }
}

async function open(dataDir: string, settings: Record<string, string>): Promise<OwnPostgres> {
  const password = keepSecret(join(dataDir, 'postgres-password'))
  const binaries = findBinaries()
  const root = realpathSync(dataDir)
  const data = join(root, 'postgres')
  const release = await holdFile(join(root, 'postgres.lock'), 60_000)
  if (!release)
    throw new ShownError(
      `Another start has been busy with ${data} for a minute: wait for it, or end it.`,
    )
  try {
    const draft = join(root, 'postgres.new')
    if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries, draft, data, password)
    const account = checkFolder(data, binaries.major)
    const port =
      process.platform === 'win32' ? (readPostmasterPort(data) ?? (await freePort())) : 5432
    const place: Place = {
      data,
      log: join(root, 'postgres.log'),
      address: chooseAddress(data, port),
      password,
      account,
    }
    const start = () => bringUp(place, binaries, { ...settings, shared_buffers: buffersFor(data) })
    await start()
    await ensureDatabase(urlOf(place, 'postgres'))
    return {
      url: urlOf(place, ROLE),
      stop: () => stop(place, binaries),
      stopIfUnused: async () => {
        // A connection that was just closed still counts for a moment.
        for (let tries = 0; tries < 20; tries += 1) {
          // Another command found the server unused, and has stopped it.
          if (livePostmaster(data) === null) return
          if ((await countUsers(urlOf(place, ROLE))) === 0) return stop(place, binaries)
          await wait(50)
        }
      },
      revive: async () => (livePostmaster(data) === null ? start() : undefined),
    }
  } finally {
    release()
  }
}

function checkFolder(data: string, major: string) {
  const owner = statSync(data)
  if (isRoot && owner.uid === 0) {
    throw new ShownError(
      `${data} belongs to root, under which PostgreSQL does not run: chown -R ${NOBODY.uid}:${NOBODY.gid} it, and start again.`,
    )
  }
  if (!isRoot && process.getuid && owner.uid !== process.getuid()) {
    throw new ShownError(
      `${data} belongs to another account (number ${owner.uid}): start Zovala as that account or as root, or give it to this one with chown -R.`,
    )
  }
  const found = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (found !== major) {
    throw new ShownError(
      `${data} was written by PostgreSQL ${found}, and this Zovala brings ${major}. To convert it, make a backup with the Zovala that wrote it, ` +
        `move its data folder away, and restore the backup with this one (docs/decisions/0001-own-postgresql.md has the commands).`,
    )
  }
  // A folder that an ordinary user's start created stays with that user.
  if (!isRoot) return null
  return owner.uid === NOBODY.uid && livePostmaster(data) === null
    ? takeFromNobody(data)
    : { uid: owner.uid, gid: owner.gid }
}

async function query<Row extends QueryResultRow>(url: string, text: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(url: string) {
  const found = await query(url, `select from pg_database where datname = '${ROLE}'`)
  if (found.length === 0) await query(url, `create database ${ROLE}`)
}

const countUsers = async (url: string) => {
  const others = `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  return (await query<{ n: number }>(url, others))[0]?.n ?? 0
}
