import { describe, expect, test } from 'vitest'
import { changeStatus } from '../../../app/modules/orders/change-order.ts'
import { lockOrder } from '../../../app/modules/orders/read-order.ts'
import type { OrderStatus } from '../../../app/rules/orders/orders.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aPendingOrder, aProduct, aUser } from '../../support/factories.ts'

const app = useApp()

async function move(orderId: string, to: OrderStatus) {
  const { userId } = await aUser(app.shop, 'admin')
  await app.shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (order) await changeStatus(db, order, to, app.shop.now(), userId)
  })
}
async function aBuyer() {
  const buyer = await app.signIn()
  const product = await aProduct(app.shop, { name: 'Chitenje Skirt', size: 'XL', stock: 50 })
  return { buyer, product }
}
const pageOf = async (buyer: SignedIn) => (await buyer.open('/orders')).html

describe('My Orders', () => {
  test('says so when there are none', async () => {
    const html = await pageOf(await app.signIn())
    expect(html).toContain('My Orders')
    expect(html).toContain('No orders yet')
  })

  test('shows lines with size, quantity and totals, and delivery as Included or Free', async () => {
    const { buyer, product } = await aBuyer()
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product, quantity: 3 }])
    const html = await pageOf(buyer)
    expect(html).toContain(order.orderNumber)
    expect(html).toContain('Chitenje Skirt')
    expect(html).toMatch(/>Size XL<\/span><span[^>]*>3/)
    expect(html).toContain('MK\u00a062,000')
    expect(html).toContain('Included (MK\u00a02,000)')
    expect(html).toContain('Expected')
    expect(html).toContain('Processing')
    expect(html).not.toContain('Pay now')
    await aPaidOrder(app.shop, buyer.userId, [{ product, quantity: 15 }])
    expect(await pageOf(buyer)).toContain('>Free<')
  })

  test('shows when an order is on the way and when it arrived', async () => {
    const { buyer, product } = await aBuyer()
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    app.shop.now = () => new Date('2026-11-20T09:00:00Z')
    await move(order.id, 'shipped')
    const shipped = await pageOf(buyer)
    expect(shipped).toContain('Your order is on the way!')
    expect(shipped).toContain('Expected delivery within 2-3 business days')
    expect(shipped).toContain('Nov 20, 2026')
    await move(order.id, 'delivered')
    const delivered = await pageOf(buyer)
    expect(delivered).toContain('Order delivered successfully!')
    expect(delivered).not.toContain('Your order is on the way!')
  })

  test('lets an unpaid order be paid and cancelled until it expires', async () => {
    const { buyer, product } = await aBuyer()
    const { order, checkoutUrl } = await aPendingOrder(app.shop, buyer.userId, [{ product }])
    const press = (act: string) =>
      buyer.post('/checkout', { then: '/orders', intent: `${act}:${order.orderNumber}` })
    expect(await pageOf(buyer)).toContain(`pay-order:${order.orderNumber}`)
    expect((await press('pay-order')).headers.get('location')).toBe(checkoutUrl)
    const cancelled = await press('cancel-order')
    expect(cancelled.headers.get('location')).toBe('/orders')
    const html = await pageOf(buyer)
    expect(html).toContain('Cancelled')
    expect(html).not.toContain('Pay now')
  })

  test('lets an expired order not be paid', async () => {
    const { buyer, product } = await aBuyer()
    await aPendingOrder(app.shop, buyer.userId, [{ product }])
    expect(await pageOf(buyer)).toContain('Pay now')
    const { now } = app.shop
    app.shop.now = () => new Date(now().getTime() + 31 * 60_000)
    expect(await pageOf(buyer)).not.toContain('Pay now')
  })

  test('shows ten at a time, each order once', async () => {
    const { buyer, product } = await aBuyer()
    const numbers: string[] = []
    for (let n = 0; n < 12; n += 1)
      numbers.unshift((await aPaidOrder(app.shop, buyer.userId, [{ product }])).order.orderNumber)
    const inPage = (html: string) =>
      [...html.matchAll(/aria-label="Order (FSC-[\d-]+)"/g)].map((match) => match[1])
    const first = await pageOf(buyer)
    const older = /href="(\/orders\?before=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = (await buyer.open(older)).html
    expect([...inPage(first), ...inPage(second)]).toEqual(numbers)
    expect(inPage(first)).toHaveLength(10)
    expect(second).not.toContain('Older orders')
    expect((await buyer.open('/orders?before=FSC-2020-000001')).path).toBe('/orders')
  })

  test('says "Error loading orders." when they cannot be read, on a page that otherwise works', async () => {
    const buyer = await app.signIn()
    const { db } = app.shop
    const select = db.select.bind(db)
    let isBroken = true
    app.shop.db = Object.assign(Object.create(db), {
      select: (columns: Record<string, unknown>) => {
        if (isBroken && columns && 'orderNumber' in columns) throw new Error('no connection')
        return select(columns as never)
      },
    })
    try {
      expect(await pageOf(buyer)).toContain('Error loading orders.')
      isBroken = false
      expect(await pageOf(buyer)).toContain('No orders yet')
    } finally {
      app.shop.db = db
    }
  })
})

