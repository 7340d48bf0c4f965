import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { freePort } from '../../../../server/postgres/postgres-place.ts'
import { until } from '../../../support/product.ts'
import { accountOf } from './packages.ts'
import { superviseIn } from './services.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const TEMPLATES = join(root, 'deploy', 'several-machines')
const MACHINES = ['a', 'b', 'c'] as const
type Machine = (typeof MACHINES)[number]
type Values = Record<string, string>

const isOk = async (url: string) => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/**
 * docs/several-machines.md on this one machine: its three machines are ports and folders, with the same template files.
 * `a` and `b` have a shop, a proxy and a database, `c` has the store; each has a vote on which database is primary.
 */
export async function openMachines(settings: Values) {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-machines-'))
  chmodSync(folder, 0o755)
  const services = superviseIn(folder)
  onTestFinished(() => {
    services.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  const place = (name: string, account: { uid?: number; gid?: number } = {}, mode = 0o700) => {
    const path = join(folder, name)
    mkdirSync(path, { recursive: true, mode })
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(path, account.uid, account.gid)
    return path
  }
  const [postgres, etcd, swift] = ['postgres', 'etcd', 'swift'].map(accountOf) as [
    ReturnType<typeof accountOf>,
    ReturnType<typeof accountOf>,
    ReturnType<typeof accountOf>,
  ]

  const values = await chooseValues(folder)
  const of = (machine: Machine) => ({ ...values.shared, ...values.own[machine] })

  /** Fills in a template of the folder, as an owner does. */
  function fill(template: string, machine: Machine, to: string) {
    const text = execFileSync(join(TEMPLATES, 'fill.sh'), [template], {
      cwd: TEMPLATES,
      env: { PATH: process.env['PATH'], ...of(machine) },
    })
    writeFileSync(join(folder, to), text)
    return join(folder, to)
  }
  const readEnv = (file: string) =>
    Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((row) => /^\w+=/.test(row))
        .map((row) => [row.slice(0, row.indexOf('=')), row.slice(row.indexOf('=') + 1)]),
    )
  const script = (name: string, args: string[] = [], account = {}) =>
    execFileSync(join(TEMPLATES, name), args, {
      ...account,
      env: { PATH: process.env['PATH'], ...of('c') },
      stdio: ['ignore', 'ignore', 'pipe'],
    })

  function openStore() {
    const memory = values.shared['MEMCACHE'] ?? ''
    services.start('memcached', {
      command: '/usr/bin/memcached',
      args: ['-l', '127.0.0.1', '-p', memory.split(':')[1] ?? '', '-m', '32', '-u', 'memcache'],
    })
    place('swift', swift)
    for (const file of readdirSync(join(TEMPLATES, 'swift')).filter((one) => one.endsWith('.conf')))
      fill(`swift/${file}`, 'c', `swift/${basename(file)}`)
    script('swift/make-rings.sh', [], swift)
    place('node/disk', swift)
    chownAs(join(folder, 'node'), swift)
    for (const part of ['account', 'container', 'object', 'proxy'])
      services.start(`swift-${part}`, {
        command: `/usr/bin/swift-${part}-server`,
        args: [join(folder, 'swift', `${part}-server.conf`)],
        account: swift,
        env: { HOME: join(folder, 'swift') },
      })
  }

  function openDatabases() {
    place('certificates', postgres, 0o755)
    script('make-certificates.sh', [join(folder, 'certificates')], postgres)
    for (const machine of MACHINES) {
      place(`etcd-${machine}`, etcd)
      services.start(`etcd-${machine}`, {
        command: '/usr/bin/etcd',
        args: ['--logger=zap', '--log-level=warn'],
        account: etcd,
        env: readEnv(fill('etcd.env', machine, `etcd-${machine}.env`)),
      })
    }
    for (const machine of ['a', 'b'] as const) startDatabase(machine)
  }

  function startDatabase(machine: Machine) {
    const data = place(`postgres-${machine}`, postgres)
    services.start(`database-${machine}`, {
      command: '/usr/bin/patroni',
      args: [fill('patroni.yml', machine, `patroni-${machine}.yml`)],
      account: postgres,
      cwd: data,
      env: { HOME: data },
      others: () => postmasterIn(join(data, 'data')),
    })
  }

  const roleOf = (machine: Machine) =>
    fetch(`http://127.0.0.1:${of(machine)['PATRONI_PORT']}/patroni`, {
      signal: AbortSignal.timeout(2000),
    }).then(
      async (answer) => (await answer.json()) as { role?: string; sync_standby?: boolean },
      () => null,
    )
  const findPrimary = async () => {
    for (const machine of ['a', 'b'] as const)
      if (await isOk(`http://127.0.0.1:${of(machine)['PATRONI_PORT']}/primary`)) return machine
    return null
  }
  const hasStandby = async () => {
    const roles = await Promise.all([roleOf('a'), roleOf('b')])
    return roles.some((one) => one?.sync_standby === true)
  }

  /** What an owner does once with createuser and createdb. */
  async function makeDatabase(primary: Machine) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: Number(of(primary)['POSTGRES_PORT']),
      user: 'postgres',
      database: 'postgres',
      password: values.shared['SUPERUSER_PASSWORD'],
      ssl: { rejectUnauthorized: false },
    })
    await client.connect()
    await client.query(`create role zovala login password '${values.shared['DATABASE_PASSWORD']}'`)
    await client.query('create database zovala owner zovala')
    await client.end()
  }

  const shopEnv = (machine: 'a' | 'b') => ({
    ...readEnv(fill('zovala.env', machine, `zovala-${machine}.env`)),
    DATA_DIR: place(`shop-${machine}`),
    ...settings,
  })

  openStore()
  openDatabases()
  await until(async () => (await findPrimary()) !== null, 'a database is primary', 90_000)
  await makeDatabase((await findPrimary()) ?? 'a')
  await until(hasStandby, 'the other one follows', 90_000)
  const store = `http://127.0.0.1:${values.shared['SWIFT_PORT']}`
  await until(() => isOk(`${store}/healthcheck`), 'the store answers')
  script('swift/make-bucket.sh')
  for (const machine of ['a', 'b'] as const) {
    services.start(`proxy-${machine}`, {
      command: '/usr/sbin/haproxy',
      args: ['-W', '-f', fill('haproxy.cfg', machine, `haproxy-${machine}.cfg`)],
    })
    services.start(`shop-${machine}`, {
      command: process.execPath,
      args: ['server/start.mjs'],
      cwd: root,
      env: shopEnv(machine),
    })
  }
  const shops = ['a', 'b'] as const
  for (const machine of shops)
    await until(
      () => isOk(`http://127.0.0.1:${of(machine)['SHOP_PORT']}/readyz`),
      `the shop ${machine} is open`,
      150_000,
    )
  const origin = of('a')['BASE_URL'] ?? ''
  await until(() => isOk(`${origin}/readyz`), 'the proxy has found the shops')

  return {
    folder,
    services,
    findPrimary,
    hasStandby,
    origin,
    files: of('a')['S3_PUBLIC_URL'] ?? '',
    databaseUrl: readEnv(join(folder, 'zovala-b.env'))['DATABASE_URL'] ?? '',
    shopEnv,
    /** Each copy’s own address, bypassing the proxy. */
    shops: shops.map((machine) => `http://127.0.0.1:${of(machine)['SHOP_PORT']}`),
    isReady: (machine: 'a' | 'b') => isOk(`http://127.0.0.1:${of(machine)['SHOP_PORT']}/readyz`),
  }
}

