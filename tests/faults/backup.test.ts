import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { livePostmaster } from '../../server/postgres/postgres-place.ts'
import {
  ask,
  makeDataDir,
  openProduct,
  type Product,
  startProduct,
  until,
} from '../support/product.ts'
import { auditBooks, fetchProduct, openShoppers, payloadFor } from '../support/shoppers.ts'

type Env = Record<string, string>

/** Runs a command as a person does, with only these settings. */
function call(env: Env, ...words: string[]) {
  const { HOME = '', PATH = '' } = process.env
  const child = spawn(process.execPath, ['server/command.mjs', ...words], {
    env: { HOME, PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', error: '' }
  child.stdout.on('data', (part: Buffer) => (printed.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (printed.error += part.toString()))
  const ended = new Promise<{ code: number | null; out: string; error: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...printed })),
  )
  return { child, ended }
}

const backUp = async (dataDir: string, env: Env = {}, ...words: string[]) => {
  const { code, out, error } = await call({ DATA_DIR: dataDir, ...env }, 'backup', ...words).ended
  expect(error).toContain(dataDir)
  expect([code, error]).toEqual([0, expect.stringMatching(/tables with [\d,]+ rows/)])
  return out.trim()
}
const restore = (env: Env, file: string) => call(env, 'restore', file).ended

/** Customers who order and pay without a pause; `stop` returns the numbers of acknowledged orders. */
async function sell(product: Product) {
  await ask(
    product.dataDir,
    `insert into stock_movements (variant_id, kind, quantity, reason)
     select v.id, 'received', 5000, 'For this test' from variants v join products p on p.id = v.product_id
     where p.slug = 'canvas-tote-bag'`,
  )
  const shoppers = await openShoppers(product, 4)
  const bag = await fetchProduct(product, 'canvas-tote-bag')
  const orders: { number: string; token: string }[] = []
  let isOn = true
  const buying = shoppers.map(async (shopper) => {
    while (isOn) {
      const { status, body } = await shopper.send(
        '/functions/process-payment',
        payloadFor(bag, 1),
        { 'Idempotency-Key': randomUUID() },
      )
      expect([status, body]).toEqual([200, expect.anything()])
      orders.push({ number: String(body['order_number']), token: shopper.token })
    }
  })
  return {
    orders,
    async stop() {
      isOn = false
      await Promise.all(buying)
    },
  }
}

/** The restored shop works: people sign in, it serves an order's page and a picture, and the books agree. */
async function expectShop(product: Product, order: { number: string; token: string }) {
  const staff = await fetch(`${product.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'super@zovala.test', password: 'zovala-demo' }),
  })
  const { token } = (await staff.json()) as { token: string }
  const headers = (bearer: string) => ({ headers: { authorization: `Bearer ${bearer}` } })
  const admin = await fetch(`${product.origin}/admin/orders?q=${order.number}`, headers(token))
  expect(await admin.text()).toContain(order.number)
  // The session was made before the backup.
  const mine = await fetch(`${product.origin}/api/orders/${order.number}`, headers(order.token))
  expect([mine.status, await mine.text()]).toEqual([200, expect.stringContaining(order.number)])
  const page = await (await fetch(`${product.origin}/product/canvas-tote-bag`)).text()
  const [path = ''] = /\/files\/[\w/.-]+/.exec(page) ?? []
  const picture = await fetch(product.origin + path)
  expect([path, picture.status]).toEqual([expect.stringMatching(/^\/files\//), 200])
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  expect(await auditBooks(product.dataDir)).toEqual([])
}

/** A place whose contents the test removes. */
const aPlace = () => join(makeDataDir(), 'shop')
function killLater(child: ChildProcess) {
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

// One shop for everything, because starting, selling and backing up take most of the time.
test('a shop is backed up while it sells, and is restored elsewhere and on a server; a killed restore starts anew', async () => {
  const first = await openProduct({ dataDir: makeDataDir(), env: { RATE_LIMIT_SCALE: '1000' } })
  const { dataDir } = first
  const folder = join(makeDataDir(), 'backups')
  const trade = await sell(first)
  await until(() => trade.orders.length >= 10, 'orders are placed')
  const before = [...trade.orders]
  const file = await backUp(dataDir, {}, folder)
  const secret = { BACKUP_PASSPHRASE: 'a passphrase of many letters' }
  const sealed = await backUp(dataDir, secret, '--encrypt', folder)
  const later = trade.orders.length
  await until(() => trade.orders.length > later, 'it still sells')
  await trade.stop()
  await first.end()
  expect(readdirSync(folder)).toHaveLength(2)

  // A restore into a place that is not empty, of a cut file, or with a wrong passphrase is refused, and leaves nothing.
  const full = await restore({ DATA_DIR: dataDir }, file)
  expect([full.code, full.error]).toEqual([1, expect.stringContaining('empty place only')])
  const cut = join(folder, 'cut.tar')
  cpSync(file, cut)
  truncateSync(cut, 20_000_000)
  const place = aPlace()
  const shortened = await restore({ DATA_DIR: place }, cut)
  expect([shortened.code, shortened.error]).toEqual([1, expect.stringContaining('is cut off')])
  const guessed = await restore(
    { DATA_DIR: place, BACKUP_PASSPHRASE: 'a wrong passphrase' },
    sealed,
  )
  expect([guessed.code, guessed.error]).toEqual([1, expect.stringContaining('is not the one')])
  expect(
    readdirSync(place).filter((name) => /^(files|postgres|session-secret)$/.test(name)),
  ).toEqual([])

  const done = await restore({ DATA_DIR: place, ...secret }, sealed)
  expect([done.code, done.error, done.out]).toEqual([
    0,
    expect.anything(),
    expect.stringMatching(/^Restored as it was at .* each compared with the backup/),
  ])
  const again = await openProduct({ dataDir: place, port: first.port })
  expect(again.output()).not.toContain('Filling')
  const kept = new Set(await ask(place, 'select order_number from orders'))
  // All orders acknowledged before the backup began are in it.
  expect(before.filter(({ number }) => !kept.has(number))).toEqual([])
  await expectShop(again, before[0] ?? { number: '', token: '' })
  await again.end()

  await moveToServer(first, trade.orders[0] ?? { number: '', token: '' })
  await restoreAfterKill(first, file)
})

/** Without a running shop, the command starts the database and stops it again; its backup continues on a server. */
async function moveToServer(first: Product, order: { number: string; token: string }) {
  const file = await backUp(first.dataDir)
  expect(livePostmaster(join(first.dataDir, 'postgres'))).toBeNull()
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  const { server } = inject('testServer')
  await run(server, `create database ${name}`)
  onTestFinished(() => run(server, `drop database ${name} with (force)`))
  const url = new URL(server)
  url.pathname = `/${name}`
  const place = aPlace()
  const env = {
    DATABASE_URL: url.href,
    SESSION_SECRET: readFileSync(join(first.dataDir, 'session-secret'), 'utf8').trim(),
    SAMPLE_SHOP: 'on',
  }
  const other = {
    ...env,
    DATA_DIR: place,
    SESSION_SECRET: 'another one, long enough',
    PORT: '4000',
  }
  const moved = await restore(other, file)
  expect([moved.code, moved.error]).toEqual([0, expect.stringContaining('SESSION_SECRET is not')])
  expect(existsSync(join(place, 'postgres'))).toBe(false)
  const twice = await restore(other, file)
  expect([twice.code, twice.error]).toEqual([1, expect.stringContaining('empty')])

  const again = await openProduct({ dataDir: place, port: first.port, env })
  const mine = await fetch(`${again.origin}/api/orders/${order.number}`, {
    headers: { authorization: `Bearer ${order.token}` },
  })
  expect(mine.status).toBe(200)
  await again.end()
}

/** No shop starts after a killed restore, and the next restore begins anew. */
async function restoreAfterKill(first: Product, file: string) {
  const place = aPlace()
  const { child, ended } = call({ DATA_DIR: place }, 'restore', file)
  killLater(child)
  await until(() => existsSync(join(place, 'files', 'products')), 'files are being restored')
  child.kill('SIGKILL')
  await ended
  const refused = await startProduct({ dataDir: place })
  expect(await refused.exited).toBe(1)
  expect(refused.output()).toContain('was cut off, so there is no whole shop here')

  const done = await restore({ DATA_DIR: place }, file)
  expect([done.code, done.error]).toEqual([0, expect.anything()])
  const again = await openProduct({ dataDir: place, port: first.port })
  expect(await auditBooks(place)).toEqual([])
  await again.end()
}

async function run(server: string, statement: string) {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
