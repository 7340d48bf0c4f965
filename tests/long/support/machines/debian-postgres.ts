import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../../server/postgres/postgres-place.ts'
import { until } from '../../../support/product.ts'
import { accountOf } from './packages.ts'

const execute = promisify(execFile)
const BIN = '/usr/lib/postgresql/15/bin'

/** An owner’s own server: Debian’s PostgreSQL 15 with an account and an empty database named after the shop. */
export async function openDebianPostgres(env: Record<string, string> = {}) {
  const account = accountOf('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'zovala-own-server-'))
  chmodSync(folder, 0o755)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const plain = { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
  execFileSync(join(BIN, 'initdb'), ['-D', data, '--auth=trust', '--no-sync', '-U', 'postgres'], {
    ...account,
    cwd: folder,
    env: plain,
    stdio: 'pipe',
  })
  const server = spawn(
    join(BIN, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    { ...account, cwd: folder, env: { ...plain, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  server.stderr.on('data', (part: Buffer) => (output += part.toString()))
  onTestFinished(async () => {
    if (server.exitCode === null) {
      server.kill('SIGQUIT')
      await once(server, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  const urlOf = (database: string, role = 'zovala') =>
    `postgresql://${role}@127.0.0.1:${port}/${database}`

  async function run(...statements: string[]) {
    const client = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await until(
    () =>
      run('select').then(
        () => true,
        () => false,
      ),
    `PostgreSQL 15 is open: ${output}`,
    30_000,
  )
  const makeDatabase = async (name: string) => {
    await run(`create database ${name} owner zovala`)
    return urlOf(name)
  }
  await run('create role zovala login')
  return {
    url: await makeDatabase('zovala'),
    makeDatabase,
    /** Runs a program of this PostgreSQL version, as the shop’s owner does. */
    call: (program: string, ...args: string[]) => execute(join(BIN, program), args, { env: plain }),
  }
}

/** Connections for a test’s queries. */
export function openPool(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  onTestFinished(() => pool.end())
  return pool
}
