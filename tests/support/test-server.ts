import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../app/db/migrate.server.ts'
import { prepareJobs } from '../../app/platform/jobs.server.ts'
import { openThrowAwayPostgres } from '../../server/postgres/postgres.ts'
import { livePostmaster } from '../../server/postgres/postgres-place.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `server`: the address of the throw-away PostgreSQL; `template`: a migrated, empty database in it. */
    testServer: { server: string; template: string }
    /** Whether the files of a worker share the shop that `useShop` opens. */
    sharesShop?: boolean
  }
}

const root = join(import.meta.dirname, '..', '..')

/**
 * Runs before the first test file: starts the shared server, and makes the template from which every file's database is
 * copied.
 */
export default async function openTestServer(project: TestProject) {
  const postgres = await openThrowAwayPostgres(chooseFolder())
  const template = `template_${hashMigrations()}`
  await buildTemplate(postgres.url, template)
  // Tells another run that ends meanwhile that the server is still in use.
  const presence = new Client({ connectionString: postgres.url })
  await presence.connect()
  project.provide('testServer', { server: postgres.url, template })
  return async () => {
    await dropLeftovers(presence)
    await presence.end()
    await postgres.stopIfUnused()
  }
}

const IN_MEMORY = '/dev/shm/zovala-tests-'
/** The file that names the source folder of a server in memory. */
const CHECKOUT = 'checkout'

/** Removes servers in memory whose source folder no longer exists: nobody else would free that memory. */
function removeForeign() {
  for (const name of readdirSync('/dev/shm')) {
    const folder = join('/dev/shm', name)
    if (!folder.startsWith(IN_MEMORY) || !existsSync(join(folder, CHECKOUT))) continue
    const checkout = readFileSync(join(folder, CHECKOUT), 'utf8')
    // Empty: another run is just writing it.
    const isGone = checkout !== '' && !existsSync(checkout)
    if (isGone && livePostmaster(join(folder, 'postgres')) === null)
      rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * In memory when there is room: a copy of the template makes 700 files, and creating and deleting them on a disk took
 * half of the processor time of all unit tests.
 */
function chooseFolder() {
  const ownName = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const inMemory = `${IN_MEMORY}${ownName}`
  try {
    removeForeign()
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < 4 * 1024 ** 3) throw new Error('too small')
    mkdirSync(inMemory, { recursive: true, mode: 0o700 })
    writeFileSync(join(inMemory, CHECKOUT), root)
    return inMemory
  } catch {
    // Containers have 64 MB of it, other systems none.
    return join(root, '.cache', 'test-postgres')
  }
}

function hashMigrations() {
  const hash = createHash('sha256')
  const folder = join(root, 'db', 'migrations')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql') || name.endsWith('.json'))
      hash.update(readFileSync(join(folder, name)))
  }
  hash.update(readFileSync(join(root, 'app', 'platform', 'jobs.server.ts')))
  return hash.digest('hex').slice(0, 16)
}

async function buildTemplate(server: string, template: string) {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    // Two simultaneous runs share the server: one builds, the other waits.
    await client.query('select pg_advisory_lock(7201802)')
    await dropLeftovers(client)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      template,
    ])
    if (rowCount) return
    const draft = `draft_${template}`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    const url = new URL(server)
    url.pathname = `/${draft}`
    await migrate(url.href)
    await prepareJobs(url.href)
    await client.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await client.end()
  }
}

// Databases have the process id of their maker in their names; a run that was killed has dropped none.
async function dropLeftovers(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where datname ~ '^test_[0-9]+_'`,
  )
  for (const { name } of rows) {
    const pid = Number(name.split('_')[1])
    if (!isRunning(pid)) await client.query(`drop database if exists ${name} with (force)`)
  }
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
