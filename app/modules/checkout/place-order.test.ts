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

test('an order that waits for its payment is asked about, and ended when its window is over', async () => {
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
  test('is sold at once, without a payment, and nobody waits for one', async () => {
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

  test('is answered with itself when it is asked for again', async () => {
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

describe('a request under a key that has made an order', () => {
  test('is the same only with the same contents, the depot among them', async () => {
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

  test('is refused where no try to pay is left', async () => {
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

describe('between the price and the order', () => {
  test('the product is deleted: the order is refused as not for sale any more', async () => {
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

  test('somebody else has the last use of the code: it is refused, and nothing is held', async () => {
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

  test('something breaks: it is thrown, and no order is said to be there', async () => {
    const broken = whenPriced(async () => {
      throw new Error('the network is gone')
    })
    const request = aCheckoutRequest([{ product: dress }])
    await expect(placeOrder(broken, userId, request)).rejects.toThrow('the network is gone')
    expect(await isNothingLeft()).toBe(true)
  })
})

test('an account that was erased places no order: who asks is to sign in', async () => {
  expect(await placeOrder(shop, randomUUID(), aCheckoutRequest([{ product: dress }]))).toEqual({
    ok: false,
    reason: 'not-authenticated',
  })
})
