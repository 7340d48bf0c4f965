import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import {
  aCart,
  aCheckoutRequest,
  aDiscount,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  discounts,
  orderEvents,
  orderItems,
  orders,
  payments,
  products,
  sandboxPayments,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import { decideSandboxPayment } from '../../platform/payments/sandbox-payments.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { countCart } from '../cart/cart.ts'
import { checkLedger } from '../health/check-stock.ts'
import { changeStatus } from '../orders/change-order.ts'
import { listOrders } from '../orders/list-orders.ts'
import { lockOrder } from '../orders/read-order.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { cancelOwnOrder } from './cancel-own-order.ts'
import { expireForgotten, expireOrder } from './expire-order.ts'
import { giveUpOrder } from './give-up-order.ts'
import { placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'
import { payOrder } from './start-payment.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
  ;({ userId } = await aUser(shop))
})

const stockOf = async (product: TestProduct) => {
  const [row] = await shop.db
    .select({ variant: variants.inventory, product: products.inventoryQuantity })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, product.variantId))
  expect(row?.variant).toBe(row?.product)
  return row?.variant
}
const readOrder = async (id: string) => {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error('no such order')
  return order
}
const usesOf = async (code: string) =>
  (await shop.db.select().from(discounts).where(eq(discounts.code, code)))[0]?.usedCount