describe('orders as JSON', () => {
  test('list only the account’s own, and give one of them by its number', async () => {
    const { buyer, product } = await aBuyer()
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product, quantity: 2 }])
    expect(await buyer.json('/api/orders')).toMatchObject({
      status: 200,
      body: {
        orders: [{ order_number: order.orderNumber, status: 'processing' }],
        next_cursor: null,
      },
    })
    expect(await buyer.json(`/api/orders/${order.orderNumber}`)).toMatchObject({
      status: 200,
      body: {
        total_amount: 42_000,
        order_items: [{ quantity: 2, price: 20_000, total: 40_000, size: 'XL' }],
      },
    })
    const other = await app.signIn('admin')
    expect((await other.json(`/api/orders/${order.orderNumber}`)).status).toBe(404)
    expect((await other.json('/api/orders')).body).toMatchObject({ orders: [] })
  })

  test.each(['FSC-2026-999999', 'nonsense', '%00', "'%20or%201=1"])(
    '%s is no order',
    async (path) => {
      const buyer = await app.signIn()
      expect((await buyer.json(`/api/orders/${path}`)).status).toBe(404)
    },
  )

  test('nobody signed out sees any', async () => {
    for (const path of ['/api/orders', '/api/orders/FSC-2026-000001'])
      expect(await app.visit().json(path)).toMatchObject({
        status: 401,
        body: { error: 'Not authenticated' },
      })
  })
})

describe('Track Your Order', () => {
  const track = async (order_number: string, email: string) => {
    const answer = await app.visit().post('/track-order', { order_number, email })
    return { status: answer.status, html: await answer.text() }
  }

  test('shows status and dates to whoever knows number and email address, and no personal data', async () => {
    const { buyer, product } = await aBuyer()
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    const found = await track(` ${order.orderNumber.toLowerCase()} `, ' PERSON@example.com ')
    expect(found.status).toBe(200)
    expect(found.html).toContain('Status: Processing')
    expect(found.html).toContain('Placed')
    for (const personal of ['Chisomo', 'Sunnyside', 'Chitenje Skirt', '22,000'])
      expect(found.html).not.toContain(personal)
  })

  test('answers alike to a wrong number and to a wrong e-mail', async () => {
    const { buyer, product } = await aBuyer()
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    const shown = ({ html }: { html: string }) =>
      /Order not found.*?<\/p><p[^>]*>(.*?)<\/p>/s.exec(html)?.[1]
    const number = await track('FSC-2026-999999', order.email)
    const email = await track(order.orderNumber, 'other@example.com')
    expect([number.status, shown(number)]).toEqual([email.status, shown(email)])
    expect(shown(number)).toContain('We found no order with that number and email.')
    expect(number.html.indexOf('Order not found')).toBeLessThan(
      number.html.indexOf('>Order Number'),
    )
    expect((await track('', '')).status).toBe(404)
    expect((await track('x'.repeat(5000), 'y'.repeat(5000))).status).toBe(404)
  })
})

describe('news about orders', () => {
  /** Reads an event stream until all these words have come; events from before the call do not count. */
  async function handle(answer: Response, words: string[]) {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader && !words.every((word) => text.includes(word))) {
      const { done, value } = await reader.read()
      if (done) break
      text += value
    }
    return { text, reader }
  }

  test('the buyer gets events of their own order, whoever runs the shop those of all orders, and others none', async () => {
    const { buyer, product } = await aBuyer()
    const admin = await app.signIn('admin')
    const stranger = await app.signIn()
    const { product: theirs } = await aBuyer()
    const streams = await Promise.all(
      [buyer, admin, stranger].map((client) => client.fetch('/events')),
    )
    for (const { status, headers } of streams) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toContain('text/event-stream')
      expect(headers.get('cache-control')).toContain('no-store')
    }
    const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    const own = await aPaidOrder(app.shop, stranger.userId, [{ product: theirs }])
    const { order: last } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
    const paid = ({ orderNumber }: { orderNumber: string }) =>
      `"order_number":"${orderNumber}","status":"processing","is_paid":true`
    const [bought, staff, strange] = await Promise.all([
      handle(streams[0] as Response, [paid(order), paid(last)]),
      handle(streams[1] as Response, [paid(order), paid(own.order), paid(last)]),
      handle(streams[2] as Response, [paid(own.order)]),
    ])
    expect(bought.text).not.toContain(own.order.orderNumber)
    expect(strange.text).not.toContain(order.orderNumber)
    await Promise.all([bought, staff, strange].map(async ({ reader }) => reader?.cancel()))
  })

  test('a signed-out visitor gets none, and nobody can keep more than ten connections open', async () => {
    expect((await app.visit().json('/events')).status).toBe(401)
    const buyer = await app.signIn()
    const open = await Promise.all(Array.from({ length: 10 }, () => buyer.fetch('/events')))
    expect((await buyer.fetch('/events')).status).toBe(429)
    await open[0]?.body?.cancel()
    const next = await buyer.fetch('/events')
    expect(next.status).toBe(200)
    for (const { body } of [...open.slice(1), next]) await body?.cancel()
  })
})
