import { beforeEach, describe, expect, test } from 'vitest'
import { orders, posSales } from '../../../app/db/tables.server.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aPendingOrder, aProduct, type TestProduct } from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

// A real shop, and no key of a payment provider: as it is on its first day, or after a slip in a name.
const app = useApp({ SAMPLE_SHOP: 'off' })
const { shop } = app
const SENTENCE = 'This shop takes no payments online at the moment.'
let dress: TestProduct
let buyer: SignedIn

beforeEach(async () => {
  buyer = await app.signIn()
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})

const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}
const cartItems = () => [{ product_id: dress.productId, quantity: 1, price: 20_000 }]
const checkout = () => ({
  cartItems: cartItems(),
  shippingAddress: ADDRESS,
  totalAmount: 22_000,
  courierService: 'bike-riders',
})
const sale = () => ({
  pos: true,
  paymentMethod: 'paychangu',
  cartItems: cartItems(),
  totalAmount: 20_000,
})

/** What was opened on a day on which payments were on. */
async function withPaymentsOn<T>(act: () => Promise<T>): Promise<T> {
  const { config } = shop
  shop.config = { ...config, payments: 'paychangu' }
  shop.payments = {
    ...shop.payments,
    open: async () => ({ ok: true, checkoutUrl: 'https://pay.example/1' }),
  }
  try {
    return await act()
  } finally {
    shop.config = config
  }
}

describe('a real shop without payment keys', () => {
  test('the payment function refuses an order with a sentence, and keeps nothing of it', async () => {
    const { status, body } = await buyer.json('/functions/process-payment', { body: checkout() })
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: expect.stringContaining(SENTENCE) })
    expect(await shop.db.select().from(orders)).toEqual([])
  })

  test('the checkout says so before anything is filled in, and its form is refused all the same', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const { html } = await buyer.open('/checkout')
    expect(html).toContain(SENTENCE)
    expect(html.indexOf(SENTENCE)).toBeLessThan(html.indexOf('name="firstName"'))
    expect(html).toMatch(/<button[^>]*value="pay"[^>]*disabled=""/)
    const sent = await sendCheckout(buyer, {}, await fillCheckout(buyer, html))
    expect(sent.status).toBe(503)
    expect(sent.html).toContain(SENTENCE)
    expect(await shop.db.select().from(orders)).toEqual([])
  })

  test('an order of before is not led to a payment page any more', async () => {
    const { order } = await withPaymentsOn(() =>
      aPendingOrder(shop, buyer.userId, [{ product: dress }]),
    )
    await aCart(shop, buyer.userId, [{ product: dress }])
    const answer = await buyer.post('/checkout', { intent: `pay-order:${order.orderNumber}` })
    expect(answer.headers.get('location')).toBe('/checkout')
    expect((await buyer.open('/checkout')).html).toContain('Online payment is off')
  })

  test('the till’s mobile money is refused with a sentence, and so is a new page for a sale of before', async () => {
    const cashier = await app.signIn('cashier')
    const { status, body } = await cashier.json('/functions/process-payment', { body: sale() })
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: expect.stringContaining('takes no mobile money') })
    expect(await shop.db.select().from(posSales)).toEqual([])
    const before = await withPaymentsOn(() =>
      ringUpProviderSale(shop, cashier.userId, {
        lines: [
          { productId: dress.productId, variantId: dress.variantId, quantity: 1, price: 20_000 },
        ],
        totalAmount: 20_000,
        customerName: null,
        customerPhone: null,
        notes: null,
        idempotencyKey: 'a sale of before',
      }),
    )
    if (!before.ok) throw new Error(before.reason)
    const again = await cashier.json(`/admin/pos/sales/${before.sale.saleNumber}/again`, {
      method: 'POST',
    })
    expect(again.status).toBe(503)
    expect(again.body).toMatchObject({ error: expect.stringContaining('takes no mobile money') })
  })

  test('the till is told when it starts', async () => {
    const cashier = await app.signIn('cashier')
    const { body } = await cashier.json('/admin/pos/start')
    expect(body).toMatchObject({ shop: { takesMobileMoney: false, isTest: false } })
  })

  test('the owner sees it on the dashboard', async () => {
    const { html } = await (await app.signIn('admin')).open('/admin')
    expect(html).toContain('Online payment is off.')
  })

  test('has no test page to pay on, and takes no webhook that the sandbox would sign', async () => {
    const { reference } = await withPaymentsOn(
      async () => (await aPendingOrder(shop, buyer.userId, [{ product: dress }])).payment,
    )
    expect((await buyer.fetch(`/sandbox/pay/${reference}`)).status).toBe(404)
    const paid = await buyer.post(`/sandbox/pay/${reference}`, { decision: 'pay' })
    expect(paid.status).toBe(404)
    expect((await buyer.post('/webhooks/paychangu', {})).status).toBe(401)
    await buyer.fetch(`/payments/return/${reference}?status=success`)
    expect(await shop.db.select().from(orders)).toMatchObject([{ status: 'pending', paidAt: null }])
  })
})
