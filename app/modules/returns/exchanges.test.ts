import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCart,
  aDeliveredOrder,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  orderItems,
  orders,
  payments,
  refunds,
  returnItems,
  returns,
  variants,
} from '../../db/tables.server.ts'
import { refundable, refundableMoney } from '../../rules/refunds/refunds.ts'
import { listCart } from '../cart/cart.ts'
import { findCredit } from '../credit/find-credit.ts'
import { issueCredit } from '../credit/issue-credit.ts'
import { checkLedger, checkReservations } from '../health/check-stock.ts'
import { moveOrder } from '../orders/move-order.ts'
import { undoMove } from '../orders/undo/undo-move.ts'
import { readMoney } from '../refunds/read-money.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { listTopProducts } from '../reports/list-top-products.ts'
import { readSalesByDay } from '../reports/read-sales-by-day.ts'
import { readToday } from '../reports/read-today.ts'
import { lockProducts } from '../stock/lock-products.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { inspectReturn, settleReturn } from './inspect-return.ts'
import { listReturns } from './list-returns.ts'
import { callOffReturn, decideReturn } from './move-return.ts'
import { askForReturn, noteReturn } from './request-return.ts'

// docs/product.md, Returns of online orders

const shop = useShop()
let dress: TestProduct
let large: string
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50, price: 20_000, size: 'M' })
  large = await anotherSize(2)
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const anotherSize = (stock: number, size = 'L') =>
  shop.db.transaction(async (db) => {
    const { productId } = dress
    const [variant] = await db
      .insert(variants)
      .values({ productId, sku: `L-${randomUUID().slice(0, 8)}`, size })
      .returning()
    const id = variant?.id ?? ''
    if (stock > 0) await adjustStock(db, id, stock, 'opening', {})
    return id
  })
const move = async (orderId: string, to: 'delivered' | 'cancelled') =>
  moveOrder(shop, admin, { orderId, version: (await readOrder(shop, orderId)).version, to })
const delivered = (quantity: number, change: Parameters<typeof aDeliveredOrder>[3] = {}) =>
  aDeliveredOrder(shop, userId, [{ product: dress, quantity }], change)
const lineOf = async (orderId: string) => {
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  return line?.id ?? ''
}
const request = (
  orderId: string,
  lineId: string,
  units: number,
  chosen: string | null = large,
) => ({
  id: randomUUID(),
  orderId,
  reason: 'other-size' as const,
  note: null,
  lines: [{ lineId, units, chosen }],
})
const stock = async (variantId: string) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const readReturn = async (id: string) =>
  (await shop.db.select().from(returns).where(eq(returns.id, id)))[0]
const seen = async (returnId: string) => ({
  returnId,
  version: (await readReturn(returnId))?.version ?? 0,
})
type Decision = 'approved' | 'refused' | 'received' | 'cancelled'
const decide = async (id: string, to: Decision, forMoney = false) =>
  decideReturn(shop, admin, { ...(await seen(id)), to, answer: 'It was worn', forMoney })
const inspect = async (id: string, lineId: string, restocked: number, faulty = 0) =>
  inspectReturn(shop, admin, { ...(await seen(id)), lines: [{ lineId, restocked, faulty }] })
const sentFor = async (id: string) =>
  readOrder(shop, (await readReturn(id))?.exchangeOrderId ?? randomUUID())
const agrees = async () => {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
}
/** Asked for, agreed to, arrived and found sound. */
async function exchanged(orderId: string, lineId: string, units: number) {
  const asked = request(orderId, lineId, units)
  await noteReturn(shop, admin, asked)
  await decide(asked.id, 'received')
  await inspect(asked.id, lineId, units)
  return sentFor(asked.id)
}

