import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  endUndoTime,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  auditLog,
  discounts,
  orderItems,
  orders,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import type { OrderStatus } from '../../rules/orders/orders.ts'
import { cancelOwnOrder } from '../checkout/cancel-own-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { handleOrderReview } from './handle-review.ts'
import { moveOrder } from './move-order.ts'
import { findAdminOrder, listHistory } from './staff/find-admin-order.ts'

const shop = useShop()
let dress: TestProduct
let shoe: TestProduct
let userId: string
let admin: { userId: string; ip: string }

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 50 })
  shoe = await aProduct(shop, { price: 30_000, stock: 5, size: '39', color: 'Red' })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const read = (id: string) => readOrder(shop, id)
const history = (id: string) => readOrderEvents(shop, id)
const emails = async () => {
  await endUndoTime(shop)
  const { rows } = await shop.db.execute<{ data: Record<string, unknown> }>(
    sql`delete from pgboss.job where name = 'send-email' returning data`,
  )
  return rows.map(({ data }) => data)
}

describe('an email to the customer', () => {
  test('names the order, its lines and amounts, and links to it, with the details stored in the order', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: shoe, quantity: 2 }])
    const [paid] = await emails()
    expect(paid).toMatchObject({
      to: 'person@example.com',
      subject: `Your order ${order.orderNumber} is paid`,
      button: {
        url: expect.stringMatching(
          `^http://localhost:3999/orders/${order.orderNumber}\\?key=[\\w-]{32}$`,
        ),
      },
    })
    const text = JSON.stringify(paid)
    for (const part of ['Chisomo', '2 × ', shoe.name, '39', 'Bike Riders', '62,000'])
      expect(text).toContain(part)
  })

  test.each(['shipped', 'delivered', 'cancelled'] as const)('of %s says so', async (to) => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await emails()
    const { version } = await read(order.id)
    await moveOrder(shop, admin, { orderId: order.id, version, to })
    const expected = {
      shipped: 'is on the way',
      delivered: 'was delivered',
      cancelled: 'was cancelled',
    }
    expect(await emails()).toMatchObject([
      { subject: `Your order ${order.orderNumber} ${expected[to]}` },
    ])
  })

  test('of a cancelled order promises a refund only to a customer who has paid', async () => {
    const text = async (isPaid: boolean) => {
      const make = isPaid ? aPaidOrder : aPendingOrder
      const { order } = await make(shop, userId, [{ product: dress }])
      await emails()
      const { version } = await read(order.id)
      await moveOrder(shop, admin, { orderId: order.id, version, to: 'cancelled' })
      return JSON.stringify(await emails()).toLowerCase()
    }
    expect(await text(true)).toContain('you have paid for it')
    expect(await text(false)).toContain('nothing more is due')
  })
})

describe('money for an order', () => {
  test('that arrives a second time goes under review, and the first payment stays', async () => {
    const { order, payment } = await aPaidOrder(shop, userId, [{ product: dress }])
    const before = await read(order.id)
    await shop.db.execute(
      sql`insert into payments (reference, order_id, provider, amount) values ('zv-again', ${order.id}, 'sandbox', 22000)`,
    )
    await shop.db.execute(
      sql`insert into sandbox_payments (reference, amount, currency, title, description, return_url)
          values ('zv-again', 22000, 'MWK', '', '', 'http://localhost/')`,
    )
    await payAtProvider(shop, 'zv-again')
    await emails()
    await settlePayment(shop, 'zv-again')
    expect(await read(order.id)).toEqual({
      ...before,
      reviewReason: 'paid-twice',
      version: before.version + 1,
    })
    expect((await history(order.id)).at(-1)).toMatchObject({
      fromStatus: 'processing',
      toStatus: 'processing',
      note: { code: 'paid-twice' },
      byUser: null,
    })
    await settlePayment(shop, 'zv-again')
    const notified = await emails()
    expect(notified).toMatchObject([
      {
        to: 'person@example.com',
        subject: `We are looking into the payment of your order ${order.orderNumber}`,
        block: { title: `Order ${order.orderNumber}` },
      },
    ])
    expect(JSON.stringify(notified)).toContain('Please do not pay again')
    expect(payment.reference).not.toBe('zv-again')
  })

  test.each([
    ['in time', 'paid', false],
    ['after its end', 'paid-late', true],
  ] as const)('%s is recorded in the history as %s', async (_when, code, isLate) => {
    const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    if (isLate)
      await shop.db.execute(
        sql`update orders set status = 'cancelled', cancelled_at = now() where id = ${order.id}`,
      )
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect((await history(order.id)).at(-1)?.note).toEqual({ code })
  })
})

