import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ADDRESS,
  aDiscount,
  anAdmin,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, discounts, orders, users } from '../../../db/tables.server.ts'
import { isReachable } from '../../../rules/orders/order-draft.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { trackOrder } from '../../orders/track-order.ts'
import { findLatestPayment } from '../../payments/payments.ts'
import { findStock } from '../../stock/read-stock-levels.ts'
import { expireOrder } from '../expire-order.ts'
import { findWaitingOrder } from '../own-orders.ts'
import { settlePayment } from '../settle-payment.ts'
import { payOrder } from '../start-payment.ts'
import { makeOrder } from './make-order.ts'
import type { OrderDraft } from './order-draft.ts'

const shop = useShop()
let dress: TestProduct
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  admin = await anAdmin(shop)
})

const aDraft = (
  change: Partial<OrderDraft['customer']> & {
    quantity?: number
    hours?: number
    key?: string
  } = {},
): OrderDraft => {
  const { quantity = 2, hours = 24, key = crypto.randomUUID(), ...customer } = change
  return {
    customer: {
      address: ADDRESS,
      email: 'mary@example.com',
      courierId: 'bike-riders',
      collectAt: null,
      notes: null,
      code: null,
      ...customer,
    },
    lines: [{ productId: dress.productId, variantId: dress.variantId, quantity }],
    hours,
    key,
  }
}
async function made(draft: OrderDraft) {
  const done = await makeOrder(shop, admin, draft)
  if (!done.ok) throw new Error(done.reason)
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.orderNumber, done.orderNumber))
  if (!order) throw new Error('no order')
  return order
}
const left = async () => (await findStock(shop, dress.variantId))?.onHand

