import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  cartItems,
  discounts,
  orderEvents,
  orders,
  payments,
  stockMovements,
  variants,
} from '../../../app/db/tables.server.ts'
import { countCart } from '../../../app/modules/cart/cart.ts'
import { checkLedger } from '../../../app/modules/health/check-stock.ts'
import { moveOrder } from '../../../app/modules/orders/move-order.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aCart,
  aDiscount,
  aPendingOrder,
  aProduct,
  type TestProduct,
} from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let gown: TestProduct

beforeEach(async () => {
  buyer = await app.signIn()
  // Delivery is free from MK 300,000 on: with a discount of 100 % nothing is left to pay.
  gown = await aProduct(shop, { name: 'Gown', price: 300_000, stock: 5 })
  await aDiscount(shop, { code: 'GIFT', type: 'percentage', value: 100, maximumUses: 3 })
})

const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}
const payload = (change: object = {}) => ({
  cartItems: [{ product_id: gown.productId, quantity: 1, price: 300_000 }],
  shippingAddress: ADDRESS,
  totalAmount: 0,
  courierService: 'bike-riders',
  isFreeDelivery: true,
  discountCode: { code: 'GIFT' },
  ...change,
})
const order = (change?: object, key = 'the-same-key') =>
  buyer.json('/functions/process-payment', {
    body: payload(change),
    headers: { 'Idempotency-Key': key },
  })
const read = async () => {
  const [found, ...more] = await shop.db.select().from(orders)
  expect(more).toEqual([])
  return found
}
const uses = async () => (await shop.db.select().from(discounts))[0]?.usedCount
const onHand = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, gown.variantId)))[0]?.inventory

