import { createHmac, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  discounts,
  orders,
  payments,
  posSales,
  stockMovements,
  variants,
} from '../../../app/db/tables.server.ts'
import { countCart } from '../../../app/modules/cart/cart.ts'
import { checkLedger } from '../../../app/modules/health/check-stock.ts'
import { createPayChangu } from '../../../app/platform/payments/paychangu.server.ts'
import { openRateLimiter } from '../../../app/platform/rate-limiter.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aDiscount, aProduct, type TestProduct } from '../../support/factories.ts'
import { startPayChanguStandIn } from '../../support/payments/paychangu-stand-in.ts'

const app = useApp()
const { shop } = app
const SECRETS = { secretKey: 'sec-test-http', webhookSecret: 'whsec-http' }
let provider: Awaited<ReturnType<typeof startPayChanguStandIn>>
let buyer: SignedIn
let dress: TestProduct

beforeAll(async () => {
  provider = await startPayChanguStandIn(SECRETS)
})
afterAll(() => provider.close())
beforeEach(async () => {
  shop.payments = askProvider(60_000)
  buyer = await app.signIn()
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})

// A long time limit, because otherwise a busy machine would look like a provider in trouble.
const askProvider = (timeoutMs: number) =>
  createPayChangu({ ...SECRETS, apiUrl: provider.url, timeoutMs, takesTestMoney: true })
const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}
const payload = (change: object = {}, line: object = {}) => ({
  cartItems: [{ product_id: dress.productId, quantity: 1, price: 20_000, ...line }],
  shippingAddress: ADDRESS,
  billingAddress: ADDRESS,
  totalAmount: 22_000,
  email: buyer.email,
  firstName: 'Chisomo',
  lastName: 'Banda',
  courierService: 'bike-riders',
  notes: '',
  isFreeDelivery: false,
  discountCode: null,
  ...change,
})
const order = (
  body: unknown = payload(),
  who: SignedIn = buyer,
  headers: Record<string, string> = {},
) => who.json('/functions/process-payment', { body, headers })

async function placed() {
  const { status, body } = await order()
  expect(status).toBe(200)
  const { order_number, checkout_url } = body as { order_number: string; checkout_url: string }
  const [row] = await shop.db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.orderNumber, order_number))
  if (!row) throw new Error('no order')
  return { ...row, checkoutUrl: checkout_url, reference: row.payment.reference }
}
const stateOf = async (number: string) =>
  (await shop.db.select().from(orders).where(eq(orders.orderNumber, number)))[0]
const webhook = (body: string, signature: string | null) =>
  app.visit().fetch('/webhooks/paychangu', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      origin: 'https://api.paychangu.com',
      ...(signature === null ? {} : { Signature: signature }),
    },
  })
const sign = (body: string, secret = SECRETS.webhookSecret) =>
  createHmac('sha256', secret).update(body).digest('hex')
const eventFor = (reference: string, status = 'success', amount = 22_000) =>
  JSON.stringify({
    event_type: 'checkout.payment',
    tx_ref: reference,
    status,
    amount,
    currency: 'MWK',
  })
const sold = async () =>
  (await shop.db.select().from(stockMovements).where(eq(stockMovements.kind, 'sale'))).length