export type Machines = Awaited<ReturnType<typeof openMachines>>

function chownAs(path: string, { uid, gid }: { uid?: number; gid?: number }) {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Postmasters are no descendants of the Patroni that started them. */
function postmasterIn(data: string) {
  try {
    return [Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])]
  } catch {
    return []
  }
}

/** The values of machines.env, for three machines that are one. */
async function chooseValues(folder: string) {
  const secret = () => randomBytes(16).toString('hex')
  const port = async () => String(await freePort())
  const own = {} as Record<Machine, Values>
  for (const machine of MACHINES)
    own[machine] = {
      ME: machine,
      ETCD_CLIENTS: await port(),
      ETCD_PEERS: await port(),
      ETCD_FOLDER: join(folder, `etcd-${machine}`, 'data'),
      POSTGRES_PORT: await port(),
      POSTGRES_FOLDER: join(folder, `postgres-${machine}`, 'data'),
      POSTGRES_SOCKETS: join(folder, `postgres-${machine}`),
      PATRONI_PORT: await port(),
      DATABASE_PORT: await port(),
      SHOP_PORT: await port(),
      PUBLIC: await port(),
    }
  const each = (text: (one: Values, machine: Machine) => string) =>
    MACHINES.map((machine) => text(own[machine], machine))
  const { a, b } = own
  for (const machine of ['a', 'b'] as const)
    own[machine]['PUBLIC_BIND'] = `127.0.0.1:${own[machine]['PUBLIC']}`
  const swiftPort = await port()
  // Must differ from the shop’s own name.
  const files = `127.0.0.1:${a['PUBLIC']}`
  const shared: Values = {
    ADDRESS: '127.0.0.1',
    PROXY_ACCOUNT: process.getuid?.() === 0 ? 'haproxy' : userInfo().username,
    ETCD_CLUSTER: each((one, name) => `${name}=http://127.0.0.1:${one['ETCD_PEERS']}`).join(','),
    ETCD_HOSTS: each((one) => `'127.0.0.1:${one['ETCD_CLIENTS']}'`).join(', '),
    CERTIFICATES: join(folder, 'certificates'),
    FILES_HOST: files,
    DATABASE_A: `127.0.0.1:${a['POSTGRES_PORT']} check port ${a['PATRONI_PORT']}`,
    DATABASE_B: `127.0.0.1:${b['POSTGRES_PORT']} check port ${b['PATRONI_PORT']}`,
    SHOP_A: `127.0.0.1:${a['SHOP_PORT']}`,
    SHOP_B: `127.0.0.1:${b['SHOP_PORT']}`,
    STORE: `127.0.0.1:${swiftPort}`,
    SWIFT_DIR: join(folder, 'swift'),
    SWIFT_FOLDER: join(folder, 'node'),
    SWIFT_PORT: swiftPort,
    SWIFT_ACCOUNT_PORT: await port(),
    SWIFT_CONTAINER_PORT: await port(),
    SWIFT_OBJECT_PORT: await port(),
    MEMCACHE: `127.0.0.1:${await port()}`,
    SWIFT_WORKERS: '1',
    SHOP_HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${a['PUBLIC']}`,
    S3_PUBLIC_URL: `http://${files}`,
    ...Object.fromEntries(
      ['SUPERUSER', 'REPLICATION', 'PATRONI', 'DATABASE'].map((one) => [
        `${one}_PASSWORD`,
        secret(),
      ]),
    ),
    STORE_SECRET: secret(),
    STORE_SALT: secret(),
    SESSION_SECRET: secret(),
  }
  return { shared, own }
}
