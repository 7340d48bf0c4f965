import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type Db, openDatabase } from '../../app/db/open.server.ts'
import { isReady } from '../../app/platform/health.server.ts'
import { useApp } from '../support/app.ts'
import { aCart, aProduct } from '../support/factories.ts'
import { fillCheckout, sendCheckout } from '../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
const opened: (() => Promise<void>)[] = []
const held: { db?: Db } = {}
afterEach(async () => {
  if (held.db) shop.db = held.db
  for (const close of opened.splice(0)) await close()
})

const urlWith = (options: string) => {
  const { $client } = shop.db as Db & { $client: Pool }
  const url = new URL($client.options.connectionString ?? '')
  url.searchParams.set('options', options)
  return url.href
}
function open(url: string) {
  const { db, close } = openDatabase(url, { max: 2 })
  opened.push(close)
  return db
}
/** Makes the shop's acts use this database from now on. */
function use(db: Db) {
  held.db ??= shop.db
  shop.db = db
}
const nobody = () => open('postgresql://zovala@127.0.0.1:9/zovala')
const readOnly = () => open(urlWith('-c default_transaction_read_only=on'))
/** As on a full disk: the server refuses to write a temporary file. */
const full = () => open(urlWith('-c temp_file_limit=0'))
const SENTENCE = 'Please try again in a minute.'

const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}

describe('while the database is away', () => {
  test.each([
    ['POST', '/functions/process-payment', {}],
    ['POST', '/api/cart', { product_id: '0190a000-0000-7000-8000-000000000000', quantity: 1 }],
    ['GET', '/api/cart', undefined],
    ['GET', '/api/products', undefined],
    ['GET', '/api/products/a-dress', undefined],
    ['GET', '/api/categories', undefined],
    ['GET', '/api/banners', undefined],
    ['GET', '/api/orders', undefined],
    ['GET', '/admin/pos/start', undefined],
    ['GET', '/admin/pos/goods', undefined],
    ['POST', '/admin/pos/upload', { things: [] }],
  ])('%s %s answers 503 and a message as { error }', async (method, path, body) => {
    const cashier = await app.signIn('cashier')
    use(nobody())
    const answer = await cashier.json(path, { method, ...(body ? { body } : {}) })
    expect(answer.status).toBe(503)
    expect(answer.body).toEqual({ error: expect.stringContaining(SENTENCE) })
    expect(answer.headers.get('Retry-After')).toBe('5')
  })

  test.each(['/cart', '/checkout', '/orders', '/wishlist', '/admin', '/admin/orders'])(
    'the page %s shows a message with status 503',
    async (path) => {
      const admin = await app.signIn('admin')
      use(nobody())
      const answer = await admin.fetch(path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('Content-Type')).toContain('text/html')
      expect(await answer.text()).toContain('Please reload the page in a minute.')
    },
  )

  test('a category is not reported as unknown', async () => {
    const visitor = app.visit()
    use(nobody())
    expect((await visitor.fetch('/category/dresses')).status).toBe(503)
  })

  test('a bug is still a 500, and reported to programs as { error }', async () => {
    const buyer = await app.signIn()
    await shop.db.execute(sql`alter table cart_items rename to cart_items_away`)
    const { status, body } = await buyer.json('/api/cart')
    await shop.db.execute(sql`alter table cart_items_away rename to cart_items`)
    expect(status).toBe(500)
    expect(body).toEqual({ error: expect.stringContaining('Something went wrong on our side') })
  })
})

describe('while nothing can be written', () => {
  test('an order through the payment function gets 503 and a message', async () => {
    const buyer = await app.signIn()
    const dress = await aProduct(shop, { price: 20_000, stock: 5 })
    use(readOnly())
    const { status, body } = await buyer.json('/functions/process-payment', {
      body: {
        cartItems: [{ product_id: dress.productId, quantity: 1, price: 20_000 }],
        shippingAddress: ADDRESS,
        totalAmount: 22_000,
        courierService: 'bike-riders',
      },
    })
    expect(status).toBe(503)
    expect(body).toEqual({ error: expect.stringContaining(SENTENCE) })
  })

  test('the checkout keeps the typed text, and says when to try again', async () => {
    const buyer = await app.signIn()
    await aCart(shop, buyer.userId, [{ product: await aProduct(shop, { price: 20_000 }) }])
    const fields = await fillCheckout(buyer)
    use(readOnly())
    const { status, html } = await sendCheckout(buyer, {}, fields)
    expect(status).toBe(503)
    expect(html).toContain(SENTENCE)
    expect(html).toContain('value="Plot 4, Sunnyside"')
  })

  test.each([
    ['a standby', readOnly],
    ['a full disk', full],
    ['no database', nobody],
  ])('the shop is not ready with %s', async (_what, openIt) => {
    expect(await isReady(shop.db)).toBe(true)
    expect(await isReady(openIt())).toBe(false)
  })
})