describe('the payment function', () => {
  test('leads an honest customer to the payment page', async () => {
    const { checkoutUrl, reference, payment } = await placed()
    expect(checkoutUrl).toMatch(/^https?:/)
    expect(payment).toMatchObject({ provider: 'paychangu', amount: 22_000 })
    expect(provider.sessions.get(reference)).toMatchObject({ amount: 22_000, currency: 'MWK' })
  })

  test('says "Not authenticated" to a stranger, and takes a bearer token', async () => {
    const stranger = await app.visit().json('/functions/process-payment', { body: payload() })
    expect(stranger).toMatchObject({ status: 401, body: { error: 'Not authenticated' } })
    const [cookie] = [...buyer.cookies.values()]
    const token = decodeURIComponent(cookie ?? '').split('.')[0]
    const bearer = await app.visit().json('/functions/process-payment', {
      body: payload(),
      headers: { authorization: `Bearer ${token}` },
    })
    expect(bearer).toMatchObject({ status: 200 })
  })

  test.each([
    ['a changed price', {}, { price: 1 }, 409],
    ['a price as text', {}, { price: 'cheap' }, 409],
    ['a price without end', {}, { price: '1e400' }, 409],
    ['a changed total', { totalAmount: 500 }, {}, 409],
    ['no total', { totalAmount: undefined }, {}, 400],
    ['delivery for nothing', { isFreeDelivery: true }, {}, 409],
    [
      'a discount of nobody',
      { discountCode: { code: 'WISH', type: 'fixed', value: 9000, discountAmount: 9000 } },
      {},
      400,
    ],
    ['a negative quantity', {}, { quantity: -3 }, 400],
    ['a quantity of zero', {}, { quantity: 0 }, 400],
    ['a third of a dress', {}, { quantity: 0.33 }, 400],
    ['a billion dresses', {}, { quantity: 1e9 }, 400],
    ['a quantity as text', {}, { quantity: '1; drop table orders' }, 400],
    ['an unknown product', {}, { product_id: randomUUID() }, 400],
    ['a product that is no id', {}, { product_id: '../../etc/passwd' }, 400],
    ['an unknown courier', { courierService: 'drone' }, {}, 400],
    ['an unknown district', { shippingAddress: { ...ADDRESS, district: 'Atlantis' } }, {}, 400],
    ['half a letter', { firstName: 'a\ud800' }, {}, 400],
    ['a phone that is none', { shippingAddress: { ...ADDRESS, phone: '<b>call</b>' } }, {}, 400],
    ['a null character', { notes: 'a\0b' }, {}, 400],
    ['no address', { shippingAddress: {} }, {}, 400],
    ['an empty cart', { cartItems: [] }, {}, 400],
    ['notes too long', { notes: 'x'.repeat(20_000) }, {}, 400],
  ])('%s is refused with a sentence and nothing changes', async (_what, change, line, status) => {
    const answer = await order(payload(change, line))
    expect(answer.status).toBe(status)
    expect((answer.body as { error: string }).error).toMatch(/\w{3,}/)
    expect((answer.body as { error: string }).error).not.toMatch(/NaN|∞/)
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat .*\.(js|ts):\d/)
    expect(await shop.db.select().from(orders)).toEqual([])
    const [left] = await shop.db.select().from(variants).where(eq(variants.id, dress.variantId))
    expect(left?.inventory).toBe(5)
  })

  test.each([
    [{ totalAmount: undefined }, {}, /^totalAmount: /],
    [{}, { quantity: '1' }, /^cartItems\.0\.quantity: /],
    [{}, { product_id: 'x' }, 'cartItems.0.product_id: is not a product'],
    [
      {
        cartItems: Array.from({ length: 201 }, () => ({
          product_id: randomUUID(),
          quantity: 1,
          price: 1,
        })),
      },
      {},
      'cartItems: too many lines',
    ],
    [
      { pos: true, paymentMethod: 'cash', shippingAddress: null, courierService: null },
      {},
      /^paymentMethod: /,
    ],
  ])('a fault in a payload is named (%#)', async (change, line, words) => {
    const { body } = await order(payload(change, line))
    expect((body as { error: string }).error).toMatch(words)
  })

  test('ids in capitals are the same ids', async () => {
    const line = {
      product_id: dress.productId.toUpperCase(),
      variant_id: dress.variantId.toUpperCase(),
    }
    expect(await order(payload({}, line))).toMatchObject({ status: 200 })
  })

  test.each([
    ['no JSON', 'total=1'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a cut-off body', '{"cartItems": ['],
  ])('answers %s with a clear error', async (_what, body) => {
    const response = await buyer.fetch('/functions/process-payment', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toHaveProperty('error')
  })

  test('makes one order for one key, however often and simultaneously it is sent', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const before = provider.sessions.size
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => order(payload(), buyer, key)),
    )
    // One order and one payment page: two could take the money twice.
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await shop.db.select().from(orders)).toHaveLength(1)
    expect(await shop.db.select().from(payments)).toHaveLength(1)
    expect(provider.sessions.size).toBe(before + 1)
    const other = await order(payload({ totalAmount: 42_000 }, { quantity: 2 }), buyer, key)
    expect(other.status).toBe(409)
  })

  test('loses nothing when the provider is out of reach: the same key retries', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    provider.next('500', 'open')
    const first = await order(payload(), buyer, key)
    expect(first.status).toBe(502)
    expect((first.body as { error: string }).error).toContain('Nothing was charged')
    const second = await order(payload(), buyer, key)
    expect(second.status).toBe(200)
    expect(await shop.db.select().from(orders)).toHaveLength(1)
  })

  test('charges nobody for a payment page that never came, and then always answers with one page', async () => {
    const key = { 'Idempotency-Key': randomUUID() }
    const before = provider.sessions.size
    const held = provider.hold('open')
    const first = order(payload(), buyer, key)
    await held.arrived
    provider.next('500', 'open')
    const second = order(payload(), buyer, key)
    held.release()
    expect((await first).status).toBe(502)
    // The second request waited for the first and got its refusal, or came later and opened a page itself.
    const late = await second
    expect([200, 502]).toContain(late.status)
    const third = await order(payload(), buyer, key)
    expect(third.status).toBe(200)
    if (late.status === 200) expect(late.body).toEqual(third.body)
    expect(provider.sessions.size).toBe(before + 1)
    expect(await shop.db.select().from(orders)).toHaveLength(1)
  })

  test('limits guesses of codes', async () => {
    const strict = await app.signIn()
    const guess = (n: number) =>
      order(payload({ totalAmount: 1, discountCode: { code: `GUESS${n}` } }), strict)
    const scale = shop.rateLimiter
    shop.rateLimiter = openRateLimiter(shop.db, 1)
    const answers = []
    for (let n = 0; n < 20; n += 1) answers.push((await guess(n)).status)
    // After that, the right code is refused as well.
    await aDiscount(shop, { code: 'RIGHT', type: 'fixed', value: 100 })
    const right = await order(payload({ discountCode: { code: 'RIGHT' } }), strict)
    shop.rateLimiter = scale
    expect(answers.every((status) => status === 400)).toBe(true)
    expect(right.status).toBe(429)
  })

  test('accepts a till sale only from staff at a till', async () => {
    const sale = {
      pos: true,
      paymentMethod: 'paychangu',
      cartItems: [{ product_id: dress.productId, quantity: 2, price: 20_000 }],
      totalAmount: 40_000,
      customerName: 'Mrs Phiri',
    }
    expect((await order(sale)).status).toBe(403)
    const cashier = await app.signIn('cashier')
    const rung = await order(sale, cashier)
    expect(rung.body).toMatchObject({ order_number: expect.stringMatching(/^POS-\d{4}-\d{6}$/) })
    const [payment] = await shop.db.select().from(payments)
    provider.pay(payment?.reference ?? '')
    const back = await app.visit().fetch(`/payments/return/${payment?.reference}`)
    expect(back.headers.get('location')).toContain('/pos/success?order=POS-')
    const [done] = await shop.db.select().from(posSales)
    expect(done).toMatchObject({ paymentStatus: 'completed', totalAmount: 40_000 })
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })
})

