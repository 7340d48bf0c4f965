import { beforeEach, describe, expect, test } from 'vitest'
import { orders, posSales } from '../../../app/db/tables.server.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aPendingOrder, aProduct, type TestProduct } from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

// A real shop without a key of a payment provider: on its first day, or after a misspelled setting.
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

/** Acts on a day on which payments were on. */
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
  test('refuses an order in the payment function with a message, and stores nothing', async () => {
    const { status, body } = await buyer.json('/functions/process-payment', { body: checkout() })
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: expect.stringContaining(SENTENCE) })
    expect(await shop.db.select().from(orders)).toEqual([])
  })

  test('says so in the checkout before it is filled in, and refuses its form', async () => {
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

  test('no longer leads an earlier order to a payment page', async () => {
    const { order } = await withPaymentsOn(() =>
      aPendingOrder(shop, buyer.userId, [{ product: dress }]),
    )
    await aCart(shop, buyer.userId, [{ product: dress }])
    const answer = await buyer.post('/checkout', { intent: `pay-order:${order.orderNumber}` })
    expect(answer.headers.get('location')).toBe('/checkout')
    expect((await buyer.open('/checkout')).html).toContain('Online payment is off')
  })

  test('refuses mobile money at the till with a message, and a new payment page for an earlier sale', async () => {
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

  test('tells the till when it starts', async () => {
    const cashier = await app.signIn('cashier')
    const { body } = await cashier.json('/admin/pos/start')
    expect(body).toMatchObject({ shop: { takesMobileMoney: false, isTest: false } })
  })

  test('shows it on the owner’s dashboard', async () => {
    const { html } = await (await app.signIn('admin')).open('/admin')
    expect(html).toContain('Online payment is off.')
  })

  test('has no test payment page, and accepts no webhook signed by the sandbox', async () => {
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
