import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCart,
  aCheckoutRequest,
  aDiscount,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orderItems, orders, products, variants } from '../../db/tables.server.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { readLines } from './read-lines.ts'

const shop = useShop()
let dress: TestProduct
let shoe: TestProduct
let userId: string

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 50 })
  shoe = await aProduct(shop, { price: 30_000, stock: 5, size: '39', color: 'Red' })
  ;({ userId } = await aUser(shop))
})

const read = (id: string) => readOrder(shop, id)
test('an order stores everything from its request and everything that the shop computed', async () => {
  const { id: discountId } = await aDiscount(shop, { code: 'TEN' })
  const now = new Date('2026-11-20T09:00:00Z')
  shop.now = () => now
  const billing = {
    firstName: 'Tadala',
    lastName: 'Phiri',
    phone: '+265881234567',
    address: 'Box 7',
    city: 'Zomba',
    district: 'Zomba',
  }
  const request = aCheckoutRequest([{ product: shoe, quantity: 2 }, { product: dress }], {
    terms: { type: 'percentage', value: 10 },
    discount: { code: 'TEN' },
    billingAddress: billing,
    notes: 'Ring twice',
  })
  const placed = await placeOrder(shop, userId, request)
  if (!placed.ok) throw new Error(placed.reason)
  const { id, orderNumber } = placed.order
  expect(placed).toEqual({
    ok: true,
    isNew: true,
    order: {
      id,
      orderNumber,
      status: 'pending',
      firstName: 'Chisomo',
      lastName: 'Banda',
      email: 'person@example.com',
    },
    payment: {
      id: expect.any(String),
      reference: expect.stringMatching(/^zv-/),
      amount: 74_000,
      provider: 'sandbox',
      status: 'open',
      checkoutUrl: null,
    },
  })
  expect(await read(id)).toEqual({
    id,
    orderNumber: expect.stringMatching(/^FSC-2026-\d{6}$/),
    userId,
    email: 'person@example.com',
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '+265991234567',
    status: 'pending',
    subtotal: 80_000,
    discountAmount: 8000,
    coveredAmount: 0,
    creditAmount: 0,
    deliveryAmount: 2000,
    totalAmount: 74_000,
    refundedAmount: 0,
    isFreeDelivery: false,
    courierId: 'bike-riders',
    courierName: 'Bike Riders',
    collectAt: null,
    dueFrom: '2026-11-21',
    dueTo: '2026-11-21',
    releaseCode: null,
    releaseTries: 0,
    discountId,
    discountCode: 'TEN',
    discountRedeemed: true,
    shippingAddress: request.shippingAddress,
    addressKey: 'plot4sunnyside blantyre blantyre',
    billingAddress: billing,
    notes: 'Ring twice',
    idempotencyKey: request.idempotencyKey,
    idempotencyHash: expect.any(String),
    reviewReason: null,
    waybill: null,
    linkVersion: 1,
    riderLinkVersion: 0,
    riderLinkAt: null,
    riderName: null,
    expiresAt: new Date('2026-11-20T09:30:00Z'),
    paidAt: null,
    packedAt: null,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    reviewAskedAt: null,
    anonymizedAt: null,
    version: 1,
    createdAt: now,
  })
  const lines = await shop.db.select().from(orderItems).orderBy(orderItems.position)
  expect(lines).toMatchObject([
    {
      productId: shoe.productId,
      variantId: shoe.variantId,
      size: '39',
      price: 30_000,
      position: 0,
    },
    { productId: dress.productId, variantId: dress.variantId, total: 20_000, position: 1 },
  ])
})

test('each order request without a key makes a new order', async () => {
  const request = aCheckoutRequest([{ product: dress }], { idempotencyKey: null })
  for (const n of [1, 2]) {
    const placed = await placeOrder(shop, userId, request)
    expect(placed).toMatchObject({ ok: true, isNew: true })
    expect(await shop.db.$count(orders)).toBe(n)
  }
  expect(await shop.db.select().from(orders).orderBy(orders.createdAt)).toMatchObject([
    { idempotencyHash: null, discountRedeemed: false, discountCode: null },
    {},
  ])
})