describe('webhooks', () => {
  test('twenty copies of one webhook make one sale', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const { order, reference } = await placed()
    provider.pay(reference)
    const body = eventFor(reference)
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await webhook(body, sign(body))).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await stateOf(order.orderNumber))?.status).toBe('processing')
    expect(await sold()).toBe(1)
    expect(await countCart(shop.db, buyer.userId)).toBe(0)
    expect(await app.emails(buyer.email)).toHaveLength(1)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test.each([
    ['forged', (body: string) => [body, sign(body, 'guess')], 401],
    ['unsigned', (body: string) => [body, null], 401],
    ['altered', (body: string) => [body.replace('22000', '22001'), sign(body)], 401],
    ['with an empty signature', (body: string) => [body, ''], 401],
  ] as const)(
    'a %s webhook changes nothing, though the money is there',
    async (_what, make, status) => {
      const { order, reference } = await placed()
      provider.pay(reference)
      const [body, signature] = make(eventFor(reference)) as [string, string | null]
      expect((await webhook(body, signature)).status).toBe(status)
      expect((await stateOf(order.orderNumber))?.status).toBe('pending')
      expect(await sold()).toBe(0)
    },
  )

  test('a webhook that comes before the payment has no effect', async () => {
    const { order, reference } = await placed()
    const body = eventFor(reference)
    expect((await webhook(body, sign(body))).status).toBe(200)
    expect((await stateOf(order.orderNumber))?.status).toBe('pending')
  })

  test('too little money, or another currency, puts the order under review', async () => {
    const { order, reference } = await placed()
    provider.pay(reference, { amount: 21_999 })
    const body = eventFor(reference)
    expect((await webhook(body, sign(body))).status).toBe(200)
    expect(await stateOf(order.orderNumber)).toMatchObject({
      status: 'pending',
      reviewReason: 'underpaid',
    })
    const second = await placed()
    provider.pay(second.reference, { currency: 'ZMW' })
    const other = eventFor(second.reference)
    await webhook(other, sign(other))
    expect(await stateOf(second.order.orderNumber)).toMatchObject({
      status: 'pending',
      reviewReason: 'underpaid',
    })
    expect(await sold()).toBe(0)
  })

  test('failed and paid webhooks in any order end with a paid order', async () => {
    const { order, reference } = await placed()
    provider.failAttempt(reference)
    const failed = eventFor(reference, 'failed')
    await webhook(failed, sign(failed))
    expect((await stateOf(order.orderNumber))?.status).toBe('pending')
    provider.pay(reference)
    const paid = eventFor(reference)
    await webhook(paid, sign(paid))
    await webhook(failed, sign(failed))
    expect((await stateOf(order.orderNumber))?.status).toBe('processing')
    expect(await sold()).toBe(1)
  })

  test('webhooks of others and of unknown events are answered 200 and ignored', async () => {
    for (const event of [
      eventFor('zv-unknown'),
      '{"event_type":"api.payout"}',
      '{"event_type":"new"}',
    ])
      expect((await webhook(event, sign(event))).status).toBe(200)
    const broken = 'tx_ref=1'
    expect((await webhook(broken, sign(broken))).status).toBe(400)
    expect((await app.visit().fetch('/webhooks/paychangu')).status).toBe(405)
  })

  test.each(['hang', '500', 'html', 'cut', 'empty', 'huge'] as const)(
    'a provider that answers with "%s" leaves the order waiting, and the poller finds the money',
    async (mode) => {
      const { order, reference } = await placed()
      provider.pay(reference)
      provider.next(mode, 'verify')
      const body = eventFor(reference)
      if (mode === 'hang') shop.payments = askProvider(200)
      expect((await webhook(body, sign(body))).status).toBe(200)
      expect((await stateOf(order.orderNumber))?.status).toBe('pending')
      shop.payments = askProvider(60_000)
      shop.now = () => new Date(Date.now() + 120_000)
      await shop.db.execute("update pgboss.job set start_after = now() where name = 'poll-payment'")
      await app.runJobs(['poll-payment'])
      expect((await stateOf(order.orderNumber))?.status).toBe('processing')
    },
  )
})

