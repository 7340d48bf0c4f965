import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, orders, preorders, variants } from '../../../app/db/tables.server.ts'
import { exportOrders } from '../../../app/modules/privacy/export-orders.ts'
import { receiveStock } from '../../../app/modules/stock/change-stock.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aCart,
  aCheckoutRequest,
  anAdmin,
  aPaidOrder,
  aProduct,
  PREORDER_DAY,
  type TestProduct,
} from '../../support/factories.ts'
import { sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
const TEXT = 'Pre-order · ships from 12 December'
let admin: SignedIn
let buyer: SignedIn
let dress: TestProduct

beforeEach(async () => {
  admin = await app.signIn('admin')
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', slug: 'chitenje', stock: 0, size: 'M' })
})

const allow = (limit: string, from: string, seen = '') =>
  admin.post(`/admin/stock/${dress.productId}`, {
    intent: 'preorders',
    product: dress.productId,
    version: '0',
    [`limit:${dress.variantId}`]: limit,
    [`from:${dress.variantId}`]: from,
    [`seen:${dress.variantId}`]: seen,
  })
const level = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]

test('staff allow pre-orders, and the product offers them with their day', async () => {
  const before = await buyer.open('/product/chitenje?size=M')
  expect(before.html).toContain('Out of Stock')
  await allow('2', PREORDER_DAY)
  expect(await level()).toMatchObject({ preorderLimit: 2, preorderFrom: PREORDER_DAY })
  expect((await shop.db.select().from(auditLog)).at(-1)).toMatchObject({
    action: 'edited',
    after: { 'preorders M': `2 ${PREORDER_DAY}` },
  })
  const { html } = await buyer.open('/product/chitenje?size=M')
  expect(html).toContain(TEXT)
  expect(html).toMatch(/<button[^>]*>Pre-order</)
  expect(html).toContain('https://schema.org/PreOrder')
  expect(html).not.toContain('Tell me when it is back')
  const inStock = await buyer.fetch('/api/products?in_stock=true')
  expect(await inStock.json()).toMatchObject({ total: 0, products: [] })
  expect((await admin.open(`/admin/stock/${dress.productId}`)).html).toContain('Pre-orders')
})

test('a pre-order limit is refused without a number or day, with a past day, after another edit, or below the units owed', async () => {
  for (const [limit, from] of [
    ['0', PREORDER_DAY],
    ['1000', PREORDER_DAY],
    ['2', ''],
    ['2', '2099-02-30'],
    ['2', '2020-01-01'],
  ] as const)
    expect((await allow(limit, from)).status, `${limit} ${from}`).toBe(400)
  await allow('2', PREORDER_DAY)
  expect((await allow('3', PREORDER_DAY)).status).toBe(409)
  await aPaidOrder(shop, buyer.userId, [
    { product: dress, quantity: 2, preorderFrom: PREORDER_DAY },
  ])
  expect((await allow('1', PREORDER_DAY, `2 ${PREORDER_DAY}`)).status).toBe(409)
  await allow('', '', `2 ${PREORDER_DAY}`)
  expect(await level()).toMatchObject({ preorderLimit: null, preorderOwed: 2 })
})

test('a pre-order is labelled from the cart to the order, waits, and is sent once its stock has arrived', async () => {
  await allow('2', PREORDER_DAY)
  await aCart(shop, buyer.userId, [{ product: dress, quantity: 2 }])
  const cart = await buyer.open('/cart')
  expect(cart.html).toContain(TEXT)
  // The delivery days are counted from that day, not from today.
  expect(cart.html).toContain('14 Dec')
  expect((await buyer.open('/checkout')).html).toContain(TEXT)
  expect((await sendCheckout(buyer)).to).toContain('/sandbox/pay/')
  const [order] = await shop.db.select().from(orders)
  if (!order) throw new Error('no order')
  const number = order.orderNumber
  expect((await buyer.open(`/orders/${number}`)).html).toContain(TEXT)
  const own = (await (await buyer.fetch(`/api/orders/${number}`)).json()) as unknown
  expect(own).toMatchObject({ order_items: [{ size: 'M', preorder_from: PREORDER_DAY }] })
  const [exported] = await exportOrders(shop.db, buyer.userId)
  expect(exported?.lines).toMatchObject([{ size: 'M', preordered_from: PREORDER_DAY }])
  const listed = await admin.open('/admin/orders?waiting=preorders')
  expect(listed.html).toContain(number)
  const opened = await admin.open(`/admin/orders?order=${number}`)
  expect(opened.html).toContain(`${TEXT} · 2 not here yet`)
  // It also stays when it is among several ticked orders.
  const many = await admin.post('/admin/orders', {
    intent: 'move-many',
    to: 'shipped',
    order: order.id,
    [`version:${order.id}`]: String(order.version),
  })
  expect(await many.text()).toContain('waits for what was pre-ordered')
  await admin.post('/admin/orders', {
    intent: 'move',
    order: order.id,
    version: String(order.version),
    to: 'shipped',
  })
  expect((await shop.db.select().from(orders))[0]?.status).toBe('pending')
  await receiveStock(shop.db, await anAdmin(shop), {
    productId: dress.productId,
    version: 0,
    lines: [{ variantId: dress.variantId, quantity: 2 }],
    note: null,
  })
  expect((await shop.db.select().from(preorders))[0]?.owed).toBe(0)
  const arrived = await admin.open('/admin/orders?waiting=preorders')
  expect(arrived.html).toContain('No orders found')
})

test('a product that became a pre-order after the checkout was opened is named before it is ordered', async () => {
  await allow('5', PREORDER_DAY)
  const request = aCheckoutRequest([{ product: dress }])
  const pay = (item: object) =>
    buyer.fetch('/functions/process-payment', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        cartItems: [
          {
            product_id: dress.productId,
            variant_id: dress.variantId,
            quantity: 1,
            price: dress.price,
            ...item,
          },
        ],
        shippingAddress: request.shippingAddress,
        totalAmount: request.totalAmount,
        courierService: 'bike-riders',
      }),
    })
  const unseen = await pay({})
  expect(unseen.status).toBe(409)
  expect(await unseen.text()).toContain('it ships from 12 December')
  expect(await shop.db.$count(orders)).toBe(0)
  expect((await pay({ preorder_from: PREORDER_DAY })).status).toBe(200)
})