describe('late money for an order', () => {
  const cancelled = async (items: Parameters<typeof aPendingOrder>[2]) => {
    const { order, payment } = await aPendingOrder(shop, userId, items)
    const pay = async () => {
      await payAtProvider(shop, payment.reference)
      await settlePayment(shop, payment.reference)
      return read(order.id)
    }
    return { order, pay }
  }

  test('that its buyer cancelled revives it; one that staff cancelled goes under review', async () => {
    const own = await cancelled([{ product: dress }])
    await cancelOwnOrder(shop, userId, own.order.orderNumber)
    expect(await own.pay()).toMatchObject({ status: 'processing', reviewReason: null })
    const theirs = await cancelled([{ product: dress }])
    const { version } = await read(theirs.order.id)
    await moveOrder(shop, admin, { orderId: theirs.order.id, version, to: 'cancelled' })
    expect(await theirs.pay()).toMatchObject({ status: 'cancelled', reviewReason: 'paid-late' })
    expect((await history(theirs.order.id)).at(-1)?.note).toEqual({ code: 'paid-after-cancel' })
  })

  test('of which one product is sold out takes none of the others', async () => {
    const { order, pay } = await cancelled([{ product: dress }, { product: shoe, quantity: 5 }])
    await cancelOwnOrder(shop, userId, order.orderNumber)
    await shop.db.transaction((db) => adjustStock(db, shoe.variantId, -1, 'adjustment', {}))
    expect(await pay()).toMatchObject({
      status: 'cancelled',
      reviewReason: 'paid-without-stock',
    })
    expect((await history(order.id)).at(-1)?.note).toEqual({ code: 'paid-without-stock' })
    const left = await shop.db.select().from(variants).orderBy(variants.inventory)
    expect(left.map(({ inventory }) => inventory)).toEqual([4, 50])
  })
})

describe('an order that costs nothing', () => {
  const free = async () => {
    const gown = await aProduct(shop, { price: 300_000 })
    await aDiscount(shop, { code: 'ALL', value: 100 })
    const placed = await placeOrder(
      shop,
      userId,
      aCheckoutRequest([{ product: gown }], {
        terms: { type: 'percentage', value: 100 },
        discount: { code: 'ALL' },
      }),
    )
    if (!placed.ok) throw new Error(placed.reason)
    return placed
  }

  test('waits for no payment: it is sold at once, and its history says why', async () => {
    const placed = await free()
    expect(placed).toMatchObject({ payment: null, order: { status: 'processing' } })
    expect(await read(placed.order.id)).toMatchObject({ totalAmount: 0, paidAt: expect.any(Date) })
    expect((await history(placed.order.id)).at(-1)?.note).toEqual({ code: 'nothing-to-pay' })
  })

  test('has nothing to refund when it is cancelled', async () => {
    const { order } = await free()
    await emails()
    const { version } = await read(order.id)
    await moveOrder(shop, admin, { orderId: order.id, version, to: 'cancelled' })
    expect((await read(order.id)).reviewReason).toBeNull()
    expect(JSON.stringify(await emails())).toContain('Nothing more is due')
  })
})

