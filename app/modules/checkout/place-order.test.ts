import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aDiscount,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { cartItems, discounts, orders, payments } from '../../db/tables.server.ts'
import { placeOrder } from './place-order.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
  ;({ userId } = await aUser(shop))
})

/** What costs nothing: all is off, and it is collected at the shop. */
const aFreeRequest = async () => {
  await aDiscount(shop, { code: 'GIFT', value: 100 })
  return aCheckoutRequest([{ product: dress }], {
    terms: { type: 'percentage', value: 100 },
    discount: { code: 'GIFT' },
    courierId: 'pickup',
    totalAmount: 0,
  })
}
const jobs = async () => {
  const { rows } = await shop.db.execute(
    sql`select name, data, round(extract(epoch from start_after - created_on))::int as seconds
        from pgboss.job where name in ('poll-payment', 'expire-order') order by name`,
  )
  return rows
}
/** A shop where `act` happens after an order was priced, before anything of it is written. */
const whenPriced = (act: () => Promise<unknown>) => ({
  ...shop,
  rateLimiter: {
    ...shop.rateLimiter,
    take: async (...taken: Parameters<typeof shop.rateLimiter.take>) => {
      await act()
      return shop.rateLimiter.take(...taken)
    },
  },
})
const isNothingLeft = async () =>
  (await shop.db.$count(orders)) + (await shop.db.$count(payments)) + (await jobs()).length === 0

test('placing an order schedules the polling of its payment and its expiry', async () => {
  await shop.db.execute(sql`delete from pgboss.job`)
  const placed = await placeOrder(shop, userId, aCheckoutRequest([{ product: dress }]))
  if (!placed.ok) throw new Error(placed.reason)
  expect(await jobs()).toEqual([
    { name: 'expire-order', data: { orderId: placed.order.id }, seconds: 30 * 60 },
    {
      name: 'poll-payment',
      data: { reference: placed.payment?.reference },
      seconds: shop.config.paymentPollSeconds,
    },
  ])
})

describe('an order that costs nothing', () => {
  test('is sold at once, without a payment to wait for', async () => {
    await shop.db.execute(sql`delete from pgboss.job`)
    const placed = await placeOrder(shop, userId, await aFreeRequest())
    expect(placed).toMatchObject({
      ok: true,
      isNew: true,
      payment: null,
      order: { status: 'processing' },
    })
    expect((await shop.db.select().from(orders))[0]).toMatchObject({
      status: 'processing',
      totalAmount: 0,
    })
    expect(await shop.db.$count(payments)).toBe(0)
    expect(await jobs()).toEqual([])
  })

  test('is returned again when the request repeats', async () => {
    const request = await aFreeRequest()
    const first = await placeOrder(shop, userId, request)
    if (!first.ok) throw new Error(first.reason)
    expect(await placeOrder(shop, userId, request)).toMatchObject({
      ok: true,
      isNew: false,
      payment: null,
      order: { id: first.order.id },
    })
  })
})

describe('a request with the key of an existing order', () => {
  test('repeats that order only with the same contents, including the depot', async () => {
    const depot = 'CTS Blantyre, Haile Selassie Road, Blantyre'
    const request = aCheckoutRequest([{ product: dress }], { collectAt: depot })
    const { idempotencyKey } = request
    expect(await placeOrder(shop, userId, request)).toMatchObject({ ok: true, isNew: true })
    expect(await placeOrder(shop, userId, request)).toMatchObject({ ok: true, isNew: false })
    const others = [
      aCheckoutRequest([{ product: dress, quantity: 2 }], { collectAt: depot, idempotencyKey }),
      { ...request, collectAt: 'CTS Zomba, M3 Road, Zomba' },
      { ...request, collectAt: null },
    ]
    for (const other of others)
      expect(await placeOrder(shop, userId, other)).toEqual({
        ok: false,
        reason: 'idempotency-reused',
      })
  })

  test('is refused when the order has no payment attempt left', async () => {
    const request = aCheckoutRequest([{ product: dress }])
    await placeOrder(shop, userId, request)
    await shop.db.delete(payments)
    expect(await placeOrder(shop, userId, request)).toEqual({ ok: false, reason: 'payment-failed' })
  })
})

test('an order with too few in stock is refused, naming the product that is short', async () => {
  const scarf = await aProduct(shop, { stock: 1 })
  const request = aCheckoutRequest([{ product: dress }, { product: scarf, quantity: 2 }])
  expect(await placeOrder(shop, userId, request)).toMatchObject({
    ok: false,
    reason: 'out-of-stock',
    product: scarf.name,
    available: 1,
  })
})

describe('between pricing and placing an order', () => {
  test('a deleted product refuses the order as no longer for sale', async () => {
    const gone = { userId, productId: dress.productId, variantId: randomUUID() }
    const rival = whenPriced(() =>
      shop.db.insert(cartItems).values({ ...gone, quantity: 1, price: 20_000 }),
    )
    expect(await placeOrder(rival, userId, aCheckoutRequest([{ product: dress }]))).toEqual({
      ok: false,
      reason: 'product-unavailable',
    })
    expect(await isNothingLeft()).toBe(true)
  })

  test('a code whose last use somebody else took refuses the order, and reserves nothing', async () => {
    await aDiscount(shop, { code: 'LAST', value: 10, maximumUses: 1 })
    const rival = whenPriced(() => shop.db.update(discounts).set({ usedCount: 1 }))
    const request = aCheckoutRequest([{ product: dress }], {
      terms: { type: 'percentage', value: 10 },
      discount: { code: 'LAST' },
    })
    expect(await placeOrder(rival, userId, request)).toEqual({
      ok: false,
      reason: 'discount-used-up',
    })
    expect(await isNothingLeft()).toBe(true)
  })

  test('an error is thrown, and no order is left', async () => {
    const broken = whenPriced(async () => {
      throw new Error('the network is gone')
    })
    const request = aCheckoutRequest([{ product: dress }])
    await expect(placeOrder(broken, userId, request)).rejects.toThrow('the network is gone')
    expect(await isNothingLeft()).toBe(true)
  })
})

test('an erased account places no order and is asked to sign in', async () => {
  expect(await placeOrder(shop, randomUUID(), aCheckoutRequest([{ product: dress }]))).toEqual({
    ok: false,
    reason: 'not-authenticated',
  })
})