describe('an order that costs nothing', () => {
  test('is placed without a payment: its items are sold, counted, emailed, and removed from the cart', async () => {
    await aCart(shop, buyer.userId, [{ product: gown }])
    const { status, body } = await order()
    expect(status).toBe(200)
    const placed = await read()
    expect(body).toEqual({
      checkout_url: `${shop.config.baseUrl}/checkout/success?order=${placed?.orderNumber}`,
      order_number: placed?.orderNumber,
    })
    expect(placed).toMatchObject({
      status: 'processing',
      paidAt: expect.any(Date),
      totalAmount: 0,
      discountRedeemed: true,
      reviewReason: null,
    })
    expect(await shop.db.select().from(payments)).toEqual([])
    expect(await uses()).toBe(1)
    expect(await onHand()).toBe(4)
    const kinds = (
      await shop.db
        .select({ kind: stockMovements.kind })
        .from(stockMovements)
        .where(eq(stockMovements.orderId, placed?.id ?? ''))
    ).map(({ kind }) => kind)
    expect(kinds).toContain('sale')
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
    expect(await countCart(shop.db, buyer.userId)).toBe(0)
    expect(await app.emails(buyer.email)).toMatchObject([
      {
        subject: `Your order ${placed?.orderNumber} is placed`,
        text: expect.stringContaining('There is nothing to pay'),
      },
    ])
    const notes = await shop.db.select({ note: orderEvents.note }).from(orderEvents)
    expect(notes.map(({ note }) => note)).toEqual([{ code: 'placed' }, { code: 'nothing-to-pay' }])
    const { html } = await buyer.open(`/checkout/success?order=${placed?.orderNumber}`)
    expect(html).toContain('Thank you for your purchase!')
    expect(html).not.toContain('0 paid')
    expect((await buyer.open('/orders')).html).toContain(placed?.orderNumber)
  })

  test('is placed once, however often and simultaneously it is sent', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => order()))
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(bodies.size).toBe(1)
    expect(await order()).toMatchObject({ status: 200, body: answers[0]?.body })
    await read()
    expect(await uses()).toBe(1)
    expect(await onHand()).toBe(4)
    expect(await app.emails(buyer.email)).toHaveLength(1)
  })

  test('is placed from the checkout page without scripts, which says that there is nothing to pay', async () => {
    await aCart(shop, buyer.userId, [{ product: gown }])
    const applied = await sendCheckout(buyer, { intent: 'apply-code', code: 'GIFT' })
    expect(applied.html).toContain('There is nothing to pay')
    expect(applied.html).toContain('Place order')
    const sent = await sendCheckout(buyer, {}, await fillCheckout(buyer, applied.html))
    const placed = await read()
    expect(sent.status).toBe(302)
    expect(sent.to).toBe(`${shop.config.baseUrl}/checkout/success?order=${placed?.orderNumber}`)
  })

  test('is led to by the same form sent twice, and by the checkout whose answer was lost', async () => {
    await aCart(shop, buyer.userId, [{ product: gown }])
    const applied = await sendCheckout(buyer, { intent: 'apply-code', code: 'GIFT' })
    const fields = await fillCheckout(buyer, applied.html)
    await sendCheckout(buyer, {}, fields)
    const path = `/checkout/success?order=${(await read())?.orderNumber}`
    const twice = await sendCheckout(buyer, {}, fields)
    expect([twice.status, twice.to]).toEqual([302, path])
    // What is still in the cart cannot be bought.
    const last = await aProduct(shop, { name: 'Last Skirt', stock: 1 })
    await aCart(shop, buyer.userId, [{ product: last }])
    await aPendingOrder(shop, (await app.signIn()).userId, [{ product: last }])
    expect((await sendCheckout(buyer, {}, fields)).to).toBe(path)
    await shop.db.delete(cartItems)
    expect((await buyer.open('/checkout')).path).toBe(path)
    // Another form, and an order of before, lead to the empty cart.
    const other = await sendCheckout(buyer, { checkout_key: randomUUID() }, fields)
    expect(other.to).toBe('/cart')
    await shop.db.update(orders).set({ createdAt: new Date(Date.now() - 20 * 60_000) })
    expect((await buyer.open('/checkout')).path).toBe('/cart')
    expect(await uses()).toBe(1)
  })

  test('needs no payment provider', async () => {
    const { config } = shop
    shop.config = { ...config, payments: 'off' }
    const { status } = await order()
    shop.config = config
    expect(status).toBe(200)
    expect(await read()).toMatchObject({ status: 'processing' })
  })

  test('takes no more than the stock, and no code beyond its last use', async () => {
    const two = { cartItems: [{ product_id: gown.productId, quantity: 6, price: 300_000 }] }
    expect((await order(two, 'a')).status).toBe(409)
    await shop.db.update(discounts).set({ usedCount: 3 })
    expect((await order({}, 'b')).status).toBe(409)
    expect(await shop.db.select().from(orders)).toEqual([])
    expect(await onHand()).toBe(5)
    expect(await app.emails(buyer.email)).toEqual([])
  })

  test('that the shop cancels returns items and code, and needs no refund', async () => {
    await order()
    const placed = await read()
    const admin = await app.signIn('admin')
    const panel = await admin.open(`/admin/orders?order=${placed?.orderNumber}`)
    expect(panel.html).toContain('Nothing to pay')
    const { id: orderId = '', version = 0 } = placed ?? {}
    const actor = { userId: admin.userId, ip: '10.0.0.1' }
    const moved = await moveOrder(shop, actor, { orderId, version, to: 'cancelled' })
    expect(moved).toMatchObject({ ok: true })
    expect(await read()).toMatchObject({ status: 'cancelled', reviewReason: null })
    expect(await onHand()).toBe(5)
    expect(await uses()).toBe(0)
    const [, cancelled] = await app.emails(buyer.email)
    expect(cancelled?.text).not.toContain('give your money back. We write')
  })
})

test('a product without a price cannot be ordered', async () => {
  const forgotten = await aProduct(shop, { name: 'Skirt', price: 0, stock: 5 })
  const cartItems = [
    { product_id: gown.productId, quantity: 1, price: 300_000 },
    { product_id: forgotten.productId, quantity: 1, price: 0 },
  ]
  const { status, body } = await order({ cartItems })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: 'Skirt has no price yet. Please take it out of your cart, or talk to us.',
  })
  expect(await shop.db.$count(orders)).toBe(0)
})

test.each([1, 30, 49])('an order of MK %i is refused, with the reason why', async (left) => {
  await aDiscount(shop, { code: 'NEARLY', type: 'fixed', value: 300_000 - left })
  const { status, body } = await order({ totalAmount: left, discountCode: { code: 'NEARLY' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    error: expect.stringContaining(
      `This order comes to MK\u00a0${left}, and the smallest amount that can be paid online is MK\u00a050.`,
    ),
  })
})