describe('a status that staff set', () => {
  const move = async (orderId: string, to: OrderStatus) =>
    moveOrder(shop, admin, { orderId, version: (await read(orderId)).version, to })

  test("to cancelled is in the order's history and in the ledger; other statuses give no reason", async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'shipped')
    expect((await history(order.id)).at(-1)).toMatchObject({ toStatus: 'shipped', note: null })
    await move(order.id, 'cancelled')
    expect((await history(order.id)).at(-1)?.note).toEqual({ code: 'cancelled-by-shop' })
    const moved = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.orderId, order.id))
      .orderBy(stockMovements.id)
    expect(moved.at(-1)).toMatchObject({ kind: 'return', cause: 'cancelled-by-shop' })
    expect(moved[0]).toMatchObject({ kind: 'reservation', cause: null })
  })

  test('to waiting for payment opens a new window, after which the order ends', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    await move(order.id, 'cancelled')
    await shop.db.execute(sql`delete from pgboss.job`)
    const now = new Date('2026-11-20T09:00:00Z')
    shop.now = () => now
    await move(order.id, 'pending')
    expect((await read(order.id)).expiresAt).toEqual(new Date('2026-11-20T09:30:00Z'))
    const { rows } = await shop.db.execute(
      sql`select data ->> 'orderId' as id, round(extract(epoch from start_after - created_on))::int as after
          from pgboss.job where name = 'expire-order'`,
    )
    expect(rows).toEqual([{ id: order.id, after: 1800 }])
  })

  test('keeps a review that it does not resolve', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await shop.db.update(orders).set({ reviewReason: 'paid-twice' })
    expect(await move(order.id, 'shipped')).toMatchObject({ ok: true, isPaid: true })
    expect((await read(order.id)).reviewReason).toBe('paid-twice')
  })

  test('does not give back a code use that the order no longer has', async () => {
    await aDiscount(shop, { code: 'ONE', maximumUses: 1 })
    const change = {
      terms: { type: 'percentage', value: 10 },
      discount: { code: 'ONE' },
    } as const
    const first = (await aPaidOrder(shop, userId, [{ product: dress }], change)).order
    await move(first.id, 'cancelled')
    await aPaidOrder(shop, (await aUser(shop)).userId, [{ product: dress }], change)
    await move(first.id, 'processing')
    expect((await read(first.id)).discountRedeemed).toBe(false)
    await move(first.id, 'cancelled')
    expect(await shop.db.select().from(discounts)).toMatchObject([{ usedCount: 1 }])
  })

  test('of an unknown order is refused', async () => {
    const none = { orderId: crypto.randomUUID(), version: 1, to: 'shipped' } as const
    expect(await moveOrder(shop, admin, none)).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('an order under review', () => {
  const flagged = async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await shop.db.update(orders).set({ reviewReason: 'paid-twice' })
    return read(order.id)
  }

  test('is handled once: the log and the history say by whom and why it was under review', async () => {
    const { id: orderId, version, orderNumber } = await flagged()
    const stale = await handleOrderReview(shop.db, admin, { orderId, version: version + 1 })
    expect(stale).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect(await handleOrderReview(shop.db, admin, { orderId, version })).toEqual({ ok: true })
    expect(await read(orderId)).toMatchObject({ reviewReason: null, version: version + 1 })
    expect(await handleOrderReview(shop.db, admin, { orderId, version })).toEqual({ ok: true })
    expect(await shop.db.select().from(auditLog)).toMatchObject([
      {
        action: 'marked as handled',
        entity: 'order',
        entityId: orderId,
        label: orderNumber,
        byUser: admin.userId,
        before: { reviewReason: 'paid-twice' },
        after: { reviewReason: null },
      },
    ])
    expect((await history(orderId)).at(-1)).toMatchObject({
      fromStatus: 'processing',
      toStatus: 'processing',
      note: { code: 'handled', reason: 'paid-twice' },
      byUser: admin.userId,
    })
  })

  test('that does not exist is not found', async () => {
    const seen = { orderId: crypto.randomUUID(), version: 1 }
    expect(await handleOrderReview(shop.db, admin, seen)).toEqual({
      ok: false,
      reason: 'not-found',
    })
  })
})

describe('staff who repeat a request after its answer was lost', () => {
  test('get the result of the first request; another person’s request is refused with the current status', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const { version } = await read(order.id)
    const press = { ...admin, request: 'press-1' }
    const move = { orderId: order.id, version, to: 'shipped' } as const
    const first = await moveOrder(shop, press, move)
    expect(first).toEqual({
      ok: true,
      orderNumber: order.orderNumber,
      from: 'processing',
      to: 'shipped',
      isPaid: true,
      undo: expect.any(Number),
    })
    expect(await moveOrder(shop, press, move)).toEqual(first)
    expect(await moveOrder(shop, admin, move)).toMatchObject({
      ok: true,
      from: 'shipped',
      undo: null,
    })
    expect(await shop.db.$count(auditLog)).toBe(1)
  })

  test('learn whom to ask when somebody else has moved the order', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    const { version } = await read(order.id)
    await moveOrder(shop, admin, { orderId: order.id, version, to: 'cancelled' })
    const late = await moveOrder(shop, admin, { orderId: order.id, version, to: 'shipped' })
    expect(late).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
      orderNumber: order.orderNumber,
      standing: {
        version: version + 1,
        status: 'cancelled',
        by: expect.stringContaining('Chisomo'),
        note: { code: 'cancelled-by-shop' },
      },
    })
  })
})

test('staff see the whole order, who moved it and when, and none of its keys', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: dress, quantity: 2 }])
  const { version } = await read(order.id)
  await moveOrder(shop, admin, { orderId: order.id, version, to: 'shipped' })
  const stored = await read(order.id)
  const { idempotencyKey: _, idempotencyHash: __, releaseCode, ...kept } = stored
  expect(releaseCode).toMatch(/^[0-9]{4}$/)
  const events = await history(order.id)
  const found = await findAdminOrder(shop.db, order.orderNumber)
  expect(found).toEqual({
    ...kept,
    hasReleaseCode: true,
    move: { id: events.at(-1)?.id, until: expect.any(Date), version: stored.version },
    lines: (await shop.db.select().from(orderItems)).map(({ unitCost: _, ...line }) => ({
      ...line,
      owed: 0,
      unsent: 0,
    })),
    messagesWaiting: 0,
    came: 0,
    refundedOfTotal: 0,
    returnsWaiting: 0,
    tags: [],
  })
  const shown = await listHistory(shop.db, order.id)
  expect(shown).toEqual(
    events.map(({ id, fromStatus, toStatus, note, createdAt, byUser }) => ({
      id,
      from: fromStatus,
      to: toStatus,
      note,
      by: byUser ? expect.stringContaining('Chisomo') : null,
      createdAt,
    })),
  )
  expect(shown.map(({ to }) => to)).toEqual(['pending', 'processing', 'shipped'])
})