test('jobs enqueued with an order ask about its payment, and cancel it after its time to pay', async () => {
  const { order } = await placed()
  const queue = await shop.db.execute<{ name: string; minutes: number }>(
    `select name, round(extract(epoch from start_after - created_on) / 60)::int as minutes
     from pgboss.job where state = 'created' order by start_after`,
  )
  expect(queue.rows).toEqual([
    { name: 'poll-payment', minutes: 1 },
    { name: 'expire-order', minutes: 30 },
  ])
  shop.now = () => new Date(Date.now() + 31 * 60_000)
  await shop.db.execute("update pgboss.job set start_after = now() where name = 'expire-order'")
  await app.runJobs(['expire-order'])
  expect((await stateOf(order.orderNumber))?.status).toBe('cancelled')
})

describe('coming back from the provider', () => {
  const comeBack = (reference: string, query: string, method = 'GET') =>
    buyer.fetch(`/payments/return/${reference}${query}`, {
      method,
      headers: { origin: 'https://checkout.paychangu.com' },
    })

  test.each(['GET', 'POST'])(
    'paid, by %s: the success page, whatever the address says',
    async (method) => {
      const { order, reference } = await placed()
      provider.pay(reference)
      const response = await comeBack(reference, '?status=failed', method)
      expect(response.headers.get('location')).toBe(`/checkout/success?order=${order.orderNumber}`)
      expect((await stateOf(order.orderNumber))?.status).toBe('processing')
    },
  )

  test('"success" in the address does not pay the order', async () => {
    const { order, reference } = await placed()
    const response = await comeBack(reference, '?status=success')
    expect(response.headers.get('location')).toBe(`/checkout/success?order=${order.orderNumber}`)
    expect((await stateOf(order.orderNumber))?.status).toBe('pending')
    expect(await sold()).toBe(0)
  })

  test('cancelled: the failed page, and items and code are released at once', async () => {
    await aDiscount(shop, { code: 'LAST', maximumUses: 1 })
    const { body } = await order(payload({ totalAmount: 20_000, discountCode: { code: 'LAST' } }))
    const number = (body as { order_number: string }).order_number
    const [payment] = await shop.db.select().from(payments)
    const reference = payment?.reference ?? ''
    provider.cancel(reference)
    const response = await comeBack(reference, '?status=cancelled')
    expect(response.headers.get('location')).toBe('/checkout/failed')
    expect((await stateOf(number))?.status).toBe('cancelled')
    const [code] = await shop.db.select().from(discounts)
    expect(code?.usedCount).toBe(0)
    const [left] = await shop.db.select().from(variants).where(eq(variants.id, dress.variantId))
    expect(left?.inventory).toBe(5)
  })

  test('an unknown reference leads to the failed page', async () => {
    const response = await comeBack('zv-nothing', '?status=success')
    expect(response.headers.get('location')).toBe('/checkout/failed')
  })

  test('the webhook and the return at the same moment make one sale', async () => {
    const { order, reference } = await placed()
    provider.pay(reference)
    const first = provider.hold('verify')
    const second = provider.hold('verify')
    const body = eventFor(reference)
    const both = Promise.all([webhook(body, sign(body)), comeBack(reference, '?status=success')])
    await Promise.all([first.arrived, second.arrived])
    first.release()
    second.release()
    const [received, back] = await both
    expect(received.status).toBe(200)
    expect(back.headers.get('location')).toContain('/checkout/success')
    expect(await sold()).toBe(1)
    expect((await stateOf(order.orderNumber))?.reviewReason).toBeNull()
  })
})
