import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  credits,
  orders,
  products,
  sessions,
  shortSaleEnds,
} from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { paySale } from '../../../app/modules/checkout/start-payment.ts'
import { giveUpSale } from '../../../app/modules/checkout/till-payment.ts'
import { issueCredit } from '../../../app/modules/credit/issue-credit.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { useApp } from '../../support/app.ts'
import { anAdmin, aPaidOrder, aProduct, payAtProvider } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

// docs/product.md, Exchanges at the till

const app = useApp()
const { shop } = app

/** Requests the sale of a coat that a return pays in part, and mobile money for the rest. */
const askPayment = (
  by: Awaited<ReturnType<typeof app.signIn>>,
  asked: {
    till: Awaited<ReturnType<typeof aTill>>
    id: string
    coat: Awaited<ReturnType<typeof aProduct>>
    exchange?: object
    credit?: object
  },
) => {
  const { till, id, coat, ...paidBefore } = asked
  return by.json('/functions/process-payment', {
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
      ...paidBefore,
    },
    headers: { 'Idempotency-Key': id, 'X-Till-Device': till.deviceId },
  })
}

test('a return and its sale wait for mobile money together, and are recorded together, once', async () => {
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
    askPayment(by, { till, id, coat, exchange: { ...exchange, ...change } })
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

test('a size that is exchanged costs what was paid although it costs more by now, in cash and beside mobile money', async () => {
  const bob = await app.signIn('cashier')
  const dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 9 })
  const coat = await aProduct(shop, { name: 'Rain Coat', price: 6000, stock: 5 })
  const till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  expect((await (await till.get('start')).json()).shop).toMatchObject({
    exchangesAtPaidPrice: true,
  })
  const sold = till.sale([aSoldLine(dress, { quantity: 2 })])
  await till.send(await till.sign(sold))
  const lineId = sold.lines[0]?.id
  const lines = [{ lineId, quantity: 1, amount: 20_000, isRestocked: true }]
  await shop.db.update(products).set({ price: 25_000 }).where(eq(products.id, dress.productId))
  const number = sold.number ?? ''
  const exchange = { number, refund: 20_000, amount: 20_000, carried: 0 }
  const again = till.sale([aSoldLine(dress)], { exchange })
  const paying = { exchangeSaleId: again.id, exchange: { amount: 20_000, credit: 0 } }
  const back = till.back(sold, { lines, refund: 20_000, ...paying })
  const { asOf } = await (await till.get('goods')).json()
  const events = [back, { ...again, pricesAsOf: asOf }]
  const { received } = await till.send(...(await Promise.all(events.map((one) => till.sign(one)))))
  expect(received.map(({ reviewReasons }) => reviewReasons)).toEqual([[], []])
  const id = randomUUID()
  const start = (price: number) =>
    bob.json('/functions/process-payment', {
      body: {
        pos: true,
        paymentMethod: 'paychangu',
        cartItems: [
          { product_id: dress.productId, variant_id: dress.variantId, quantity: 1, price },
          { product_id: coat.productId, variant_id: coat.variantId, quantity: 1, price: 6000 },
        ],
        totalAmount: price + 6000,
        till_id: till.till.id,
        shift_id: till.shiftId,
        sale_id: id,
        exchange: {
          id: randomUUID(),
          number,
          lines,
          refund: 20_000,
          credit: 0,
          reason: 'Exchange',
          approval: null,
        },
      },
      headers: { 'Idempotency-Key': id, 'X-Till-Device': till.deviceId },
    })
  expect((await start(19_000)).status).toBe(409)
  expect(await start(20_000)).toMatchObject({ status: 200 })
  expect((await (await till.get(`sales/${id}`)).json()).sale).toMatchObject({
    totalAmount: 26_000,
    payment: { amount: 6000 },
  })
})