/** What customers were written, in this order. */
const subjects = async () => {
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job where name = 'send-email' order by created_on`,
  )
  return rows.map(({ subject }) => subject)
}
const later = (minutes: number) => {
  const then = new Date(Date.now() + minutes * 60_000)
  shop.now = () => then
}

describe('placing an order', () => {
  test('an honest order copies its lines, reserves its units and waits for payment', async () => {
    const { order, payment, checkoutUrl } = await aPendingOrder(shop, userId, [
      { product: dress, quantity: 2 },
    ])
    expect(order).toMatchObject({
      status: 'pending',
      subtotal: 40_000,
      deliveryAmount: 2000,
      totalAmount: 42_000,
      isFreeDelivery: false,
    })
    expect(order.orderNumber).toMatch(/^FSC-\d{4}-\d{6}$/)
    const [stored] = await shop.db.select().from(payments).where(eq(payments.orderId, order.id))
    expect(stored).toMatchObject({ ...payment, amount: 42_000, currency: 'MWK', checkoutUrl })
    expect(checkoutUrl).toContain(payment.reference)
    expect(await stockOf(dress)).toBe(3)
    const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    expect(item).toMatchObject({ name: dress.name, quantity: 2, price: 20_000, total: 40_000 })
    const history = await shop.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, order.id))
    expect(history).toMatchObject([
      { fromStatus: null, toStatus: 'pending', note: { code: 'placed' }, byUser: userId },
    ])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('several lines keep the given order, with their size and color', async () => {
    const shoe = await aProduct(shop, { price: 30_000, stock: 4, size: '39', color: 'Red' })
    const { order } = await aPendingOrder(shop, userId, [
      { product: shoe, quantity: 3 },
      { product: dress, quantity: 1 },
    ])
    const items = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(orderItems.position)
    expect(items).toMatchObject([
      { variantId: shoe.variantId, size: '39', color: 'Red', quantity: 3, total: 90_000 },
      { variantId: dress.variantId, size: null, color: null, quantity: 1, total: 20_000 },
    ])
  })

  test('the 61st order of one person within ten minutes is refused, and takes nothing', {
    tags: 'slow',
  }, async () => {
    const scarf = await aProduct(shop, { price: 20_000, stock: 100 })
    const rateLimiter = openRateLimiter(shop.db, 1)
    const place = () =>
      placeOrder(
        { ...shop, rateLimiter },
        userId,
        aCheckoutRequest([{ product: scarf, quantity: 1 }]),
      )
    for (let n = 1; n <= 60; n += 1) expect(await place()).toMatchObject({ ok: true })
    expect(await place()).toMatchObject({ ok: false, reason: 'too-many-attempts', minutes: 10 })
    expect(await stockOf(scarf)).toBe(40)
    expect(await shop.db.$count(orders)).toBe(60)
    expect(await shop.db.$count(payments)).toBe(60)
    const { userId: another } = await aUser(shop)
    const request = aCheckoutRequest([{ product: scarf, quantity: 1 }])
    expect(await placeOrder({ ...shop, rateLimiter }, another, request)).toMatchObject({ ok: true })
  })

  test.each([
    ['a lower price', { lines: [{ price: 1 }] }, 'price-changed'],
    ['a lower total', { totalAmount: 1 }, 'total-changed'],
    ['a total of text', { totalAmount: '42000' as unknown as number }, 'total-changed'],
    ['delivery for nothing', { isFreeDelivery: true }, 'delivery-changed'],
    ['a negative quantity', { lines: [{ quantity: -1 }] }, 'bad-quantity'],
    ['a quantity of zero', { lines: [{ quantity: 0 }] }, 'bad-quantity'],
    ['half a dress', { lines: [{ quantity: 0.5 }] }, 'bad-quantity'],
    ['a billion dresses', { lines: [{ quantity: 1e9 }] }, 'bad-quantity'],
    ['more than is left', { lines: [{ quantity: 6 }], totalAmount: 122_000 }, 'out-of-stock'],
    ['an unknown product', { lines: [{ productId: crypto.randomUUID() }] }, 'product-unavailable'],
    [
      'a variant of another product',
      { lines: [{ variantId: crypto.randomUUID() }] },
      'product-unavailable',
    ],
    ['an unknown courier', { courierId: 'pigeon' }, 'courier-missing'],
    [
      'a place where the shop does not deliver',
      { shippingAddress: { ...aCheckoutRequest([]).shippingAddress, district: 'Atlantis' } },
      'district-unknown',
    ],
    ['an unknown code', { discount: { code: 'NOPE' } }, 'discount-invalid'],
    ['an empty cart', { lines: [] }, 'cart-empty'],
  ])('%s is refused and nothing changes', async (_what, change, reason) => {
    const honest = aCheckoutRequest([{ product: dress }])
    const { lines, ...rest } = change as Partial<typeof honest>
    const result = await placeOrder(shop, userId, {
      ...honest,
      ...rest,
      ...(lines
        ? { lines: lines.map((line) => ({ ...honest.lines[0], ...line })) as typeof honest.lines }
        : {}),
    })
    expect(result).toMatchObject({ ok: false, reason })
    expect(await stockOf(dress)).toBe(5)
    expect(await shop.db.select().from(orders)).toEqual([])
    expect(await shop.db.select().from(payments)).toEqual([])
  })

  test('two lines of one variant are checked against the stock together', async () => {
    const request = aCheckoutRequest([
      { product: dress, quantity: 3 },
      { product: dress, quantity: 3 },
    ])
    expect(await placeOrder(shop, userId, request)).toMatchObject({
      reason: 'out-of-stock',
      available: 5,
    })
    expect(await stockOf(dress)).toBe(5)
  })

  test('a code is redeemed once, and a wrong discount is refused with the true one', async () => {
    await aDiscount(shop, { code: 'TEN', value: 10, maximumUses: 1 })
    const terms = { type: 'percentage', value: 10 } as const
    const lie = aCheckoutRequest([{ product: dress }], {
      terms,
      discount: { code: 'ten', discountAmount: 19_000 },
    })
    expect(await placeOrder(shop, userId, lie)).toMatchObject({
      reason: 'discount-changed',
      amount: 2000,
    })
    expect(await usesOf('TEN')).toBe(0)
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }], {
      terms,
      discount: { code: 'ten', type: 'percentage', value: 10, discountAmount: 2000 },
    })
    expect(order).toMatchObject({ discountAmount: 2000, totalAmount: 20_000, discountCode: 'TEN' })
    expect(await usesOf('TEN')).toBe(1)
    const second = aCheckoutRequest([{ product: dress }], { terms, discount: { code: 'TEN' } })
    expect(await placeOrder(shop, userId, second)).toMatchObject({ reason: 'discount-used-up' })
  })

  test('an order of exactly 300,000 is delivered free', async () => {
    const suit = await aProduct(shop, { price: 300_000 })
    const { order } = await aPendingOrder(shop, userId, [{ product: suit }])
    expect(order).toMatchObject({ isFreeDelivery: true, deliveryAmount: 0, totalAmount: 300_000 })
  })

  test('the same key makes one order, and different contents under it are refused', async () => {
    const request = aCheckoutRequest([{ product: dress }])
    const all = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(shop, userId, request)),
    )
    const numbers = new Set(all.map((placed) => placed.ok && placed.order.orderNumber))
    expect(numbers.size).toBe(1)
    expect(numbers.has(false)).toBe(false)
    expect(await stockOf(dress)).toBe(4)
    // As a release sent it that knew no depots.
    const { collectAt: _, ...before } = request
    expect(await placeOrder(shop, userId, { ...before, collectAt: null })).toMatchObject({
      ok: true,
      isNew: false,
    })
    expect(await placeOrder(shop, userId, before)).toMatchObject({ ok: true, isNew: false })
    const other = {
      ...aCheckoutRequest([{ product: dress, quantity: 2 }]),
      idempotencyKey: request.idempotencyKey,
    }
    expect(await placeOrder(shop, userId, other)).toMatchObject({ reason: 'idempotency-reused' })
  })

  test('a checkout request without variants takes them from the cart', async () => {
    const shirt = await aProduct(shop, { size: 'M' })
    const bare = aCheckoutRequest([{ product: shirt }])
    const request = { ...bare, lines: bare.lines.map(({ variantId: _, ...line }) => line) }
    expect(await placeOrder(shop, userId, request)).toMatchObject({ reason: 'size-missing' })
    await aCart(shop, userId, [{ product: shirt }])
    expect(await placeOrder(shop, userId, request)).toMatchObject({ ok: true })
  })
})

test('a customer who repeats an order whose request died at the provider gets another payment page after ten seconds', async () => {
  const request = {
    ...aCheckoutRequest([{ product: dress, quantity: 1 }]),
    idempotencyKey: crypto.randomUUID(),
  }
  const first = await placeOrder(shop, userId, request)
  if (!first.ok) throw new Error(first.reason)
  await payOrder(shop, first)
  // The page is open at the provider, and nobody has written down where.
  await shop.db
    .update(payments)
    .set({ checkoutUrl: null, openingAt: sql`now() - interval '9.7 seconds'` })
  const again = await placeOrder(shop, userId, request)
  if (!again.ok) throw new Error(again.reason)
  const started = await payOrder(shop, again)
  const [died, next] = await shop.db.select().from(payments).orderBy(payments.createdAt)
  expect(died).toMatchObject({ id: first.payment?.id, openingAt: null, checkoutUrl: null })
  expect(started).toMatchObject({ ok: true, checkoutUrl: next?.checkoutUrl })
  expect(next?.checkoutUrl).toContain(next?.reference)
  expect(await shop.db.$count(sandboxPayments)).toBe(2)
})

test('a request that read the order before its first attempt failed opens no second payment page', async () => {
  const request = aCheckoutRequest([{ product: dress }])
  const place = async () => {
    const placed = await placeOrder(shop, userId, request)
    if (!placed.ok) throw new Error(placed.reason)
    return placed
  }
  const early = await place()
  const refuse = async () =>
    ({
      ok: false,
      reason: 'provider-unreachable',
      report: { code: 'no-answer', seconds: 8 },
    }) as const
  const away = { ...shop, payments: { ...shop.payments, open: refuse } }
  expect(await payOrder(away, early)).toMatchObject({ ok: false })
  const rival = { order: early.order, payment: early.payment }
  expect(await payOrder(shop, rival)).toMatchObject({
    ok: false,
    reason: 'provider-unreachable',
  })
  const later = await place()
  expect(await payOrder(shop, later)).toMatchObject({
    ok: true,
    checkoutUrl: expect.stringContaining(later.payment?.reference ?? 'no payment'),
  })
  expect(await shop.db.$count(sandboxPayments)).toBe(1)
})

describe('settling a payment', () => {
  test('a verified payment books the sale, empties the cart and sends one email', async () => {
    await aCart(shop, userId, [{ product: dress, quantity: 2 }])
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 2 }])
    expect(await countCart(shop.db, userId)).toBe(2)
    await payAtProvider(shop, payment.reference)
    const all = await Promise.all(
      Array.from({ length: 8 }, () => settlePayment(shop, payment.reference)),
    )
    expect(all.every((settled) => settled.ok && settled.state === 'paid')).toBe(true)
    expect(await readOrder(order.id)).toMatchObject({ status: 'processing', reviewReason: null })
    expect((await readOrder(order.id)).paidAt).not.toBeNull()
    expect(await countCart(shop.db, userId)).toBe(0)
    expect(await stockOf(dress)).toBe(3)
    const sold = await shop.db.select().from(stockMovements).where(eq(stockMovements.kind, 'sale'))
    expect(sold.map((movement) => movement.quantity)).toEqual([-2])
    const emails: string[] = []
    const nothing = async () => {}
    await shop.jobs.runDue(
      {
        'send-email': async (email) => void emails.push(email.subject),
        'poll-payment': nothing,
        'send-payout': nothing,
        'poll-payout': nothing,
        'expire-order': nothing,
        'expire-voucher-purchase': nothing,
        'expire-pos-sale': nothing,
        'take-back-order': nothing,
        'end-credit-reserve': nothing,
        'notify-moved': nothing,
        'check-payment': nothing,
        'send-letter': nothing,
        'make-backup': async () => {},
        'render-avif': nothing,
        'add-small-renditions': nothing,
        'move-photos': nothing,
        'remove-files': nothing,
        'ask-for-reviews': nothing,
        'tidy-up': nothing,
        'count-pairs': nothing,
        'notify-waiting': nothing,
        'notify-arrived': nothing,
        'tell-waiting': nothing,
        'tell-arrived': nothing,
        'change-prices': nothing,
        'watch-troubles': nothing,
        'watch-payments': nothing,
        'check-import': nothing,
        'run-import': nothing,
      },
      ['send-email'],
    )
    expect(emails).toEqual([`Your order ${order.orderNumber} is paid`])
  })

  test('an open payment session stays pending, and a failed attempt is not final', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await settlePayment(shop, payment.reference)).toMatchObject({ state: 'pending' })
    await decideSandboxPayment(shop.db, payment.reference, 'fail')
    expect(await settlePayment(shop, payment.reference)).toMatchObject({ state: 'failed' })
    expect((await readOrder(order.id)).status).toBe('pending')
    await payAtProvider(shop, payment.reference)
    expect(await settlePayment(shop, payment.reference)).toMatchObject({ state: 'paid' })
    expect((await readOrder(order.id)).status).toBe('processing')
  })

  test.each([
    ['less than was asked', { amount: 100, currency: 'MWK' }],
    ['another currency', { amount: 22_000, currency: 'USD' }],
  ])('%s goes under review and sells nothing', async (_what, verdict) => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    const liar = {
      ...shop,
      payments: {
        ...shop.payments,
        verify: async () => ({
          state: 'paid' as const,
          providerReference: null,
          channel: null,
          mode: 'test' as const,
          ...verdict,
        }),
      },
    }
    expect(await settlePayment(liar, payment.reference)).toMatchObject({ state: 'mismatch' })
    expect(await readOrder(order.id)).toMatchObject({
      status: 'pending',
      reviewReason: 'underpaid',
      paidAt: null,
    })
    expect(await subjects()).toEqual([
      `We are looking into the payment of your order ${order.orderNumber}`,
    ])
    // Money has come: not the buyer's to cancel any more, and not shown as waiting.
    expect(await cancelOwnOrder(shop, userId, order.orderNumber)).toMatchObject({
      reason: 'order-not-cancellable',
    })
    const { orders: mine } = await listOrders(shop.db, userId, shop.now(), {
      before: null,
      limit: 5,
    })
    expect(mine.map((one) => one.isWaiting)).toEqual([false])
  })

  test('an unknown reference settles nothing', async () => {
    expect(await settlePayment(shop, 'zv-nothing')).toEqual({
      ok: false,
      reason: 'payment-unknown',
    })
  })
})

describe('an unpaid order', () => {
  test('expires after its window, and gives its units and its code back', async () => {
    await aDiscount(shop, { code: 'LAST', maximumUses: 1 })
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }], {
      terms: { type: 'percentage', value: 10 },
      discount: { code: 'LAST' },
    })
    expect(await expireOrder(shop, order.id)).toBe(false)
    later(31)
    expect(await expireOrder(shop, order.id)).toBe(true)
    expect(await expireOrder(shop, order.id)).toBe(false)
    expect((await readOrder(order.id)).status).toBe('cancelled')
    expect(await stockOf(dress)).toBe(5)
    expect(await usesOf('LAST')).toBe(0)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is asked about again when its expiry ran too early', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    await shop.db.execute('delete from pgboss.job')
    later(29)
    expect(await expireOrder(shop, order.id)).toBe(false)
    const { rows } = await shop.db.execute(
      `select data->>'orderId' as id, round(extract(epoch from start_after - created_on) / 60)::int as minutes
       from pgboss.job`,
    )
    expect(rows).toEqual([{ id: order.id, minutes: 1 }])
  })

  test('is found by the nightly check an hour after its end, when nothing expired it', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const { rows: lost } = await shop.db.execute('delete from pgboss.job returning id')
    expect(lost).toHaveLength(2)
    const night = async () => {
      await expireForgotten(shop)
      return shop.jobs.runDue(jobHandlers(shop), ['expire-order'])
    }
    later(89)
    expect(await night()).toBe(0)
    later(91)
    expect(await night()).toBe(1)
    expect((await readOrder(order.id)).status).toBe('cancelled')
    expect(await stockOf(dress)).toBe(5)
  })

  test('is not cancelled by the timer when its money has arrived', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    await payAtProvider(shop, payment.reference)
    later(31)
    expect(await expireOrder(shop, order.id)).toBe(false)
    expect((await readOrder(order.id)).status).toBe('processing')
  })

  test('is revived when it is paid late and its products are still in stock', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    later(31)
    await expireOrder(shop, order.id)
    await payAtProvider(shop, payment.reference)
    expect(await settlePayment(shop, payment.reference)).toMatchObject({ state: 'paid' })
    expect(await readOrder(order.id)).toMatchObject({ status: 'processing', cancelledAt: null })
    expect(await stockOf(dress)).toBe(4)
  })

  test('goes under review for a refund when it is paid late and its products are sold out', async () => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress, quantity: 5 }])
    later(31)
    await expireOrder(shop, order.id)
    await shop.db.transaction((db) =>
      adjustStock(db, dress.variantId, -3, 'adjustment', { reason: 'Moths' }),
    )
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await readOrder(order.id)).toMatchObject({
      status: 'cancelled',
      reviewReason: 'paid-without-stock',
    })
    expect(await subjects()).toEqual([
      `Your order ${order.orderNumber} was not paid in time`,
      `We are looking into the payment of your order ${order.orderNumber}`,
    ])
    expect(await stockOf(dress)).toBe(2)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is cancelled when the customer returns without having paid', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await giveUpOrder(shop, order.id)).toBe(true)
    expect(await stockOf(dress)).toBe(5)
  })

  test('is cancelled by its buyer and by nobody else', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const stranger = await aUser(shop)
    expect(await cancelOwnOrder(shop, stranger.userId, order.orderNumber)).toMatchObject({
      reason: 'order-not-found',
    })
    expect(await cancelOwnOrder(shop, userId, order.orderNumber)).toEqual({ ok: true })
    // Sent again, for the first answer was lost.
    expect(await cancelOwnOrder(shop, userId, order.orderNumber)).toEqual({ ok: true })
    expect(await stockOf(dress)).toBe(5)
  })
})

describe('staff', () => {
  test('cancel a paid order, which returns its units, and revive it, which takes them again', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }])
    const admin = await aUser(shop, 'admin')
    const set = (to: 'cancelled' | 'processing') =>
      shop.db.transaction(async (db) => {
        const locked = await lockOrder(db, order.id)
        if (!locked) throw new Error('no order')
        return changeStatus(db, locked, to, shop.now(), admin.userId)
      })
    await set('cancelled')
    expect(await stockOf(dress)).toBe(5)
    expect(await set('processing')).toMatchObject({ ok: true })
    expect(await stockOf(dress)).toBe(3)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })
})