describe('an exchange of size', () => {
  test('of an item paid by store credit lets no more be refunded in money than came in money', async () => {
    const id = randomUUID()
    const gift = { kind: 'goodwill', amount: 5000, email: null, reason: 'Late parcel' } as const
    const giver = await anAdmin(shop)
    await issueCredit(shop, giver, { id, ...gift })
    const by = { userId: giver.userId, now: shop.now() }
    const code = (await findCredit(shop.db, id, by))?.code ?? ''
    const { order, lineId } = await delivered(1, { credit: { code } })
    const sent = await exchanged(order.id, lineId, 1)
    const [first, second] = [await readMoney(shop.db, order.id), await readMoney(shop.db, sent.id)]
    expect([first.credit, refundable(first), refundableMoney(first)]).toEqual([5000, 2000, 2000])
    expect([refundable(second), refundableMoney(second)]).toEqual([20_000, 15_000])
  })

  test('of a customer at the counter is handed over at once, with one email in all', async () => {
    const { order, lineId } = await delivered(2)
    const forgotten = sql`delete from pgboss.job where name = 'send-email' returning data ->> 'subject' as subject`
    await shop.db.execute(forgotten)
    const asked = request(order.id, lineId, 1)
    expect(await noteReturn(shop, admin, { ...asked, isHere: true })).toMatchObject({ ok: true })
    expect(await readReturn(asked.id)).toMatchObject({
      status: 'received',
      decidedAt: expect.any(Date),
      receivedAt: expect.any(Date),
    })
    expect(await stock(large)).toBe(1)
    const lines = [{ lineId, restocked: 1, faulty: 0 }]
    const about = { ...(await seen(asked.id)), lines, isHandedOver: true }
    expect(await inspectReturn(shop, admin, about)).toMatchObject({ ok: true, to: 'settled' })
    const sent = await sentFor(asked.id)
    expect(sent).toMatchObject({ status: 'delivered', deliveredAt: expect.any(Date) })
    expect([await stock(large), await stock(dress.variantId)]).toEqual([1, 49])
    await agrees()
    const { rows } = await shop.db.execute(forgotten)
    expect(rows).toEqual([{ subject: `Your order ${sent.orderNumber} was delivered` }])
  })

  test('takes nothing out of the cart in which its customer has the same item', async () => {
    const { order, lineId } = await delivered(1)
    const piece = { ...dress, variantId: large }
    await aCart(shop, userId, [{ product: piece, quantity: 1 }])
    expect(await exchanged(order.id, lineId, 1)).toMatchObject({ status: 'processing' })
    expect(await listCart(shop, userId)).toMatchObject([{ variantId: large, quantity: 1 }])
  })

  test('is reserved when staff agree and sent when the returned item has arrived, without any payment', async () => {
    const { order, lineId } = await delivered(2)
    const asked = request(order.id, lineId, 1)
    expect(await askForReturn(shop, userId, asked)).toMatchObject({ ok: true })
    expect(await stock(large)).toBe(2)
    await decide(asked.id, 'approved')
    expect(await stock(large)).toBe(1)
    await agrees()
    await decide(asked.id, 'received')
    const done = { ok: true, to: 'settled' }
    const about = { ...(await seen(asked.id)), lines: [{ lineId, restocked: 1, faulty: 0 }] }
    // Pressed twice, on two screens.
    const both = await Promise.all([
      inspectReturn(shop, admin, about),
      inspectReturn(shop, admin, about),
    ])
    expect(both).toMatchObject([done, done])
    expect([await stock(large), await stock(dress.variantId)]).toEqual([1, 49])
    const out = await sentFor(asked.id)
    expect(out).toMatchObject({
      status: 'processing',
      userId,
      subtotal: 20_000,
      discountAmount: 20_000,
      coveredAmount: 20_000,
      totalAmount: 0,
    })
    const { rows } = await listReturns(shop.db, order.id)
    expect(rows).toMatchObject([
      {
        status: 'settled',
        exchangeNumber: out.orderNumber,
        lines: [{ exchanged: 1, reserved: 0, chosenSize: 'L' }],
      },
    ])
    await agrees()
    // What was paid for the one has become the other's: it is given back once.
    expect(await readMoney(shop.db, order.id)).toMatchObject({ paid: 22_000, exchanged: 20_000 })
    expect(await readMoney(shop.db, out.id)).toMatchObject({ paid: 20_000, covered: 20_000 })
    const refund = async (orderId: string, amount: number) =>
      requestRefund(shop, admin, {
        id: randomUUID(),
        orderId,
        version: (await readOrder(shop, orderId)).version,
        what: { kind: 'amount', amount },
        way: 'bank',
        reason: 'goodwill',
        note: null,
        given: { reference: 'NB 1' },
      })
    expect(await refund(order.id, 22_001)).toMatchObject({ reason: 'refund-above-paid' })
    const before = (await readToday(shop)).today
    expect(await refund(out.id, 20_000)).toMatchObject({ ok: true })
    const after = (await readToday(shop)).today
    expect(after.refunded.amount - before.refunded.amount).toBe(20_000)
    expect(await refund(out.id, 1)).toMatchObject({ reason: 'refund-nothing' })
  })

  test('counts once among the best sellers, and not at all when it comes back or is cancelled', async () => {
    const belt = await aProduct(shop, { name: 'Belt', price: 5000, stock: 5 })
    await aPaidOrder(shop, userId, [{ product: belt, quantity: 2 }])
    await delivered(1)
    const first = await delivered(2)
    const topUnits = async () => {
      const { rows } = await listTopProducts(shop)
      return rows.map((row) => ['units' in row && row.units, 'amount' in row && row.amount])
    }
    expect(await topUnits()).toEqual([
      [3, 60_000],
      [2, 10_000],
    ])
    const out = await exchanged(first.order.id, first.lineId, 1)
    const other = await exchanged(first.order.id, first.lineId, 1)
    expect(await topUnits()).toEqual([
      [3, 60_000],
      [2, 10_000],
    ])
    await move(out.id, 'cancelled')
    await move(other.id, 'delivered')
    const asked = request(other.id, await lineOf(other.id), 1, null)
    await noteReturn(shop, admin, asked)
    await decide(asked.id, 'received')
    expect(await topUnits()).toEqual([
      [2, 40_000],
      [2, 10_000],
    ])
    await inspect(asked.id, await lineOf(other.id), 0, 1)
    expect(await topUnits()).toEqual([
      [2, 10_000],
      [1, 20_000],
    ])
    // Nothing is deducted for what came back of a cancelled order, which counts nothing.
    await move(first.order.id, 'cancelled')
    await move(other.id, 'cancelled')
    expect((await topUnits())[1]).toEqual([1, 20_000])
  })

  test('of an order that was sold before the 30 days of the best sellers takes nothing from what was sold in them', async () => {
    const old = await delivered(2)
    const paidAt = new Date(shop.now().getTime() - 40 * 86_400_000)
    await shop.db.update(orders).set({ paidAt }).where(eq(orders.id, old.order.id))
    await delivered(3)
    await exchanged(old.order.id, old.lineId, 2)
    expect(await listTopProducts(shop)).toMatchObject({ rows: [{ units: 5, amount: 100_000 }] })
  })

  test('keeps the discount of a code, and can be exchanged once more', async () => {
    await aDiscount(shop, { code: 'TEN' })
    const { order, lineId } = await delivered(1, { discount: { code: 'TEN' }, totalAmount: 20_000 })
    const out = await exchanged(order.id, lineId, 1)
    expect(out).toMatchObject({
      coveredAmount: 18_000,
      discountAmount: 20_000,
      discountCode: 'TEN',
    })
    await move(out.id, 'delivered')
    const again = await exchanged(out.id, await lineOf(out.id), 1)
    expect(again).toMatchObject({ coveredAmount: 18_000, totalAmount: 0 })
    expect(await readMoney(shop.db, out.id)).toMatchObject({ paid: 0 })
    await agrees()
  })

  test('returns to stock when it is refused, called off, not sent, or replaced by a refund', async () => {
    const { order, lineId } = await delivered(4)
    const ask = async () => {
      const asked = request(order.id, lineId, 1)
      await askForReturn(shop, userId, asked)
      return asked.id
    }
    const refused = await ask()
    await decide(refused, 'refused')
    expect(await stock(large)).toBe(2)
    const calledOff = await ask()
    await decide(calledOff, 'approved')
    expect(await stock(large)).toBe(1)
    await callOffReturn(shop, userId, '10.0.0.1', await seen(calledOff))
    expect(await stock(large)).toBe(2)
    const never = await ask()
    await decide(never, 'approved')
    await decide(never, 'received')
    await inspect(never, lineId, 0)
    expect(await stock(large)).toBe(2)
    expect(await readReturn(never)).toMatchObject({ status: 'inspected', exchangeOrderId: null })
    const forMoney = await ask()
    await decide(forMoney, 'approved', true)
    expect(await stock(large)).toBe(2)
    await decide(forMoney, 'received')
    await inspect(forMoney, lineId, 1)
    const by = { refundId: randomUUID(), withDelivery: false, way: 'bank' as const, given: null }
    await settleReturn(shop, admin, { ...(await seen(forMoney)), by })
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amount: 20_000 }])
    await agrees()
  })

  test('that is agreed to with and without it at once is confirmed only as it was agreed to', async () => {
    const { order, lineId } = await delivered(2)
    for (const forMoney of [true, false]) {
      const asked = request(order.id, lineId, 1)
      await askForReturn(shop, userId, asked)
      const about = { ...(await seen(asked.id)), to: 'approved' as const, answer: null }
      const agree = (forMoney: boolean) => decideReturn(shop, admin, { ...about, forMoney })
      const first = await agree(forMoney)
      expect(first).toMatchObject({ ok: true, to: 'approved' })
      expect(await agree(forMoney)).toEqual(first)
      expect(await agree(!forMoney)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    }
  })

  test('that goes out beside refunded items leaves only those to be settled in the return', async () => {
    const belt = await aProduct(shop, { price: 5000, name: 'Belt' })
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }, { product: belt }])
    await move(order.id, 'delivered')
    const lines = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const asked = {
      ...request(order.id, '', 1),
      lines: lines.map(({ id, productId }) => ({
        lineId: id,
        units: 1,
        chosen: productId === dress.productId ? large : null,
      })),
    }
    await noteReturn(shop, admin, asked)
    await decide(asked.id, 'received')
    const found = lines.map(({ id }) => ({ lineId: id, restocked: 1, faulty: 0 }))
    await inspectReturn(shop, admin, { ...(await seen(asked.id)), lines: found })
    expect(await readReturn(asked.id)).toMatchObject({ status: 'inspected' })
    expect(await sentFor(asked.id)).toMatchObject({ subtotal: 20_000, totalAmount: 0 })
    const by = { refundId: randomUUID(), withDelivery: false, way: 'bank' as const, given: null }
    await settleReturn(shop, admin, { ...(await seen(asked.id)), by })
    expect(await shop.db.select().from(refunds)).toMatchObject([{ amount: 5000 }])
    expect(await readMoney(shop.db, order.id)).toMatchObject({ paid: 7000, refunded: 5000 })
    await agrees()
  })

  test.each([
    ['a sum', () => ({ kind: 'amount' as const, amount: 42_000 })],
    [
      'its pieces',
      (lineId: string) => ({
        kind: 'lines' as const,
        withDelivery: false,
        lines: [{ lineId, units: 2 }],
      }),
    ],
  ])('whose money was refunded as %s meanwhile sends nothing for free', async (_as, what) => {
    const { order, lineId } = await delivered(2)
    const asked = request(order.id, lineId, 2)
    await askForReturn(shop, userId, asked)
    await decide(asked.id, 'approved')
    const { version } = await readOrder(shop, order.id)
    const refund = {
      id: randomUUID(),
      orderId: order.id,
      version,
      what: what(lineId),
      way: 'bank' as const,
      reason: 'goodwill' as const,
      note: null,
      given: { reference: 'NB 1' },
    }
    expect(await requestRefund(shop, admin, refund)).toMatchObject({ ok: true })
    await decide(asked.id, 'received')
    const done = { ok: true, to: 'inspected', isRefunded: true }
    expect(await inspect(asked.id, lineId, 2)).toMatchObject(done)
    expect(await readReturn(asked.id)).toMatchObject({ status: 'inspected', exchangeOrderId: null })
    expect(await shop.db.$count(orders)).toBe(1)
    expect([await stock(large), await stock(dress.variantId)]).toEqual([2, 50])
    await agrees()
  })

  test('sends as many units as were not refunded', async () => {
    const { order, lineId } = await delivered(2)
    const asked = request(order.id, lineId, 2)
    await noteReturn(shop, admin, asked)
    const { version } = await readOrder(shop, order.id)
    await requestRefund(shop, admin, {
      id: randomUUID(),
      orderId: order.id,
      version,
      what: { kind: 'lines', withDelivery: false, lines: [{ lineId, units: 1 }] },
      way: 'bank',
      reason: 'faulty',
      note: null,
      given: { reference: 'NB 1' },
    })
    await decide(asked.id, 'received')
    expect(await inspect(asked.id, lineId, 2)).toMatchObject({ to: 'inspected', isRefunded: true })
    expect(await sentFor(asked.id)).toMatchObject({ subtotal: 20_000, coveredAmount: 20_000 })
    expect(await stock(large)).toBe(1)
    const settled = await settleReturn(shop, admin, { ...(await seen(asked.id)), by: null })
    expect(settled).toMatchObject({ ok: true })
    await agrees()
  })

  test('is refused for another product, and for a size that is sold out at the time of the request', async () => {
    const { order, lineId } = await delivered(3)
    const other = await aProduct(shop)
    const ask = (chosen: string, units = 1) =>
      askForReturn(shop, userId, request(order.id, lineId, units, chosen))
    expect(await ask(other.variantId)).toMatchObject({ reason: 'exchange-not-offered' })
    expect(await ask(randomUUID())).toMatchObject({ reason: 'exchange-not-offered' })
    expect(await ask(large, 3)).toMatchObject({ reason: 'exchange-sold-out', available: 2 })
    expect(await shop.db.select().from(returnItems)).toEqual([])
  })

  test('is requested with the chosen size as long as another one is in stock', async () => {
    const { order, lineId } = await delivered(2)
    const ask = () => askForReturn(shop, userId, request(order.id, lineId, 1, null))
    expect(await ask()).toMatchObject({ reason: 'exchange-not-chosen' })
    expect(await shop.db.select().from(returns)).toEqual([])
    // Staff note what they were told, for money as well.
    const noted = await noteReturn(shop, admin, request(order.id, lineId, 1, null))
    expect(noted).toMatchObject({ ok: true })
    await shop.db.transaction((db) => adjustStock(db, large, -2, 'adjustment', {}))
    expect(await ask()).toMatchObject({ ok: true })
  })

  test('and a buyer who wants the last unit at the same time: one of them gets it', async () => {
    const last = await anotherSize(1, 'XL')
    const { order, lineId } = await delivered(1)
    const asked = request(order.id, lineId, 1, last)
    await askForReturn(shop, userId, asked)
    const rival = await aUser(shop)
    const about = { ...dress, variantId: last }
    const [agreed, sold] = await Promise.allSettled([
      decide(asked.id, 'approved'),
      aPaidOrder(shop, rival.userId, [{ product: about }]),
    ])
    expect(await stock(last)).toBe(0)
    const isAgreed = agreed.status === 'fulfilled' && agreed.value.ok
    expect(isAgreed).toBe(sold.status === 'rejected')
    if (!isAgreed)
      expect(agreed).toMatchObject({ value: { reason: 'exchange-sold-out', available: 0 } })
    await agrees()
  })

  test('beside refunded items locks all products in the order of their ids', async () => {
    const other = await aProduct(shop)
    const [low, high] = [dress, other].sort((a, b) => (a.productId < b.productId ? -1 : 1))
    if (!low || !high) throw new Error('two products')
    const { order } = await aPaidOrder(shop, userId, [{ product: low }, { product: high }])
    await move(order.id, 'delivered')
    const lines = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const asked = {
      ...request(order.id, '', 1),
      lines: lines.map(({ id, productId, variantId }) => ({
        lineId: id,
        units: 1,
        // The same once more, of the one that is locked last.
        chosen: productId === high.productId ? variantId : null,
      })),
    }
    expect(await noteReturn(shop, admin, asked)).toMatchObject({ ok: true })
    await decide(asked.id, 'received')
    const found = lines.map(({ id }) => ({ lineId: id, restocked: 1, faulty: 0 }))
    const about = { ...(await seen(asked.id)), lines: found }
    const isWaiting = async () => {
      const { rows } = await shop.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    const { inspecting } = await shop.db.transaction(async (db) => {
      await lockProducts(db, [low.productId])
      const inspecting = inspectReturn(shop, admin, about)
      await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 5000 })
      await db.execute(sql`select from products where id = ${high.productId} for update nowait`)
      return { inspecting }
    })
    expect(await inspecting).toMatchObject({ ok: true })
    await agrees()
  })

  test('never covers two orders, and its cover cannot be changed: the database refuses both', async () => {
    const { order, lineId } = await delivered(1)
    const out = await exchanged(order.id, lineId, 1)
    const spent = shop.db.insert(refunds).values({
      id: randomUUID(),
      orderId: order.id,
      status: 'requested',
      way: 'bank',
      amount: 2001,
      reason: 'goodwill',
      needsSecond: false,
      requestedBy: admin.userId,
    })
    await expect(spent).rejects.toMatchObject({ cause: { constraint: 'refunds_within_paid' } })
    const more = shop.db.update(orders).set({ coveredAmount: 1 }).where(eq(orders.id, out.id))
    await expect(more).rejects.toMatchObject({ cause: { constraint: 'orders_covered_kept' } })
    const off = shop.db.update(returns).set({ exchangeOrderId: null })
    await expect(off).rejects.toMatchObject({ cause: { constraint: 'returns_exchanged_once' } })
  })

  test('whose order is cancelled leaves the shop owing what the exchange covered', async () => {
    const { order, lineId } = await delivered(1)
    const out = await exchanged(order.id, lineId, 1)
    await move(out.id, 'cancelled')
    expect(await readOrder(shop, out.id)).toMatchObject({ reviewReason: 'paid-late' })
    expect(await stock(large)).toBe(2)
    const refund = {
      id: randomUUID(),
      orderId: out.id,
      version: (await readOrder(shop, out.id)).version,
      what: { kind: 'all' as const, withDelivery: true },
      way: 'bank' as const,
      reason: 'cancelled' as const,
      note: null,
      given: { reference: 'NB 1' },
    }
    expect(await requestRefund(shop, admin, refund)).toMatchObject({ ok: true, amount: 20_000 })
    expect(await readOrder(shop, out.id)).toMatchObject({ reviewReason: null })
    // What paid it was sold with the first order.
    const { today } = await readToday(shop)
    expect([today.paid.amount, today.refunded.amount]).toEqual([22_000, 20_000])
    expect((await readSalesByDay(shop)).at(-1)).toMatchObject({ online: 2000, onlineCount: 1 })
  })
})

