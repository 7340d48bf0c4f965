import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  cartItems,
  orders,
  payments,
  pictures,
  posSales,
  products,
  stockMovements,
} from '../../app/db/tables.server.ts'
import { checkLedger } from '../../app/modules/health/check-stock.ts'
import { openSmtp } from '../../app/platform/mail/mail-smtp.server.ts'
import { createPayChangu } from '../../app/platform/payments/paychangu.server.ts'
import { openS3Storage } from '../../app/platform/storage/storage-s3.server.ts'
import { useApp } from '../support/app.ts'
import {
  FAULTS,
  type Fault,
  type FaultProxy,
  openDatabaseProxy,
  openFaultProxy,
} from '../support/connections/fault-proxy.ts'
import { aProduct } from '../support/factories.ts'
import { startPayChanguStandIn } from '../support/payments/paychangu-stand-in.ts'
import { until } from '../support/product.ts'
import { payloadFor } from '../support/shoppers.ts'
import { openS3StandIn } from '../support/storage/s3-stand-in.ts'
import { aSoldLine, aTill } from '../support/till/till.ts'

// Combines a bad connection to each server that the shop needs with every act of people. `FAULTS=all` (npm run
// test:long) tries every pair, otherwise a sample.

type Service = 'database' | 'provider' | 'mail' | 'storage'
type Tried = { ok: boolean; status: number; text: string }
/** `act` may be repeated, as a person does who has seen no answer. */
type Act = { act: () => Promise<Tried>; expectOnce: () => Promise<void> }

const SECRETS = { secretKey: 'sec-test-faults', webhookSecret: 'whsec-faults' }
// The shop's own limits are longer (15 to 20 s): a test need not wait for them.
const PATIENCE = 1000
// The longest time to an answer under any fault, and to a successful retry after it.
const LONGEST_ANSWER = 15_000
const RECOVERY = 5000

const proxies = {} as Record<Service, FaultProxy>
const direct = {} as { pool: pg.Pool }
const app = useApp({}, undefined, async (url) => {
  const way = await openDatabaseProxy(url)
  proxies.database = way.proxy
  direct.pool = new pg.Pool({ connectionString: url, max: 2 })
  return way.url
})
const { shop } = app
let provider: Awaited<ReturnType<typeof startPayChanguStandIn>>
const mailServer = createServer((socket) => {
  socket.on('error', () => {})
  socket.write('220 here\r\n')
  let isText = false
  socket.setEncoding('utf8').on('data', (chunk) => {
    for (const row of String(chunk).split('\r\n').slice(0, -1)) {
      if (isText && row !== '.') continue
      if (row === 'DATA') socket.write('354 go on\r\n')
      else socket.write(row.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n')
      isText = row === 'DATA'
    }
  })
})
const portOf = (address: string) => Number(new URL(address).port)

beforeAll(async () => {
  provider = await startPayChanguStandIn(SECRETS)
  proxies.provider = await openFaultProxy({ host: '127.0.0.1', port: portOf(provider.url) })
  await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done))
  const { port } = mailServer.address() as AddressInfo
  proxies.mail = await openFaultProxy({ host: '127.0.0.1', port })
})
afterAll(async () => {
  for (const proxy of Object.values(proxies)) proxy.close()
  mailServer.close()
  await provider.close()
  await direct.pool.end()
})
beforeEach(() => {
  shop.payments = createPayChangu({
    ...SECRETS,
    apiUrl: `http://127.0.0.1:${proxies.provider.port}`,
    timeoutMs: PATIENCE,
    takesTestMoney: true,
  })
  shop.mail = openSmtp({
    url: `smtp://127.0.0.1:${proxies.mail.port}`,
    from: 'shop@example.com',
    timeoutMs: PATIENCE,
  })
})

async function openStorage() {
  const store = await openS3StandIn()
  proxies.storage = await openFaultProxy({ host: 'localhost', port: portOf(store.endpoint) })
  const endpoint = `http://localhost:${proxies.storage.port}`
  shop.storage = openS3Storage({
    endpoint,
    bucket: 'shop',
    publicUrl: `${endpoint}/shop`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    timeoutMs: PATIENCE,
  })
}

