import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdFile } from '../../server/hold.ts'
import { freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'
import {
  ask,
  commandOf,
  listDescendants,
  makeDataDir,
  openProduct,
  type Product,
  startProduct,
  until,
} from '../support/product.ts'

const isLinux = process.platform === 'linux'

const isPortFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const isServing = async (product: Product) => {
  try {
    return (await fetch(`${product.origin}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

const isOpen = (product: Product) => product.output().includes('Zovala is open at')
const isRefused = (product: Product) => product.output().includes('Another Zovala already runs')

async function expectNothingLeft({ port, dataDir }: Product) {
  await until(() => isPortFree(port), 'the port is free')
  await until(() => livePostmaster(join(dataDir, 'postgres')) === null, 'PostgreSQL has stopped')
  const free = await holdFile(join(dataDir, 'shop.lock'), 10_000)
  expect(free, 'the data folder is held').not.toBeNull()
  free?.()
}

const writeSomething = (dataDir: string) =>
  ask(dataDir, `insert into shop_facts values ('test', 'kept')`)
const readSomething = (dataDir: string) =>
  ask(dataDir, `select value from shop_facts where key = 'test'`)
const postmasterOf = (product: Product) => livePostmaster(join(product.dataDir, 'postgres'))

/** The processes of this entry file below the supervisor; npm and a shell may be in between. */
const processesOf = (product: Product, entry: string) =>
  [product.child.pid ?? 0, ...listDescendants(product.child.pid ?? 0)].filter((pid) =>
    commandOf(pid).includes(entry),
  )

async function killOneWebProcess(product: Product) {
  const [victim = 0] = processesOf(product, 'server/web.ts')
  process.kill(victim, 'SIGKILL')
  await until(() => {
    const now = processesOf(product, 'server/web.ts')
    return now.length === 2 && !now.includes(victim)
  }, 'there are two web processes again')
}

test('a start prints the shop’s address and accounts; a second one is quick and keeps the data; a concurrent one, and a real shop on a sample’s data, are refused', async () => {
  const dataDir = makeDataDir()
  const first = await openProduct({ dataDir })
  expect(first.output()).toContain(`http://localhost:${first.port}`)
  expect(first.output()).toContain('super@zovala.test')
  expect(first.output()).toContain('zovala-demo')
  expect(first.output()).toContain(dataDir)
  await writeSomething(dataDir)
  await first.end()
  await expectNothingLeft(first)

  const second = await openProduct({ dataDir })
  expect(second.output()).not.toMatch(/Installing|Building|Filling/)
  // Any of the processes reports the figures of all three, once all have started.
  const figures = async () => (await fetch(`${second.origin}/metrics`)).text()
  await expect
    .poll(async () => (await figures()).match(/^zovala_uptime_seconds\{worker="\d"\}/gm), {
      timeout: 20_000,
    })
    .toHaveLength(3)
  expect((await figures()).match(/^# HELP zovala_orders /gm)).toHaveLength(1)
  expect(await readSomething(dataDir)).toEqual(['kept'])

  const beside = await startProduct({ dataDir })
  expect(await beside.exited).toBe(1)
  expect(beside.output()).toContain(`Another Zovala already runs on ${dataDir}`)
  expect(await isServing(second)).toBe(true)
  await second.end()
  const real = await startProduct({ dataDir, empty: true })
  expect(await real.exited).toBe(1)
  expect(real.output()).toContain('This database holds the sample shop, and SAMPLE_SHOP is off')
  await expectNothingLeft(real)
})

test('SIGTERM to npm start stops everything', async () => {
  const product = await openProduct({ dataDir: makeDataDir(), npm: true, empty: true })
  product.child.kill('SIGTERM')
  await product.exited
  await expectNothingLeft(product)
})

test('killing npm start outright ends the shop, too', async () => {
  const product = await openProduct({ dataDir: makeDataDir(), npm: true, empty: true })
  product.child.kill('SIGKILL')
  await expectNothingLeft(product)
})

test.runIf(isLinux)(
  'when only the supervisor is killed, the next start takes its database over',
  async () => {
    const dataDir = makeDataDir()
    const killed = await openProduct({ dataDir, empty: true })
    await writeSomething(dataDir)
    const postmaster = postmasterOf(killed)
    const others = listDescendants(killed.child.pid ?? 0).filter((pid) =>
      commandOf(pid).includes('server/w'),
    )
    expect(others.length).toBe(3)
    killed.child.kill('SIGKILL')

    const next = await openProduct({ dataDir, port: killed.port, empty: true })
    expect(postmasterOf(next)).toBe(postmaster)
    expect(await readSomething(dataDir)).toEqual(['kept'])
    await until(() => others.every((pid) => !isAlive(pid)), 'the old web processes are gone')
    await next.end()
    await expectNothingLeft(next)
  },
)

test.runIf(isLinux)(
  'when everything is killed at once, the next start repairs the database and keeps what was written',
  async () => {
    const dataDir = makeDataDir()
    const killed = await openProduct({ dataDir, empty: true })
    await writeSomething(dataDir)
    const all = [...listDescendants(killed.child.pid ?? 0), killed.child.pid ?? 0]
    for (const pid of all) killNow(pid)
    await killed.exited

    const next = await openProduct({ dataDir, port: killed.port, empty: true })
    expect(await readSomething(dataDir)).toEqual(['kept'])
    expect(postmasterOf(next)).not.toBeNull()
  },
)

test.runIf(isLinux)(
  'a web process that dies is replaced, and so is the database server',
  async () => {
    const product = await openProduct({ dataDir: makeDataDir(), empty: true })
    await killOneWebProcess(product)

    const postmaster = postmasterOf(product) ?? 0
    process.kill(postmaster, 'SIGKILL')
    await until(() => ![null, postmaster].includes(postmasterOf(product)), 'a new PostgreSQL runs')
    await until(() => isServing(product), 'the shop is ready again')
  },
)

test.runIf(isLinux)(
  'when a web process is killed, connections of that moment are answered or cut, never left open',
  async () => {
    const product = await openProduct({ dataDir: makeDataDir(), empty: true })
    let isOver = false
    let answered = 0
    const hung: string[] = []
    const asking = Array.from({ length: 16 }, async () => {
      while (!isOver)
        await fetch(`${product.origin}/healthz`, {
          headers: { connection: 'close' },
          signal: AbortSignal.timeout(20_000),
        }).then(
          () => (answered += 1),
          (error: Error) => error.name === 'TimeoutError' && hung.push(error.message),
        )
    })
    for (let kills = 0; kills < 4; kills += 1) {
      const enough = answered + 200
      await until(() => answered >= enough, 'requests are answered')
      await killOneWebProcess(product)
    }
    isOver = true
    await Promise.all(asking)
    expect(hung).toEqual([])
  },
)

test('two starts at the same moment make one shop and one refusal', async () => {
  const dataDir = makeDataDir()
  const pair = await Promise.all([
    startProduct({ dataDir, empty: true }),
    startProduct({ dataDir, empty: true }),
  ])
  await until(
    () => pair.some(isOpen) && pair.some(isRefused),
    'one is open and one is refused',
    60_000,
  )
  expect(pair.filter(isOpen).length).toBe(1)
})

test('a start on a port in use names the port', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const product = await startProduct({ dataDir: makeDataDir(), port, empty: true })
  expect(await product.exited).toBe(1)
  expect(product.output()).toContain(`PORT ${port} is taken`)
})

test.each([
  ['PORT', '99999'],
  ['BASE_URL', 'shop.example'],
  ['TRUST_PROXY', 'yes'],
  ['PAYMENT_WINDOW_MINUTES', 'soon'],
])('an invalid %s stops the start with a message that names it', async (name, value) => {
  const product = await startProduct({
    empty: true,
    dataDir: makeDataDir(),
    env: { [name]: value },
  })
  expect(await product.exited).toBe(1)
  expect(product.output()).toMatch(new RegExp(`^${name} must be .+\\.$`, 'm'))
  expect(product.output()).not.toContain('    at ')
})

function killNow(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
