import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openOwnPostgres } from '../../server/postgres/postgres.ts'
import { freePort } from '../../server/postgres/postgres-place.ts'
import { refusePooler } from '../../server/refuse-pooler.ts'
import { makeDataDir, startProduct, until } from '../support/product.ts'
import { installPackages } from './support/machines/packages.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const lacking = installPackages({ pgbouncer: PGBOUNCER })
const name = `PostgreSQL itself, and PgBouncer in each way${lacking.length > 0 ? ' (left out: pgbouncer is not installed)' : ''}`

test.skipIf(lacking.length > 0)(name, async () => {
  const dataDir = makeDataDir()
  const own = await openOwnPostgres(dataDir)
  onTestFinished(() => own.stop())
  await expect(refusePooler(own.url)).resolves.toBeUndefined()

  // PgBouncer refuses to run as root, and only the server's account may reach its socket.
  chmodSync(dataDir, 0o711)
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const behind = (settings: string) => startBouncer(new URL(own.url), settings, { uid, gid })
  const ignore = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'
  for (const settings of [
    'pool_mode = session',
    'pool_mode = transaction',
    `pool_mode = session\n${ignore}`,
    `pool_mode = transaction\n${ignore}`,
    `pool_mode = transaction\ndefault_pool_size = 1\n${ignore}`,
  ])
    await expect(refusePooler(await behind(settings)), settings).rejects.toThrow(
      'leads to a pooler',
    )

  const shop = await startProduct({
    dataDir: makeDataDir(),
    env: {
      DATABASE_URL: await behind(`pool_mode = transaction\n${ignore}`),
      SESSION_SECRET: 'a long random text for one test alone',
    },
  })
  expect(await shop.exited).toBe(1)
  expect(shop.output()).toContain('Name the PostgreSQL server itself')
})

/** Starts PgBouncer in front of a server; returns the address of the database through it. */
async function startBouncer(server: URL, settings: string, account: { uid: number; gid: number }) {
  // PgBouncer's account must be able to read it.
  const folder = mkdtempSync(join(tmpdir(), 'zovala-pooler-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const port = await freePort()
  const file = join(folder, `pgbouncer-${port}.ini`)
  const host = server.searchParams.get('host') ?? server.hostname
  writeFileSync(
    file,
    `[databases]
zovala = host=${host} port=${server.port || '5432'} dbname=zovala user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
unix_socket_dir =
logfile =
${settings}
`,
    { mode: 0o644 },
  )
  const bouncer = spawn(PGBOUNCER, [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let printed = ''
  bouncer.stderr.on('data', (part: Buffer) => (printed += part.toString()))
  onTestFinished(() => void bouncer.kill('SIGKILL'))
  await until(() => printed.includes('process up'), `PgBouncer is open: ${printed}`, 20_000)
  return `postgresql://zovala@127.0.0.1:${port}/zovala`
}