async function read(response: Response, isOk = response.status < 400): Promise<Tried> {
  return { ok: isOk, status: response.status, text: await response.text() }
}
const count = (table: Parameters<typeof shop.db.$count>[0]) => shop.db.$count(table)
const send = (
  person: { fetch(path: string, init?: RequestInit): Promise<Response> },
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  person.fetch(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** An order by the API, and the check that it was made once. */
async function prepareOrder() {
  const buyer = await app.signIn()
  const dress = await aProduct(shop, { stock: 5 })
  const items = { id: dress.productId, price: dress.price, variants: [{ id: dress.variantId }] }
  const key = randomUUID()
  const act = async () =>
    read(
      await send(buyer, '/functions/process-payment', payloadFor(items, 2), {
        'Idempotency-Key': key,
      }),
    )
  const expectOnce = async () => {
    expect(await count(orders)).toBe(1)
    const moved = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'reservation'))
    expect(moved.map(({ quantity }) => quantity)).toEqual([-2])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  }
  return { act, expectOnce }
}

const ACTS: Record<string, { needs: Service[]; prepare: () => Promise<Act> }> = {
  'a page': {
    needs: ['database'],
    async prepare() {
      await aProduct(shop)
      const visitor = app.visit()
      return { act: async () => read(await visitor.fetch('/products')), expectOnce: async () => {} }
    },
  },
  'add to cart': {
    needs: ['database'],
    async prepare() {
      const buyer = await app.signIn()
      const { productId } = await aProduct(shop)
      const [product] = await shop.db.select().from(products).where(eq(products.id, productId))
      const fields = { quantity: '2', request: '1-2-3-4' }
      const act = async () => read(await buyer.post(`/product/${product?.slug}`, fields))
      return {
        act,
        expectOnce: async () => {
          const rows = await shop.db.select().from(cartItems)
          expect(rows.map(({ quantity }) => quantity)).toEqual([2])
        },
      }
    },
  },
  'an order': { needs: ['database', 'provider'], prepare: prepareOrder },
  'a webhook': {
    needs: ['database', 'provider'],
    async prepare() {
      const order = await prepareOrder()
      await order.act()
      const [{ reference } = { reference: '' }] = await shop.db.select().from(payments)
      provider.pay(reference)
      const body = JSON.stringify({
        event_type: 'checkout.payment',
        status: 'success',
        tx_ref: reference,
        amount: 42_000,
        currency: 'MWK',
      })
      const signature = createHmac('sha256', SECRETS.webhookSecret).update(body).digest('hex')
      const isPaid = async () => {
        const { rows } = await direct.pool.query<{ status: string }>('select status from payments')
        return rows.every(({ status }) => status === 'paid')
      }
      return {
        async act() {
          const response = await app.visit().fetch('/webhooks/paychangu', {
            method: 'POST',
            body,
            headers: { 'Content-Type': 'application/json', Signature: signature },
          })
          return read(response, response.status < 300 && (await isPaid()))
        },
        async expectOnce() {
          const [paid] = await shop.db.select().from(orders)
          expect(paid?.status).toBe('processing')
          const sold = await shop.db
            .select()
            .from(stockMovements)
            .where(eq(stockMovements.kind, 'sale'))
          expect(sold.map(({ quantity }) => quantity)).toEqual([-2])
          expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
        },
      }
    },
  },
  'a sign-up': {
    needs: ['database'],
    async prepare() {
      const visitor = app.visit()
      const email = `${randomUUID()}@example.com`
      return {
        act: async () =>
          read(
            await send(visitor, '/api/auth/sign-up/email', {
              email,
              password: 'a long pass phrase of mine',
              name: 'Chisomo Banda',
            }),
          ),
        async expectOnce() {
          const { rows } = await direct.pool.query('select from users where email = $1', [email])
          expect(rows).toHaveLength(1)
        },
      }
    },
  },
  'an email': {
    needs: ['mail'],
    prepare: async () => ({
      async act() {
        const sent = await shop.mail
          .send({ to: 'a@example.com', subject: 'Order', text: 'Thank you.' })
          .then(() => true)
          .catch(() => false)
        // The job reports the failure and retries later.
        return { ok: sent, status: sent ? 200 : 503, text: 'again later' }
      },
      expectOnce: async () => {},
    }),
  },
  'a picture': {
    needs: ['database', 'storage'],
    async prepare() {
      const admin = await app.signIn('admin')
      const red = sharp({ create: { width: 60, height: 75, channels: 3, background: '#a8371f' } })
      const bytes = await red.jpeg().toBuffer()
      return {
        async act() {
          const form = new FormData()
          form.set('folder', 'products')
          form.set('file', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
          return read(await admin.fetch('/admin/pictures', { method: 'POST', body: form }))
        },
        // No picture is recorded whose file is missing.
        async expectOnce() {
          for (const { path } of await shop.db.select().from(pictures))
            expect([path, await shop.storage.has(path)]).toEqual([path, true])
        },
      }
    },
  },
  "a till's sale": {
    needs: ['database'],
    async prepare() {
      const dress = await aProduct(shop, { stock: 5 })
      const till = await aTill(await app.signIn('cashier'))
      await till.send(till.openShift)
      const sale = till.sale([aSoldLine(dress)])
      return {
        act: async () => read(await till.upload(sale)),
        async expectOnce() {
          expect(await count(posSales)).toBe(1)
          expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
        },
      }
    },
  },
}

const all = Object.entries(ACTS).flatMap(([name, { needs }]) =>
  needs.flatMap((service) => FAULTS.map((fault) => ({ name, service, fault }))),
)
const SAMPLE: [string, Service, Fault][] = [
  ['an order', 'database', 'loses-answers'],
  ['an order', 'provider', 'silent'],
  ['add to cart', 'database', 'cuts'],
  ['a webhook', 'provider', 'resets'],
  ['a page', 'database', 'corrupts'],
  ['a picture', 'storage', 'silent'],
  ["a till's sale", 'database', 'silent'],
]
const chosen = all.filter(
  ({ name, service, fault }) =>
    process.env['FAULTS'] === 'all' ||
    SAMPLE.some((one) => one[0] === name && one[1] === service && one[2] === fault),
)

test.each(chosen)(
  '$name is answered while the connection to the $service $fault, and is done once within 5 s afterwards',
  async ({ name, service, fault }) => {
    await openStorage()
    onTestFinished(() => proxies.storage.close())
    const one = await ACTS[name]?.prepare()
    if (!one) throw new Error('no such act')
    const proxy = proxies[service]
    onTestFinished(() => proxy.end())
    proxy.start(fault)
    const started = Date.now()
    const trying = one.act()
    // A silent server stays silent for a while; a silent database recovers before the shop's own limit.
    if (fault === 'silent') await Promise.race([trying, wait(2 * PATIENCE)])
    if (fault === 'silent' && service === 'database') proxy.end()
    const tried = await trying
    expect(Date.now() - started).toBeLessThan(LONGEST_ANSWER)
    if (!tried.ok) {
      expect(tried.status, tried.text).not.toBe(500)
      expect(tried.text.trim()).not.toBe('')
    }
    if (fault === 'delays' || fault === 'dribbles') expect(tried).toMatchObject({ ok: true })
    proxy.end()
    await until(async () => (await one.act()).ok, `${name} is done`, RECOVERY)
    await one.expectOnce()
  },
)

test.runIf(process.env['FAULTS'] === 'all')(
  'a database that vanishes without a word is given up after 35 s, and taken again once it is back',
  async () => {
    const visitor = app.visit()
    expect((await visitor.fetch('/api/products')).status).toBe(200)
    proxies.database.start('silent')
    const started = Date.now()
    const tried = await read(await visitor.fetch('/api/products'))
    expect(tried).toMatchObject({ status: 503 })
    expect(tried.text).toContain('Please try again in a minute.')
    expect(Date.now() - started).toBeLessThan(60_000)
    proxies.database.end()
    await until(async () => (await visitor.fetch('/api/products')).ok, 'the page is back', RECOVERY)
  },
)