test('an exchange of an order that was paid twice leaves the second payment owed until it is refunded', async () => {
  const { order, lineId } = await delivered(1)
  await exchanged(order.id, lineId, 1)
  await shop.db.update(orders).set({ reviewReason: 'paid-twice' }).where(eq(orders.id, order.id))
  await shop.db.update(payments).set({ paidAmount: 44_000 }).where(eq(payments.orderId, order.id))
  const refund = async (amount: number) =>
    requestRefund(shop, admin, {
      id: randomUUID(),
      orderId: order.id,
      version: (await readOrder(shop, order.id)).version,
      what: { kind: 'amount', amount },
      way: 'bank',
      reason: 'paid-too-much',
      note: null,
      given: { reference: 'NB 1' },
    })
  expect(await refund(1000)).toMatchObject({ ok: true })
  expect(await readOrder(shop, order.id)).toMatchObject({ reviewReason: 'paid-twice' })
  expect(await refund(21_000)).toMatchObject({ ok: true })
  expect(await readOrder(shop, order.id)).toMatchObject({ reviewReason: null })
  expect(
    await shop.db.select({ surplus: refunds.surplus }).from(refunds).orderBy(refunds.amount),
  ).toEqual([{ surplus: 1000 }, { surplus: 21_000 }])
})

