import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orders, payments } from '../../../app/db/tables.server.ts'
import { createPayChangu } from '../../../app/platform/payments/paychangu.server.ts'
import { createSandboxPayments } from '../../../app/platform/payments/sandbox-payments.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aPendingOrder,
  aProduct,
  payAtProvider,
  type TestProduct,
} from '../../support/factories.ts'
import { startPayChanguStandIn } from '../../support/payments/paychangu-stand-in.ts'

// The key looks like a test key: the provider's report decides, never the beginning of a key.
const SECRETS = { secretKey: 'sec-test-live', webhookSecret: 'whsec-live' }
const app = useApp({ SAMPLE_SHOP: 'off', PAYCHANGU_SECRET_KEY: SECRETS.secretKey })
const { shop } = app
let provider: Awaited<ReturnType<typeof startPayChanguStandIn>>
let buyer: SignedIn
let dress: TestProduct

beforeAll(async () => {
  provider = await startPayChanguStandIn(SECRETS)
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.answers('live')
  shop.payments = createPayChangu({ ...SECRETS, apiUrl: provider.url, timeoutMs: 60_000 })
  buyer = await app.signIn()
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})

const anOrder = () => aPendingOrder(shop, buyer.userId, [{ product: dress }])
const read = async () => {
  const [order] = await shop.db.select().from(orders)
  return order
}

describe('a live shop', () => {
  test('accepts live money, whatever its key begins with', async () => {
    const { payment } = await anOrder()
    provider.pay(payment.reference)
    await buyer.fetch(`/payments/return/${payment.reference}`)
    expect(await read()).toMatchObject({ status: 'processing', reviewReason: null })
  })

  test('sends nobody to a page of the provider’s test mode', async () => {
    provider.answers('sandbox')
    const items = [{ product_id: dress.productId, quantity: 1, price: 20_000 }]
    const { status, body } = await buyer.json('/functions/process-payment', {
      body: {
        cartItems: items,
        shippingAddress: {
          firstName: 'Chisomo',
          lastName: 'Banda',
          phone: '0991234567',
          address: 'Plot 4',
          city: 'Blantyre',
          district: 'Blantyre',
        },
        totalAmount: 22_000,
        courierService: 'bike-riders',
      },
    })
    expect(status).toBe(502)
    expect(body).toMatchObject({ error: 'Failed to initiate payment' })
  })

  test.each(['sandbox', 'Test', 'SANDBOX', 'demo', ''])(
    'puts a payment under review that the provider calls paid in the mode %j',
    async (mode) => {
      const { payment } = await anOrder()
      provider.pay(payment.reference)
      provider.answers(mode)
      await buyer.fetch(`/payments/return/${payment.reference}?status=success`)
      expect(await read()).toMatchObject({
        status: 'pending',
        paidAt: null,
        reviewReason: 'not-live-money',
      })
      const { html } = await (await app.signIn('admin')).open('/admin/orders')
      expect(html).toContain('Paid in test mode')
    },
  )

  test('ignores a signed webhook of the test mode as well', async () => {
    const { payment } = await anOrder()
    provider.pay(payment.reference)
    provider.answers('sandbox')
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({
      event_type: 'checkout.payment',
      tx_ref: payment.reference,
      status: 'success',
      amount: 22_000,
      currency: 'MWK',
      mode: 'live',
    })
    const signature = createHmac('sha256', SECRETS.webhookSecret).update(body).digest('hex')
    const answer = await buyer.fetch('/webhooks/paychangu', {
      method: 'POST',
      body,
      headers: { ...headers, Signature: signature },
    })
    expect(answer.status).toBe(200)
    expect(await read()).toMatchObject({ status: 'pending', paidAt: null })
  })

  test('never accepts a sandbox payment from before the keys were set', async () => {
    const { config } = shop
    const live = shop.payments
    shop.payments = createSandboxPayments({
      db: shop.db,
      baseUrl: config.baseUrl,
      secret: config.sessionSecret,
    })
    const { payment, order } = await anOrder()
    await payAtProvider(shop, payment.reference)
    shop.payments = live
    await buyer.fetch(`/payments/return/${payment.reference}?status=success`)
    expect(await read()).toMatchObject({ status: 'pending', paidAt: null })

    // It can still be paid: on a page of the current provider.
    const again = await buyer.post('/checkout', { intent: `pay-order:${order.orderNumber}` })
    expect(again.headers.get('location')).toMatch(new RegExp(`^${provider.url}`))
    const [next] = await shop.db.select().from(payments).where(eq(payments.provider, 'paychangu'))
    provider.pay(next?.reference ?? '')
    await buyer.fetch(`/payments/return/${next?.reference}`)
    expect(await read()).toMatchObject({ status: 'processing' })
  })
})
