import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { useApp } from '../../support/app.ts'
import { aProduct, payAtProvider } from '../../support/ladder.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

// docs/product.md, Exchanges at the till

const app = useApp()
const { shop } = app

test('what comes back waits with its sale for mobile money, and both are on record with it, once', async () => {
  const bob = await app.signIn('cashier')
  const dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  const coat = await aProduct(shop, { name: 'Rain Coat', price: 26_000, stock: 5 })
  const till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  const line = aSoldLine(dress)
  const { received } = await till.send(await till.sign(till.sale([line])))
  const number = received[0]?.number ?? ''
  const id = randomUUID()
  const exchange = {
    id: randomUUID(),
    number,
    lines: [{ lineId: line.id, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    credit: 0,
    reason: 'Exchange',
    approval: null,
  }
  const start = (change: object = {}, by = bob) =>
    by.json('/functions/process-payment', {
      body: {
        pos: true,
        paymentMethod: 'paychangu',
        cartItems: [
          { product_id: coat.productId, variant_id: coat.variantId, quantity: 1, price: 26_000 },
        ],
        totalAmount: 26_000,
        till_id: till.till.id,
        shift_id: till.shiftId,
        sale_id: id,
        exchange: { ...exchange, ...change },
      },
      headers: { 'Idempotency-Key': id, 'X-Till-Device': till.deviceId },
    })
  expect(await start({ credit: 20_001 })).toMatchObject({ status: 400 })
  expect(await start({ refund: 19_999 })).toMatchObject({ status: 409 })
  expect(await start({}, await app.signIn('customer'))).toMatchObject({ status: 403 })
  const started = await start()
  expect(started.status).toBe(200)
  expect((await start()).body).toEqual(started.body)
  expect(await start({ id: randomUUID() })).toMatchObject({ status: 409 })
  const seen = async () => (await (await till.get(`sales/${id}`)).json()).sale
  const known = { number, refund: 20_000, amount: 20_000, carried: 0 }
  expect(await seen()).toMatchObject({
    state: 'waiting',
    payment: { amount: 6000 },
    exchange: known,
  })
  const { order_number: taken, checkout_url: page } = started.body as Record<string, string>
  const reference = page?.split('/').at(-1) ?? ''
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
  expect(await seen()).toMatchObject({ state: 'paid', cashAmount: 20_000, exchange: known })
  const admin = await app.signIn('admin')
  const see = async (of: string) =>
    (await admin.open(`/admin/pos-sales?sale=${of}`)).html.replace(/<[^>]+>/g, ' ')
  expect(await see(taken ?? '')).toContain(`by what came back of ${number}`)
  expect(await see(number)).toContain(`Taken instead: ${taken}`)
})