test('an exchange of an order that was cancelled while its items were on their way books none into stock twice, and sends none', async () => {
  const { order, lineId } = await delivered(2)
  const asked = request(order.id, lineId, 2)
  await noteReturn(shop, admin, asked)
  await decide(asked.id, 'received')
  await move(order.id, 'cancelled')
  expect([await stock(dress.variantId), await stock(large)]).toEqual([50, 2])
  await inspect(asked.id, lineId, 1, 1)
  expect([await stock(dress.variantId), await stock(large)]).toEqual([49, 2])
  expect(await readReturn(asked.id)).toMatchObject({ status: 'inspected', exchangeOrderId: null })
  await agrees()
})

describe('an order that was cancelled by mistake and revived', () => {
  test('reserves its units again, except returned ones and including those reserved for an exchange', async () => {
    const { order, lineId } = await delivered(4)
    const [came, kept] = [request(order.id, lineId, 2, null), request(order.id, lineId, 1)]
    await noteReturn(shop, admin, came)
    await decide(came.id, 'received')
    await inspect(came.id, lineId, 1, 1)
    await noteReturn(shop, admin, kept)
    const held = [47, 1]
    expect([await stock(dress.variantId), await stock(large)]).toEqual(held)
    const cancelled = await move(order.id, 'cancelled')
    expect([await stock(dress.variantId), await stock(large)]).toEqual([49, 2])
    const event = cancelled.ok ? cancelled.undo : null
    expect(await undoMove(shop, admin, event ?? 0)).toMatchObject({ ok: true, to: 'delivered' })
    expect([await stock(dress.variantId), await stock(large)]).toEqual(held)
    await agrees()
    await move(order.id, 'cancelled')
    expect(await move(order.id, 'delivered')).toMatchObject({ ok: true })
    expect([await stock(dress.variantId), await stock(large)]).toEqual(held)
    await decide(kept.id, 'received')
    expect(await inspect(kept.id, lineId, 1)).toMatchObject({ to: 'settled' })
    expect([await stock(dress.variantId), await stock(large)]).toEqual([48, 1])
    await agrees()
  })

  test('stays cancelled when the unit reserved for an exchange was sold; meanwhile no exchange is agreed to', async () => {
    const { order, lineId } = await delivered(2)
    const [kept, late] = [request(order.id, lineId, 1), request(order.id, lineId, 1)]
    await noteReturn(shop, admin, kept)
    await askForReturn(shop, userId, late)
    await move(order.id, 'cancelled')
    expect(await decide(late.id, 'approved')).toMatchObject({ reason: 'return-too-late' })
    expect(await decide(late.id, 'approved', true)).toMatchObject({ ok: true })
    const about = { ...dress, variantId: large }
    await aPaidOrder(shop, (await aUser(shop)).userId, [{ product: about, quantity: 2 }])
    expect(await move(order.id, 'delivered')).toMatchObject({ reason: 'order-stock-gone' })
    expect(await stock(dress.variantId)).toBe(50)
    await decide(kept.id, 'cancelled')
    expect(await move(order.id, 'delivered')).toMatchObject({ ok: true })
    expect([await stock(dress.variantId), await stock(large)]).toEqual([48, 0])
    await agrees()
  })
})