describe('the lines of a request', () => {
  const line = (product: TestProduct, change: object = {}) => ({
    productId: product.productId,
    variantId: product.variantId,
    quantity: 1,
    price: product.price,
    ...change,
  })
  const readAs = (...lines: Parameters<typeof readLines>[2]) => readLines(shop.db, userId, lines)

  test('get the shop’s own names and prices, one line for each size', async () => {
    const both = await readAs(line(shoe, { quantity: 2 }), line(dress), line(shoe))
    const known = { sku: expect.stringMatching(/^DR-/) }
    expect(both).toEqual({
      ok: true,
      lines: [
        {
          ...known,
          productId: shoe.productId,
          variantId: shoe.variantId,
          name: shoe.name,
          size: '39',
          color: 'Red',
          quantity: 3,
          price: 30_000,
          preorderFrom: null,
        },
        {
          ...known,
          productId: dress.productId,
          variantId: dress.variantId,
          name: 'Chitenje Dress',
          size: null,
          color: null,
          quantity: 1,
          price: 20_000,
          preorderFrom: null,
        },
      ],
    })
  })

  test('are refused with what is wrong', async () => {
    expect(await readAs()).toEqual({ ok: false, reason: 'cart-empty' })
    expect(await readAs(line(dress, { quantity: 0 }))).toEqual({
      ok: false,
      reason: 'bad-quantity',
    })
    expect(await readAs(line(dress, { variantId: shoe.variantId }))).toEqual({
      ok: false,
      reason: 'product-unavailable',
      product: 'Chitenje Dress',
    })
    expect(await readAs(line(dress, { price: 19_999 }))).toEqual({
      ok: false,
      reason: 'price-changed',
      product: 'Chitenje Dress',
      oldPrice: 19_999,
      newPrice: 20_000,
    })
    // A size of another product, though that is asked for as well.
    expect(await readAs(line(shoe), line(dress, { variantId: shoe.variantId }))).toMatchObject({
      reason: 'product-unavailable',
    })
    expect(await readAs(line(dress, { quantity: 2 }), line(dress, { quantity: -1 }))).toEqual({
      ok: false,
      reason: 'bad-quantity',
    })
    // Each is a quantity; both together are none.
    const most = line(dress, { quantity: 999 })
    expect(await readAs(most, most)).toEqual({ ok: false, reason: 'bad-quantity' })
  })

  test('are refused for an inactive, archived or retired product', async () => {
    const gone = { ok: false, reason: 'product-unavailable' }
    const ofDress = eq(products.id, dress.productId)
    await shop.db.update(products).set({ status: 'inactive' }).where(ofDress)
    expect(await readAs(line(dress))).toEqual(gone)
    await shop.db.update(products).set({ status: 'active', archivedAt: new Date() }).where(ofDress)
    expect(await readAs(line(dress))).toEqual(gone)
    await shop.db.update(products).set({ archivedAt: null }).where(ofDress)
    expect(await readAs(line(dress))).toMatchObject({ ok: true })
    await shop.db.update(variants).set({ retiredAt: new Date() })
    expect(await readAs(line(dress))).toEqual(gone)
  })

  test('without a size take it from the customer’s own cart if that has one', async () => {
    const bare = line(shoe, { variantId: undefined })
    expect(await readAs(bare)).toMatchObject({ ok: false, reason: 'size-missing' })
    await aCart(shop, (await aUser(shop)).userId, [{ product: shoe }])
    expect(await readAs(bare)).toMatchObject({ ok: false, reason: 'size-missing' })
    await aCart(shop, userId, [{ product: shoe }, { product: dress }])
    expect(await readAs(bare)).toMatchObject({ lines: [{ variantId: shoe.variantId }] })
    const [other] = await shop.db
      .insert(variants)
      .values({ productId: shoe.productId, sku: 'OTHER', size: '40', color: 'Red' })
      .returning()
    const bareDress = line(dress, { variantId: undefined })
    expect(await readAs(bare, bareDress)).toMatchObject({
      lines: [{ variantId: shoe.variantId }, { variantId: dress.variantId }],
    })
    expect(await readAs(line(dress), bare)).toMatchObject({ ok: true })
    await shop.db.transaction((db) => adjustStock(db, other?.id ?? '', 5, 'opening', {}))
    await aCart(shop, userId, [{ product: { ...shoe, variantId: other?.id ?? '' } }])
    expect(await readAs(bare)).toMatchObject({ ok: false, reason: 'size-missing' })
  })
})
