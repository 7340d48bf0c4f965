import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, payments } from '../../db/tables.server.ts'
import { recordPayment } from '../payments/payments.ts'
import { findOwnOrder, listOrders, readOrderNumber } from './list-orders.ts'

const shop = useShop()
let dress: TestProduct
let shoe: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  shoe = await aProduct(shop, { price: 30_000, stock: 50, size: '39', color: 'Red' })
  ;({ userId } = await aUser(shop))
})

const list = (page: Partial<Parameters<typeof listOrders>[3]> = {}, by = userId) =>
  listOrders(shop.db, by, shop.now(), { limit: 10, ...page })
const set = (id: string, change: Partial<typeof orders.$inferInsert>) =>
  shop.db.update(orders).set(change).where(eq(orders.id, id))

test('a customer sees the whole order: its lines as ordered, the code, the address and the payment page', async () => {
  await aDiscount(shop, { code: 'TEN' })
  const { order, checkoutUrl } = await aPendingOrder(
    shop,
    userId,
    [{ product: shoe, quantity: 2 }, { product: dress }],
    { terms: { type: 'percentage', value: 10 }, discount: { code: 'TEN' } },
  )
  const expected = {
    id: order.id,
    orderNumber: order.orderNumber,
    email: 'person@example.com',
    status: 'pending',
    subtotal: 80_000,
    discountAmount: 8000,
    coveredAmount: 0,
    creditAmount: 0,
    discountCode: 'TEN',
    totalAmount: 74_000,
    refundedAmount: 0,
    isFreeDelivery: false,
    courierId: 'bike-riders',
    courierName: order.courierName,
    collectAt: null,
    dueFrom: order.dueFrom,
    dueTo: order.dueTo,
    releaseCode: null,
    waybill: null,
    shippingAddress: order.shippingAddress,
    createdAt: order.createdAt,
    expiresAt: order.expiresAt,
    paidAt: null,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    lines: [
      {
        id: expect.any(String),
        orderId: order.id,
        productId: shoe.productId,
        slug: expect.any(String),
        isReviewed: false,
        variantId: shoe.variantId,
        name: shoe.name,
        sku: expect.stringMatching(/^DR-/),
        size: '39',
        color: 'Red',
        quantity: 2,
        price: 30_000,
        total: 60_000,
        preorderFrom: null,
      },
      expect.objectContaining({ productId: dress.productId, quantity: 1, total: 20_000 }),
    ],
    parcels: [],
    isWaiting: true,
    isUnderReview: false,
    checkoutUrl,
  }
  expect(await list()).toEqual({ orders: [expected], next: null })
  expect(await findOwnOrder(shop.db, userId, order.orderNumber, shop.now())).toEqual(expected)
})

test('an order is visible only to its customer, by number and by id', async () => {
  const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
  const stranger = (await aUser(shop)).userId
  const find = (by: string, number: string) => findOwnOrder(shop.db, by, number, shop.now())
  expect(await find(userId, ` ${order.orderNumber.toLowerCase()} `)).toMatchObject({ id: order.id })
  expect(await find(stranger, order.orderNumber)).toBeUndefined()
  for (const number of ['', 'FSC-2026-999999', 'nonsense'])
    expect(await find(userId, number), number).toBeUndefined()
  expect(await list({}, stranger)).toEqual({ orders: [], next: null })
})

test('orders come newest first, page by page, also those of one moment', async () => {
  const made: string[] = []
  for (let n = 0; n < 5; n += 1)
    made.unshift((await aPendingOrder(shop, userId, [{ product: dress }])).order.orderNumber)
  const numbers = async (before: string | null = null, limit = 10) =>
    (await list({ before, limit })).orders.map(({ orderNumber }) => orderNumber)
  expect(await numbers()).toEqual(made)
  const all = async () => {
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ before, limit: 3 })
      expect(page.orders.length).toBeLessThanOrEqual(3)
      seen.push(...page.orders.map(({ orderNumber }) => orderNumber))
      before = page.next
    } while (before)
    return seen
  }
  expect(await all()).toEqual(made)
  expect((await list({ limit: 5 })).next).toBeNull()
  await shop.db.update(orders).set({ createdAt: sql`'2026-11-20 10:00:00.123456+00'` })
  expect((await all()).toSorted()).toEqual(made.toSorted())
  // No number of ours: from the beginning.
  expect(await numbers('nonsense')).toHaveLength(5)
})

test('the page after another customer’s order is empty and reveals nothing about that order', async () => {
  await aPendingOrder(shop, userId, [{ product: dress }])
  const { order } = await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
  expect((await list({ before: order.orderNumber })).orders).toEqual([])
})

describe('an order can be paid', () => {
  const shown = async (now = shop.now()) => {
    const [first] = (await listOrders(shop.db, userId, now, { limit: 1 })).orders
    return [first?.isWaiting, first?.checkoutUrl ?? null]
  }

  test('until its window is over', async () => {
    const { order, checkoutUrl } = await aPendingOrder(shop, userId, [{ product: dress }])
    const last = new Date(order.expiresAt.getTime() - 1)
    expect(await shown(last)).toEqual([true, checkoutUrl])
    expect(await shown(order.expiresAt)).toEqual([false, null])
  })

  test('but not after it was paid, has ended, or its money went under review', async () => {
    await aPaidOrder(shop, userId, [{ product: dress }])
    expect(await shown()).toEqual([false, null])
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    await set(order.id, { paidAt: shop.now() })
    expect(await shown()).toEqual([false, null])
    await set(order.id, { paidAt: null, reviewReason: 'underpaid' })
    expect(await shown()).toEqual([false, null])
    await set(order.id, { reviewReason: null, status: 'shipped' })
    expect(await shown()).toEqual([false, null])
  })

  test('on the page of its newest attempt if that can still be paid', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const next = await shop.db.transaction((db) =>
      recordPayment(db, { orderId: order.id }, order.totalAmount, 'sandbox'),
    )
    const checkoutUrl = 'https://pay.example/next'
    await shop.db.update(payments).set({ checkoutUrl }).where(eq(payments.id, next.id))
    expect(await shown()).toEqual([true, checkoutUrl])
    await shop.db.update(payments).set({ status: 'mismatch' })
    expect(await shown()).toEqual([true, null])
  })
})

test('an order number is read in any case, and no other text is one', () => {
  expect(readOrderNumber(' fsc-2026-000001\n')).toBe('FSC-2026-000001')
  expect(readOrderNumber('A-2026-1')).toBe('A-2026-1')
  expect(readOrderNumber('ABCDEF-2026-123456789012')).toBe('ABCDEF-2026-123456789012')
  for (const text of [
    '',
    'FSC-2026-',
    'FSC-26-000001',
    'FSC-20266-000001',
    'FSC2026-1',
    'ABCDEFG-2026-1',
    '-2026-1',
    'FSC-2026-1234567890123',
    'FSC-2026-1x',
    '1FSC-2026-1',
    'FSC-2026-1;',
  ])
    expect(readOrderNumber(text), text).toBeNull()
})