test('a returned piece of an order waits with its sale as well, and a job takes it back once the money is in', async () => {
  const bob = await app.signIn('cashier')
  const dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  const coat = await aProduct(shop, { name: 'Rain Coat', price: 26_000, stock: 5 })
  const customer = await app.signIn('customer')
  const { order } = await aPaidOrder(shop, customer.userId, [{ product: dress }])
  const delivered = { status: 'delivered', shippedAt: shop.now(), deliveredAt: shop.now() } as const
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  expect((await (await till.get('start')).json()).shop).toMatchObject({ takesOrderExchanges: true })
  const { orderNumber: number } = order
  const found = await (await till.get(`returns?number=${number}`)).json()
  const id = randomUUID()
  const exchange = {
    id: randomUUID(),
    number,
    lines: [{ lineId: found.order.lines[0].id, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    credit: 0,
    reason: 'Other size',
    order: { id: order.id, reason: 'other-size' },
  }
  const start = (change: object = {}) =>
    askPayment(bob, { till, id, coat, exchange: { ...exchange, ...change } })
  expect(await start({ order: { id: order.id, reason: 'bored' } })).toMatchObject({ status: 400 })
  expect(await start({ refund: 19_999 })).toMatchObject({ status: 409 })
  const started = await start()
  expect(started.status).toBe(200)
  const { checkout_url: page, order_number: taken } = started.body as Record<string, string>
  const reference = page?.split('/').at(-1) ?? ''
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
  const seen = async () => (await (await till.get(`sales/${id}`)).json()).sale
  expect(await seen()).toMatchObject({ state: 'waiting', payment: { isIn: true } })
  expect(await app.runJobs(['take-back-order'])).toBe(1)
  const known = { number, refund: 20_000, amount: 20_000, carried: 0 }
  expect(await seen()).toMatchObject({ state: 'paid', cashAmount: 20_000, exchange: known })
  expect((await start()).status).toBe(200)
  const admin = await app.signIn('admin')
  const panel = (await admin.open(`/admin/pos-sales?sale=${taken}`)).html
  expect(panel.replace(/<[^>]+>/g, ' ')).toContain(`by what came back of ${number}`)
})

test('the part of an order that a code paid goes on a new code, which pays with mobile money; unpaid, the customer keeps it', async () => {
  const bob = await app.signIn('cashier')
  const dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  const coat = await aProduct(shop, { name: 'Rain Coat', price: 26_000, stock: 5 })
  const reason = 'A gift'
  const issued = { id: randomUUID(), kind: 'voucher', amount: 15_000, email: null, reason } as const
  await issueCredit(shop, await anAdmin(shop), issued)
  const [voucher] = await shop.db.select().from(credits)
  const customer = await app.signIn('customer')
  const till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  const order = async () => {
    const paid = { credit: { code: voucher?.code ?? '' } }
    const { order } = await aPaidOrder(shop, customer.userId, [{ product: dress }], paid)
    const delivered = {
      status: 'delivered',
      shippedAt: shop.now(),
      deliveredAt: shop.now(),
    } as const
    await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
    const found = await (await till.get(`returns?number=${order.orderNumber}`)).json()
    expect(found.order.moneyLeft).toBeLessThan(20_000)
    const lines = [{ lineId: found.order.lines[0].id, quantity: 1, isRestocked: true }]
    const exchangeSaleId = randomUUID()
    const at = { shiftId: till.shiftId, approval: null, way: 'credit', exchangeSaleId }
    return {
      ...at,
      id: randomUUID(),
      orderId: order.id,
      reason: 'other-size',
      refund: 20_000,
      lines,
    }
  }
  const back = await order()
  const takeBack = async () => (await till.post('returns', back)).json()
  const taken = await takeBack()
  expect(taken).toMatchObject({ credit: { id: back.id, amount: 20_000 } })
  expect(await takeBack()).toEqual(taken)
  const credit = { reserve_id: back.id, amount: 20_000 }
  const id = back.exchangeSaleId
  const start = (change: object = {}) => askPayment(bob, { till, id, coat, credit, ...change })
  expect((await start({ credit: { ...credit, amount: 20_001 } })).status).toBe(409)
  const started = await start()
  expect(started.status).toBe(200)
  expect((await start()).body).toEqual(started.body)
  const seen = async () => (await (await till.get(`sales/${id}`)).json()).sale
  const known = { refund: 20_000, amount: 20_000, carried: 20_000 }
  expect(await seen()).toMatchObject({
    state: 'waiting',
    payment: { amount: 6000 },
    exchange: known,
  })
  // The customer has no money on the phone: the code gets its part back, and the till is sent the code.
  await till.post(`sales/${id}/cancel`, {})
  expect(await seen()).toMatchObject({ state: 'given-up' })
  const named = await takeBack()
  expect(named).toMatchObject({ credit: null, creditCode: taken.creditCode })
  const cartId = randomUUID()
  const again = { id: randomUUID(), code: named.creditCode, cartId, amount: 26_000 }
  const { credit: kept } = await (
    await till.post('credit', { ...again, shiftId: till.shiftId })
  ).json()
  expect(kept).toMatchObject({ amount: 20_000 })
  const next = { reserve_id: kept.id, amount: 20_000 }
  const paying = await start({ id: cartId, credit: next })
  const page = (paying.body as Record<string, string>).checkout_url
  const reference = page?.split('/').at(-1) ?? ''
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
  expect((await (await till.get(`sales/${cartId}`)).json()).sale).toMatchObject({
    state: 'paid',
    cashAmount: 0,
    credit: { amount: 20_000, ending: taken.creditCode.slice(-4) },
  })
})

test('a partly unpaid sale is ended in the back office after a proof, and then has its receipt', async () => {
  const bob = await app.signIn('cashier')
  const coat = await aProduct(shop, { name: 'Rain Coat', price: 26_000, stock: 5 })
  const till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
  const ring = async () => {
    const id = randomUUID()
    const place = { tillId: till.till.id, shiftId: till.shiftId, deviceId: till.deviceId }
    const rung = await ringUpProviderSale(shop, bob.userId, {
      lines: [{ ...coat, quantity: 1 }],
      totalAmount: 26_000,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: id,
      saleId: id,
      ...place,
      cashAmount: 20_000,
    })
    if (!rung.ok) throw new Error(rung.reason)
    await paySale(shop, rung.sale, rung.payment)
    await giveUpSale(shop, id, { userId: bob.userId, ip: '10.0.0.1' })
    await payAtProvider(shop, rung.payment.reference)
    await settlePayment(shop, rung.payment.reference)
    return rung.sale
  }
  const admin = await app.signIn('admin')
  const see = async (at: string | Response) =>
    (await admin.open(at)).html
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  const [taken, off] = [await ring(), await ring()]
  const page = await see(`/admin/pos-sales?sale=${taken.saleNumber}`)
  for (const words of [
    'MK 20,000 of it are not paid',
    'MK 20,000 not paid',
    'The rest was taken…',
    'Call the sale off…',
  ])
    expect(page).toContain(words)
  const end = (intent: string, sale: string, fields: object, by = admin) =>
    by.post('/admin/pos-sales', { intent, sale, end: randomUUID(), ...fields })
  const inDrawer = { amount: '20000', way: 'cash', shift: till.shiftId }
  const back = { amount: '6000', way: 'dashboard', reference: 'PC  77', shift: '' }
  expect((await end('short-rest-taken', taken.id, inDrawer, bob)).status).toBe(403)
  await shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
  for (const intent of ['short-rest-taken', 'short-called-off'])
    expect((await end(intent, taken.id, inDrawer)).status).toBe(401)
  await shop.db.update(sessions).set({ provenAt: sql`now()` })
  for (const change of [{ way: 'wallet' }, { amount: '-1' }, { shift: '' }])
    await end('short-rest-taken', taken.id, { ...inDrawer, ...change })
  expect(await shop.db.$count(shortSaleEnds)).toBe(0)
  expect(await see(await end('short-rest-taken', taken.id, inDrawer))).toContain('The sale is paid')
  expect(await see(await end('short-called-off', off.id, back))).toContain('Called off')
  expect(await see(await end('short-called-off', off.id, back))).toContain('ended meanwhile')
  expect(await see(`/admin/pos-sales?sale=${off.saleNumber}`)).toContain('reference PC 77')
  expect(await (await till.get(`sales/${taken.id}`)).json()).toMatchObject({
    sale: { state: 'paid', cashAmount: 20_000, unpaidAmount: 0 },
  })
  const file = await (await admin.fetch('/admin/pos-sales.csv')).text()
  expect(file).toMatch(new RegExp(`${taken.saleNumber},.*,completed,.*,26000,0,0,0,0,0,20000,`))
})