describe('an order that staff make', () => {
  test('has the shop’s own prices, reserves its units and code, and waits as long as staff chose', async () => {
    await aDiscount(shop, { code: 'TEN', maximumUses: 3 })
    const order = await made(aDraft({ code: 'ten', hours: 48 }))
    expect(order).toMatchObject({
      status: 'pending',
      subtotal: 40_000,
      discountAmount: 4_000,
      deliveryAmount: 2_000,
      totalAmount: 38_000,
      discountRedeemed: true,
      email: 'mary@example.com',
    })
    const hours = (order.expiresAt.getTime() - order.createdAt.getTime()) / 3_600_000
    expect(Math.round(hours)).toBe(48)
    expect(await left()).toBe(3)
    expect((await shop.db.select().from(discounts))[0]?.usedCount).toBe(1)
    expect(await readOrderEvents(shop, order.id)).toMatchObject([
      { note: { code: 'placed' }, byUser: admin.userId },
    ])
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.at(-1)).toMatchObject({ action: 'created', label: order.orderNumber })
    shop.now = () => new Date(Date.now() + 47 * 3_600_000)
    expect(await expireOrder(shop, order.id)).toBe(false)
    shop.now = () => new Date(Date.now() + 49 * 3_600_000)
    expect(await expireOrder(shop, order.id)).toBe(true)
    expect(await left()).toBe(5)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('is paid by its customer at once, like any other order', async () => {
    const order = await made(aDraft())
    const waiting = await findWaitingOrder(shop, order.userId, order.orderNumber)
    if (!waiting) throw new Error('not waiting')
    expect(await payOrder(shop, waiting)).toMatchObject({ ok: true })
    const payment = await findLatestPayment(shop.db, { orderId: order.id })
    await payAtProvider(shop, payment?.reference ?? '')
    await settlePayment(shop, payment?.reference ?? '')
    expect(await readOrder(shop, order.id)).toMatchObject({ status: 'processing' })
  })

  test('is made once, however often its form is sent, also at the same time', async () => {
    const draft = aDraft({ quantity: 1 })
    const done = await Promise.all([1, 2, 3, 4].map(() => makeOrder(shop, admin, draft)))
    expect(new Set(done.map((one) => one.ok && one.orderNumber)).size).toBe(1)
    expect(done.filter((one) => one.ok && one.isNew)).toHaveLength(1)
    expect(await left()).toBe(4)
  })

  test('is not confirmed when its form is sent again with something else, nor made a second time', async () => {
    const press = { ...admin, request: 'press-1' }
    const draft = aDraft({ quantity: 1 })
    const first = await makeOrder(shop, press, draft)
    expect(first).toMatchObject({ ok: true, isNew: true })
    expect(await makeOrder(shop, press, draft)).toEqual({ ...first, isNew: false })
    const { customer, lines, key } = draft
    for (const other of [
      aDraft({ key, quantity: 2 }),
      aDraft({ key, quantity: 1, hours: 48 }),
      ...[
        { address: { ...ADDRESS, city: 'Zomba' } },
        { courierId: 'pickup' },
        { code: 'TEN' },
        { email: 'john@example.com' },
        { notes: 'Ring twice' },
      ].map((change) => ({ ...draft, lines, customer: { ...customer, ...change } })),
    ])
      expect(await makeOrder(shop, press, other)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect(await left()).toBe(4)
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('and a buyer at the same moment never both get the last units', async () => {
    const { userId } = await aUser(shop)
    const both = await Promise.allSettled([
      makeOrder(shop, admin, aDraft({ quantity: 3 })),
      aPendingOrder(shop, userId, [{ product: dress, quantity: 3 }]),
    ])
    const got = both.filter(
      (one) => one.status === 'fulfilled' && (!('ok' in one.value) || one.value.ok),
    )
    expect(got).toHaveLength(1)
    expect(await left()).toBe(2)
  })

  test.each([
    [{ quantity: 6 }, { reason: 'out-of-stock', available: 5, product: 'Chitenje Dress' }],
    [{ code: 'NOPE' }, { reason: 'discount-invalid' }],
    [{ courierId: 'nobody' }, { reason: 'courier-missing' }],
  ])('with %j is refused, and leaves nothing behind', async (change, refusal) => {
    expect(await makeOrder(shop, admin, aDraft(change))).toMatchObject({ ok: false, ...refusal })
    expect(await shop.db.$count(orders)).toBe(0)
    expect(await shop.db.$count(users, eq(users.email, 'mary@example.com'))).toBe(0)
    expect(await left()).toBe(5)
  })

  test('without lines is refused', async () => {
    expect(await makeOrder(shop, admin, { ...aDraft(), lines: [] })).toMatchObject({
      reason: 'draft-empty',
    })
  })
})

describe('the customer of an order that staff make', () => {
  test('is the account with that email, and an existing account keeps its details', async () => {
    const { userId, email } = await aUser(shop)
    const order = await made(aDraft({ email, quantity: 1 }))
    expect(order.userId).toBe(userId)
    const other = await made(aDraft({ quantity: 1 }))
    const [opened] = await shop.db.select().from(users).where(eq(users.id, other.userId))
    expect(opened).toMatchObject({ email: 'mary@example.com', emailVerified: false })
  })

  test('without an email is one account for the phone number, with an address that nobody can sign in with or guess', async () => {
    const [first, second] = [
      await made(aDraft({ email: '', quantity: 1 })),
      await made(aDraft({ email: '', quantity: 1 })),
    ]
    expect(first.userId).toBe(second.userId)
    expect(first.email).toBe('')
    const [user] = await shop.db.select().from(users).where(eq(users.id, first.userId))
    expect(isReachable(user?.email ?? '')).toBe(false)
    expect(user?.email).not.toContain('991234567')
    const { rows } = await shop.db.execute(sql`select from pgboss.job where name = 'send-email'`)
    expect(rows).toHaveLength(0)
    const asked = { orderNumber: first.orderNumber, email: ' ', ip: '10.0.0.9' }
    expect(await trackOrder(shop, asked)).toMatchObject({ reason: 'order-not-found' })
  })
})
