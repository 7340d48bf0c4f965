import { accessSync, constants, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/postgres/postgres-place.ts'
import {
  commandOf,
  listDescendants,
  makeDataDir,
  openProduct,
  startProduct,
  until,
} from '../support/product.ts'

// A container's memory limit, by either version of Linux's control groups, when this account may set one.
const WAYS = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
]
const way = WAYS.find(({ folder, limit }) => mayLimit(folder, limit))

function mayLimit(folder: string, limit: string) {
  const group = join(folder, `zovala-try-${process.pid}`)
  try {
    mkdirSync(group)
    try {
      accessSync(join(group, limit), constants.W_OK)
      return true
    } finally {
      rmdirSync(group)
    }
  } catch {
    return false
  }
}

test.runIf(way)(
  'a container with too little memory for the shop is refused at the start with what it has and what it needs',
  async () => {
    const { folder = '', limit = '' } = way ?? {}
    const group = join(folder, `zovala-${process.pid}`)
    mkdirSync(group)
    onTestFinished(() => rmdirSync(group))
    writeFileSync(join(group, limit), String(150_994_944))
    const product = await startProduct({ dataDir: makeDataDir(), empty: true })
    writeFileSync(join(group, 'cgroup.procs'), String(product.child.pid))
    expect(await product.exited).toBe(1)
    expect(product.output()).toMatch(
      /^Zovala with 2 web processes needs \d+ MB of memory \(\d+ MB while nobody shops\), and this machine or container gives it 150 MB: .+ WEB_WORKERS to fewer\.$/m,
    )
  },
)

test.runIf(process.platform === 'linux')(
  'a heap size in NODE_OPTIONS counts for each process of the shop in place of its own limit, and all have the settings of glibc',
  async () => {
    const product = await openProduct({
      dataDir: makeDataDir(),
      empty: true,
      env: { WEB_WORKERS: '1', NODE_OPTIONS: '--max-old-space-size=700' },
    })
    const children = listDescendants(product.child.pid ?? 0)
      .map(commandOf)
      .filter((command) => /server\/(web|work)\.ts/.test(command))
    expect(children).toHaveLength(2)
    for (const command of children) {
      expect(command).toContain('--max-semi-space-size=')
      expect(command).not.toContain('--max-old-space-size=')
    }
    // The supervisor was restarted in place, so that it has these settings, too. PostgreSQL is left out, because its
    // process titles overwrite its environment.
    const all = [product.child.pid ?? 0, ...listDescendants(product.child.pid ?? 0)]
    const ours = all.filter((pid) => /server\/\w+\.m?[jt]s/.test(commandOf(pid)))
    expect(ours).toHaveLength(3)
    for (const pid of ours)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_TRIM_THRESHOLD_=')
  },
)

test.runIf(process.platform === 'linux')(
  'when the process that prepares the database is killed, the start ends with a sentence that says why it may be',
  async () => {
    // It waits there for half a minute, because that server may still be starting.
    const nowhere = `postgresql://zovala@127.0.0.1:${await freePort()}/zovala`
    const product = await startProduct({
      dataDir: makeDataDir(),
      empty: true,
      env: { DATABASE_URL: nowhere, SESSION_SECRET: 'a secret for tests only, long enough' },
    })
    await until(() => product.output().includes('Waiting for the database'), 'it prepares')
    const [preparing = 0] = listDescendants(product.child.pid ?? 0).filter((pid) =>
      commandOf(pid).includes('prepare-shop.ts'),
    )
    process.kill(preparing, 'SIGKILL')
    expect(await product.exited).toBe(1)
    expect(product.output()).toMatch(
      /^The database was not prepared: the process for it was ended by SIGKILL\. The machine may have too little memory\.$/m,
    )
    expect(product.output()).not.toContain('    at ')
  },
)