test('exchanges, refunds and cancellations in any order keep units consistent and assign every kwacha to one order', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  let seed = 54
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(seed / 65_536) % most
  }
  const { order: first } = await delivered(4)
  const ids: string[] = []
  const pick = <T>(all: readonly T[]) => all[next(Math.max(1, all.length))]
  let sent = 0
  for (let n = 0; n < 36; n += 1) {
    const own = shop.db.select().from(orders).where(eq(orders.userId, userId))
    const order = pick(await own.orderBy(orders.createdAt, orders.id)) ?? first
    const line = await lineOf(order.id)
    const id = pick(ids) ?? randomUUID()
    const of = (await readReturn(id))?.orderId ?? randomUUID()
    const act = next(9)
    if (act <= 1) {
      const chosen = pick([large, dress.variantId, null]) ?? null
      const asked = request(order.id, line, 1 + next(2), chosen)
      if ((await noteReturn(shop, admin, asked)).ok) ids.push(asked.id)
    } else if (act <= 3) await decide(id, next(5) === 0 ? 'cancelled' : 'received')
    else if (act <= 5) await inspect(id, await lineOf(of), next(2), next(2))
    else if (act === 6)
      await requestRefund(shop, admin, {
        id: randomUUID(),
        orderId: order.id,
        version: order.version,
        what: { kind: 'amount', amount: 1 + next(9000) },
        way: 'bank',
        reason: 'goodwill',
        note: null,
        given: { reference: `NB ${n}` },
      })
    else if (act === 7) await move(order.id, n > 20 && next(3) === 0 ? 'cancelled' : 'delivered')
    const now = await shop.db.select().from(orders).where(eq(orders.userId, userId))
    sent = now.length - 1
    const money = await Promise.all(now.map(({ id }) => readMoney(shop.db, id)))
    expect(money.reduce((sum, { paid }) => sum + paid, 0)).toBe(82_000)
    for (const { paid, refunded } of money) expect(refunded).toBeLessThanOrEqual(paid)
    const free = and(eq(orders.userId, userId), ne(orders.id, first.id), ne(orders.totalAmount, 0))
    expect(await shop.db.$count(orders, free)).toBe(0)
    for (const { id, coveredAmount, subtotal } of now)
      if (id !== first.id) expect(coveredAmount).toBe(subtotal)
    await agrees()
  }
  expect(sent).toBeGreaterThan(0)
})
