import { beforeEach, describe, expect, test } from 'vitest'
import { orders, payments } from '../../../app/db/tables.server.ts'
import { formatUntil } from '../../../app/rules/dates.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aCart,
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  payAtProvider,
  type TestProduct,
} from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct

beforeEach(async () => {
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
})

const rendered = (page?: string) => fillCheckout(buyer, page)
const send = (change?: Record<string, string>, fields?: Record<string, string>) =>
  sendCheckout(buyer, change, fields)
const allOrders = () => shop.db.select().from(orders)

describe('an order that waits for payment', () => {
  test('can be shown, paid and cancelled by its customer, so that it does not block the next one', async () => {
    const last = await aProduct(shop, { name: 'Last Sandals', stock: 1 })
    await aCart(shop, buyer.userId, [{ product: last }])
    const { order, checkoutUrl } = await aPendingOrder(shop, buyer.userId, [{ product: last }])
    for (const path of ['/cart', '/checkout']) {
      const html = (await buyer.open(path)).html.replaceAll('<!-- -->', '')
      expect(html).toContain(`Order ${order.orderNumber} is waiting for payment:`)
      expect(html).toContain('1 item, MK\u00a022,000')
      expect(html).toContain(`We hold it until ${formatUntil(order.expiresAt, order.createdAt)}.`)
      const held = `Your order ${order.orderNumber}, which waits for payment, holds this.`
      expect([html.includes(held), html.includes('sold out at the moment')]).toEqual([true, false])
    }
    const pay = await buyer.post('/checkout', { intent: `pay-order:${order.orderNumber}` })
    expect(pay.headers.get('location')).toBe(checkoutUrl)
    const cancel = await buyer.post('/checkout', {
      intent: `cancel-order:${order.orderNumber}`,
      then: '/cart',
    })
    const cart = await buyer.open(cancel)
    expect(cart.path).toBe('/cart')
    expect(cart.html).toContain('Order cancelled')
    expect(cart.html).not.toContain('waiting for payment')
  })

  test('holds a part of what is in the cart: it says so, and how many are left besides', async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 3 }])
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: dress, quantity: 3 }])
    for (const path of ['/cart', '/checkout']) {
      const { html } = await buyer.open(path)
      expect(html).toContain(
        `Your order ${order.orderNumber}, which waits for payment, holds some; 2 left besides.`,
      )
      expect(html).not.toContain('Please take fewer')
    }
  })

  test("is nobody else's to pay or cancel", async () => {
    const other = await app.signIn()
    const { order } = await aPendingOrder(shop, other.userId, [{ product: dress }])
    for (const act of ['pay', 'cancel'])
      await buyer.post('/checkout', { intent: `${act}-order:${order.orderNumber}` })
    expect((await allOrders())[0]?.status).toBe('pending')
  })

  test('that was given up keeps address, courier, notes and code for the next try', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    await aDiscount(shop, { code: 'WELCOME10' })
    const applied = await send({ intent: 'apply-code', code: 'WELCOME10' })
    await send({}, await rendered(applied.html))
    const [order] = await allOrders()
    await buyer.post('/checkout', { intent: `cancel-order:${order?.orderNumber}` })
    const { html } = await buyer.open('/checkout')
    expect(html).toContain('value="Plot 4, Sunnyside"')
    expect(html).toContain('Ring twice')
    expect(html).toMatch(/value="bike-riders"[^>]*checked|checked=""[^>]*value="bike-riders"/)
    expect(html).toContain('name="applied_code" value="WELCOME10"')
    // The page has removed the code, and was loaded again.
    const removed = await buyer.open('/checkout?code=')
    expect(removed.html).not.toContain('name="applied_code"')
  })
})

describe('after paying', () => {
  test('the buyer sees the order; for everybody else its number does not exist', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const path = `/checkout/success?order=${order.orderNumber}`
    expect((await buyer.open(path)).html).toContain('Thank you for your purchase!')
    const other = await app.signIn()
    expect((await other.open(path)).path).toBe('/checkout/failed')
    expect((await app.visit().open(path)).path).toBe('/checkout/failed')
  })

  test('the browser that placed the order sees it also when signed out', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    await send()
    const [payment] = await shop.db.select().from(payments)
    const [order] = await allOrders()
    await payAtProvider(shop, payment?.reference ?? '')
    const placed = buyer.cookies.get('zovala.placed') ?? ''
    buyer.cookies.clear()
    buyer.cookies.set('zovala.placed', placed)
    const path = `/checkout/success?order=${order?.orderNumber}`
    expect((await buyer.open(path)).html).toContain('Thank you for your purchase!')
    buyer.cookies.set('zovala.placed', `${placed.slice(0, -4)}AAAA`)
    expect((await buyer.open(path)).path).toBe('/checkout/failed')
  })

  test.each([
    '',
    '?order=',
    '?order=FSC-2026-999999',
    "?order=' or 1=1",
    `?order=${'9'.repeat(50)}`,
  ])('an unknown number (%s) leads to the failed page', async (query) => {
    const { path, html } = await buyer.open(`/checkout/success${query}`)
    expect(path).toBe('/checkout/failed')
    expect(html).toContain('Unfortunately your payment could not be processed')
  })

  test('the page waits while the outcome is unknown, and never shows "failed" by mistake', async () => {
    const { order, payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const path = `/checkout/success?order=${order.orderNumber}`
    const waiting = await buyer.open(path)
    expect(waiting.path).toBe(path)
    expect(waiting.html).toContain('Validating your order...')
    expect(waiting.html).toMatch(/<noscript><meta http-equiv="refresh"/i)
    await payAtProvider(shop, payment.reference)
    const now = shop.now()
    shop.now = () => new Date(now.getTime() + 2000)
    expect((await buyer.open(await buyer.post(path, {}))).html).toContain('Thank you')
  })

  test('an order that nobody paid in time leads to the failed page', async () => {
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    await buyer.post('/checkout', { intent: `cancel-order:${order.orderNumber}` })
    expect((await buyer.open(`/checkout/success?order=${order.orderNumber}`)).path).toBe(
      '/checkout/failed',
    )
  })

  test('a buyer who cancels at the provider reads that nothing was charged once that is certain', async () => {
    const { order, payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const path = `/sandbox/pay/${payment.reference}`
    const { path: at, html } = await buyer.open(await buyer.post(path, { decision: 'cancel' }))
    expect(at).toBe('/checkout/failed')
    expect(html).toContain('Unfortunately your payment could not be processed')
    expect(html).toContain(`Order ${order.orderNumber} was cancelled, and nothing was charged.`)
    expect((await app.visit().open('/checkout/failed')).html).not.toContain('nothing was charged')
    // The provider has not answered: the customer may have been charged.
    await shop.db.update(payments).set({ status: 'open' })
    const unsure = await buyer.open('/checkout/failed')
    expect(unsure.html).toContain('please do not pay again')
    expect(unsure.html).not.toContain('nothing was charged')
  })

  test('money that came too late is not called a failure', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    await shop.db.update(orders).set({ status: 'cancelled', reviewReason: 'paid-late' })
    const { html } = await buyer.open(`/checkout/success?order=${order.orderNumber}`)
    expect(html).toContain('We have your payment')
    expect(html).toContain('It came too late for this order, or was not the whole amount.')
  })
})

describe('money that came and is no failed payment', () => {
  test('that does not fit the order leads back from the provider to the page that says so', async () => {
    const { order, payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    // Staff have changed the order since its payment page was opened.
    await shop.db.update(orders).set({ subtotal: 25_000, totalAmount: 27_000 })
    await payAtProvider(shop, payment.reference)
    for (const query of ['', '?status=failed']) {
      const back = await buyer.open(`/payments/return/${payment.reference}${query}`)
      expect(back.path).toBe(`/checkout/success?order=${order.orderNumber}`)
      expect(back.html).toContain('We have your payment')
      expect(back.html).toContain('Please do not pay again.')
    }
    const [kept] = await allOrders()
    expect(kept).toMatchObject({ status: 'pending', reviewReason: 'underpaid' })
  })

  test('was given back whole leads to the cancelled order', async () => {
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    await shop.db.update(orders).set({ status: 'cancelled', refundedAmount: order.totalAmount })
    const { path } = await buyer.open(`/checkout/success?order=${order.orderNumber}`)
    expect(path).toBe(`/orders/${order.orderNumber}`)
  })
})

describe('the test payment page', () => {
  test('says what it is, and sends the customer on to the paid order', async () => {
    const { order, payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const path = `/sandbox/pay/${payment.reference}`
    const { html } = await buyer.open(path)
    expect(html).toContain('This is a test payment. No money moves.')
    expect(html).toContain(order.orderNumber)
    expect(html).toContain('MK\u00a022,000')
    const failed = await buyer.open(await buyer.post(path, { decision: 'fail' }))
    expect(failed.html).toContain('you may try again')
    const paid = await buyer.open(await buyer.post(path, { decision: 'pay' }))
    expect(paid.html).toContain('Thank you for your purchase!')
  })

  test('does not exist where a real provider takes the money, nor for an unknown payment', async () => {
    const { payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    const path = `/sandbox/pay/${payment.reference}`
    expect((await buyer.fetch('/sandbox/pay/zv-0')).status).toBe(404)
    expect((await buyer.post('/sandbox/pay/zv-0', { decision: 'pay' })).status).toBe(404)
    expect((await buyer.post(path, { decision: 'steal' })).status).toBe(400)
    shop.payments = { ...shop.payments, name: 'paychangu' }
    expect((await buyer.fetch(path)).status).toBe(404)
    expect((await buyer.post(path, { decision: 'pay' })).status).toBe(404)
  })
})
