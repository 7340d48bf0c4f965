import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aClosedShift, aReturn, aSale, aShift, aTill } from '../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import { products } from '../../db/tables.server.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { paySale } from '../checkout/start-payment.ts'
import { giveUpSale } from '../checkout/till-payment.ts'
import { changeStatus } from '../orders/change-order.ts'
import { lockOrder } from '../orders/read-order.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { endShortSale } from '../till/short-sales/end-short-sale.ts'
import type { EndOfShortSale } from '../till/short-sales/move-money.ts'
import { listLowStock } from './list-low-stock.ts'
import { listRecentOrders } from './list-recent-orders.ts'
import { listTopProducts } from './list-top-products.ts'
import { readCounts } from './read-counts.ts'
import { readSalesByDay } from './read-sales-by-day.ts'
import { readTills } from './read-tills.ts'
import { readToday } from './read-today.ts'

const shop = useShop()
const DELIVERY = 2000
/** Blantyre is two hours ahead of Greenwich all year. */
const inBlantyre = (text: string) => {
  shop.now = () => new Date(`${text}+02:00`)
}
type Items = Parameters<typeof aPaidOrder>[2]

let buyer: { userId: string; email: string }
beforeEach(async () => {
  inBlantyre('2026-09-30T12:00:00')
  buyer = await aUser(shop)
})

/** A sale at the counter whose money has come. */
async function aTillSale(items: Items, isPaid = true) {
  const cashier = await aUser(shop, 'cashier')
  const lines = items.map(({ product, quantity = 1 }) => ({
    productId: product.productId,
    variantId: product.variantId,
    quantity,
    price: product.price,
  }))
  const rung = await ringUpProviderSale(shop, cashier.userId, {
    lines,
    totalAmount: lines.reduce((sum, line) => sum + line.price * line.quantity, 0),
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
  })
  if (!rung.ok) throw new Error(rung.reason)
  if (!isPaid) return
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  await payAtProvider(shop, rung.payment.reference)
  await settlePayment(shop, rung.payment.reference)
}
async function cancel(orderId: string) {
  const admin = await aUser(shop, 'admin')
  await shop.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (order) await changeStatus(db, order, 'cancelled', shop.now(), admin.userId)
  })
}

describe('today and this week', () => {
  test('placed orders, paid orders and paid till sales are counted separately', async () => {
    const dress = await aProduct(shop, { price: 20_000, stock: 50 })
    await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    await aPaidOrder(shop, buyer.userId, [{ product: dress, quantity: 2 }])
    await aTillSale([{ product: dress, quantity: 3 }])
    await aTillSale([{ product: dress }], false)
    const { today, week } = await readToday(shop)
    expect(today).toEqual({
      placed: { count: 2, amount: 60_000 + 2 * DELIVERY },
      paid: { count: 1, amount: 40_000 + DELIVERY },
      refunded: { count: 0, amount: 0 },
      till: { count: 1, amount: 60_000 },
      returned: { count: 0, amount: 0 },
    })
    expect(week).toEqual(today)
  })

  test('an order that cost nothing, because of its code or as an exchange, is placed and not paid', async () => {
    const dress = await aProduct(shop, { price: 300_000 })
    await aDiscount(shop, { code: 'ALL', value: 100 })
    const terms = { type: 'percentage' as const, value: 100 }
    const free = aCheckoutRequest([{ product: dress }], { terms, discount: { code: 'ALL' } })
    expect(await placeOrder(shop, buyer.userId, free)).toMatchObject({ ok: true })
    const { today } = await readToday(shop)
    expect([today.placed.count, today.paid.count]).toEqual([1, 0])
    expect((await readSalesByDay(shop)).at(-1)).toMatchObject({ online: 0, onlineCount: 0 })
  })

  test('an order that was paid and then cancelled does not count as sold', async () => {
    const dress = await aProduct(shop)
    const { order } = await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    await cancel(order.id)
    const { today } = await readToday(shop)
    expect([today.placed.count, today.paid.count]).toEqual([1, 0])
    expect((await listTopProducts(shop)).kind).toBe('newest')
    expect((await readSalesByDay(shop)).at(-1)).toMatchObject({ online: 0, onlineCount: 0 })
  })

  test('the day changes at midnight in Blantyre, two hours before it does in UTC', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    inBlantyre('2026-09-29T23:59:59')
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    await aTillSale([{ product: dress }])
    expect((await readToday(shop)).today.paid.count).toBe(1)
    inBlantyre('2026-09-30T00:00:00')
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    const { today, week } = await readToday(shop)
    expect([today.placed.count, today.paid.count, today.till.count]).toEqual([1, 1, 0])
    expect([week.placed.count, week.paid.count, week.till.count]).toEqual([2, 2, 1])
  })

  test('the week begins on Monday at midnight in Blantyre', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    inBlantyre('2026-09-27T23:59:59')
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    expect((await readToday(shop)).week.paid.count).toBe(1)
    inBlantyre('2026-09-28T00:00:00')
    expect((await readToday(shop)).week.paid.count).toBe(0)
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    inBlantyre('2026-10-04T23:59:59')
    const { today, week } = await readToday(shop)
    expect([today.paid.count, week.paid.count]).toEqual([0, 1])
  })

  test('an order belongs to the day on which it was paid', async () => {
    const dress = await aProduct(shop)
    inBlantyre('2026-09-29T23:50:00')
    const { payment } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    inBlantyre('2026-09-30T00:05:00')
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    const { today } = await readToday(shop)
    expect([today.placed.count, today.paid.count]).toEqual([0, 1])
  })
})

describe('sales by day', () => {
  test('thirty days, including empty ones, with online and till sales apart', async () => {
    const dress = await aProduct(shop, { price: 20_000, stock: 50 })
    inBlantyre('2026-08-31T23:59:59')
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    inBlantyre('2026-09-01T00:00:00')
    await aPaidOrder(shop, buyer.userId, [{ product: dress }])
    inBlantyre('2026-09-30T23:00:00')
    await aTillSale([{ product: dress, quantity: 2 }])
    await aTillSale([{ product: dress }])
    const days = await readSalesByDay(shop)
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({
      day: '2026-09-01',
      online: 22_000,
      onlineCount: 1,
      till: 0,
      tillCount: 0,
    })
    expect(days[1]).toMatchObject({ day: '2026-09-02', online: 0, onlineCount: 0 })
    expect(days.at(-1)).toMatchObject({ day: '2026-09-30', online: 0, till: 60_000, tillCount: 2 })
  })
})

describe('panels', () => {
  test('the five newest orders, newest first', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    const numbers: string[] = []
    for (let minute = 0; minute < 6; minute += 1) {
      inBlantyre(`2026-09-30T12:0${minute}:00`)
      const { order } = await aPendingOrder(shop, buyer.userId, [{ product: dress }])
      numbers.unshift(order.orderNumber)
    }
    const recent = await listRecentOrders(shop.db)
    expect(recent.map((order) => order.orderNumber)).toEqual(numbers.slice(0, 5))
    expect(recent[0]).toMatchObject({ firstName: 'Chisomo', status: 'pending', paidAt: null })
  })

  test('the best sellers of thirty days, online and till together', async () => {
    const items = []
    for (let n = 1; n <= 7; n += 1) items.push(await aProduct(shop, { price: 1000 * n, stock: 50 }))
    const [a, b, c, d, e, f, old] = items
    if (!a || !b || !c || !d || !e || !f || !old) throw new Error('seven')
    inBlantyre('2026-08-31T12:00:00')
    await aPaidOrder(shop, buyer.userId, [{ product: old, quantity: 40 }])
    inBlantyre('2026-09-30T12:00:00')
    await aPaidOrder(shop, buyer.userId, [
      { product: a, quantity: 2 },
      { product: b, quantity: 4 },
      { product: c },
    ])
    await aTillSale([
      { product: a, quantity: 3 },
      { product: d, quantity: 3 },
      { product: e, quantity: 2 },
    ])
    await aTillSale([{ product: f, quantity: 20 }], false)
    await aPendingOrder(shop, buyer.userId, [{ product: f, quantity: 20 }])
    expect(await listTopProducts(shop)).toEqual({
      kind: 'sold',
      rows: [
        { id: a.productId, name: a.name, units: 5, amount: 5000 },
        { id: b.productId, name: b.name, units: 4, amount: 8000 },
        { id: d.productId, name: d.name, units: 3, amount: 12_000 },
        { id: e.productId, name: e.name, units: 2, amount: 10_000 },
        { id: c.productId, name: c.name, units: 1, amount: 3000 },
      ],
    })
  })

  test('without sales the five newest products are shown instead', async () => {
    const made: string[] = []
    for (let n = 0; n < 6; n += 1) made.unshift((await aProduct(shop)).name)
    const top = await listTopProducts(shop)
    expect(top.kind).toBe('newest')
    expect(top.rows.map((row) => row.name)).toEqual(made.slice(0, 5))
  })

  test('low stock lists tracked, unarchived products under 6, lowest first', async () => {
    const five = await aProduct(shop, { stock: 5 })
    const none = await aProduct(shop, { stock: 0 })
    await aProduct(shop, { stock: 6 })
    await aProduct(shop, { stock: 0, trackInventory: false })
    await aProduct(shop, { stock: 1, archivedAt: new Date() })
    const low = await listLowStock(shop.db)
    expect(low.rows.map(({ id, inventory }) => [id, inventory])).toEqual([
      [none.productId, 0],
      [five.productId, 5],
    ])
    expect(low.isMore).toBe(false)
    for (let n = 0; n < 9; n += 1) await aProduct(shop, { stock: 2 })
    const more = await listLowStock(shop.db)
    expect([more.rows.length, more.isMore]).toEqual([10, true])
  })

  test('products, orders and people are counted, archived products separately', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    const gone = await aProduct(shop)
    await shop.db
      .update(products)
      .set({ archivedAt: new Date() })
      .where(eq(products.id, gone.productId))
    await aPendingOrder(shop, buyer.userId, [{ product: dress }])
    expect(await readCounts(shop.db)).toEqual({ products: 1, orders: 1, people: 1 })
  })
})

describe('a return at the till', () => {
  test('is deducted from the revenue of its day, and from the best sellers', async () => {
    const cashierId = (await aUser(shop, 'cashier')).userId
    const dress = await aProduct(shop, { name: 'Dress', price: 20_000, stock: 50 })
    const bag = await aProduct(shop, { name: 'Bag', price: 9000, stock: 50 })
    inBlantyre('2026-09-29T10:00:00')
    const sale = await aSale(shop, { cashierId, product: dress, quantity: 2 })
    await aSale(shop, { cashierId, product: bag, quantity: 2 })
    inBlantyre('2026-09-30T10:00:00')
    await aReturn(shop, sale, { cashierId, refundAmount: 20_000 })
    const { today, week } = await readToday(shop)
    expect(today).toMatchObject({
      till: { count: 0, amount: 0 },
      returned: { count: 1, amount: 20_000 },
    })
    expect(week).toMatchObject({
      till: { count: 2, amount: 58_000 },
      returned: { count: 1, amount: 20_000 },
    })
    expect((await readSalesByDay(shop)).slice(-2)).toMatchObject([
      { till: 58_000, tillCount: 2 },
      { till: -20_000, tillCount: 0 },
    ])
    expect(await listTopProducts(shop)).toMatchObject({
      rows: [
        { name: 'Bag', units: 2, amount: 18_000 },
        { name: 'Dress', units: 1, amount: 20_000 },
      ],
    })
  })

  test('the cash of a day is the cash part of its sales less cash refunds, without codes and without waiting sales', async () => {
    const cashierId = (await aUser(shop, 'cashier')).userId
    const product = await aProduct(shop, { price: 20_000, stock: 50 })
    inBlantyre('2026-09-29T10:00:00')
    const sale = await aSale(shop, { cashierId, product, quantity: 2 })
    inBlantyre('2026-09-30T10:00:00')
    await aSale(shop, { cashierId, product, cashAmount: 12_000, creditAmount: 8000 })
    const split = { cashierId, product, paymentMethod: 'paychangu', cashAmount: 5000 } as const
    await aSale(shop, split)
    await aSale(shop, { ...split, paymentStatus: 'pending' })
    await aSale(shop, { cashierId, product, voucherAmount: 20_000 })
    await aReturn(shop, sale, { cashierId, refundAmount: 40_000, creditAmount: 30_000 })
    expect((await readToday(shop)).cash).toBe(12_000 + 5000 + 20_000 - 10_000)
  })

  test('of what was sold before the 30 days of the best sellers takes nothing from what was sold in them', async () => {
    const cashierId = (await aUser(shop, 'cashier')).userId
    const product = await aProduct(shop, { stock: 50 })
    inBlantyre('2026-08-20T10:00:00')
    const old = await aSale(shop, { cashierId, product, quantity: 2 })
    inBlantyre('2026-09-30T10:00:00')
    await aSale(shop, { cashierId, product, quantity: 3 })
    await aReturn(shop, old, { cashierId, refundAmount: 20_000 })
    expect(await listTopProducts(shop)).toMatchObject({ rows: [{ units: 3 }] })
  })

  test('a product that was returned completely does not count as sold', async () => {
    const cashierId = (await aUser(shop, 'cashier')).userId
    const sale = await aSale(shop, { cashierId, product: await aProduct(shop) })
    await aReturn(shop, sale, { cashierId, refundAmount: 20_000 })
    expect((await listTopProducts(shop)).kind).toBe('newest')
  })

  test('a failed till sale counts nowhere', async () => {
    const cashierId = (await aUser(shop, 'cashier')).userId
    await aSale(shop, {
      cashierId,
      product: await aProduct(shop),
      paymentMethod: 'paychangu',
      paymentStatus: 'failed',
    })
    expect((await readToday(shop)).week.till).toEqual({ count: 0, amount: 0 })
    expect((await readSalesByDay(shop)).at(-1)).toMatchObject({ till: 0, tillCount: 0 })
    expect((await listTopProducts(shop)).kind).toBe('newest')
  })
})

describe('a till sale that is not paid whole', () => {
  /** On Monday MK 15,000 of it came by mobile money, late; its MK 5,000 in cash had gone back. */
  async function aShortSale() {
    const { userId } = await aUser(shop, 'cashier')
    const product = await aProduct(shop, { price: 20_000, stock: 50 })
    inBlantyre('2026-09-28T10:00:00')
    const { till, shiftId } = await aTillAtShop(shop, userId)
    const rung = await ringUpProviderSale(shop, userId, {
      lines: [{ ...product, quantity: 1 }],
      totalAmount: 20_000,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: randomUUID(),
      tillId: till.id,
      shiftId,
      cashAmount: 5000,
    })
    if (!rung.ok) throw new Error(rung.reason)
    const { sale, payment } = rung
    await paySale(shop, sale, payment)
    await giveUpSale(shop, sale.id, { userId, ip: '10.0.0.1' })
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    return { saleId: sale.id, given: { shiftId } }
  }
  const end = async (how: Pick<EndOfShortSale, 'saleId' | 'given' | 'outcome' | 'amount'>) =>
    endShortSale(shop, await anAdmin(shop), { ...how, id: randomUUID(), way: 'cash' })
  const lastDays = async () => (await readSalesByDay(shop)).slice(-3).map(({ till }) => till)

  test('counts what came on its day, and its rest as sales and cash of the day on which it is taken', async () => {
    const sale = await aShortSale()
    expect(await readToday(shop)).toMatchObject({
      today: { till: { count: 1, amount: 15_000 } },
      cash: 0,
    })
    inBlantyre('2026-09-30T10:00:00')
    expect(await lastDays()).toEqual([15_000, 0, 0])
    await end({ ...sale, outcome: 'rest-taken', amount: 5000 })
    expect(await readToday(shop)).toMatchObject({
      today: { till: { count: 0, amount: 5000 } },
      week: { till: { count: 1, amount: 20_000 } },
      cash: 5000,
    })
    expect(await lastDays()).toEqual([15_000, 0, 5000])
  })

  test('was not sold when it is called off, and the cash that goes back is taken off that day’s cash', async () => {
    const sale = await aShortSale()
    inBlantyre('2026-09-30T10:00:00')
    await end({ ...sale, outcome: 'called-off', amount: 15_000 })
    expect(await readToday(shop)).toMatchObject({
      today: { till: { count: 0, amount: 0 } },
      week: { till: { count: 0, amount: 0 } },
      cash: -15_000,
    })
    expect(await lastDays()).toEqual([0, 0, 0])
  })
})

describe('tills today', () => {
  test('open shifts come first, then those closed today with their variance', async () => {
    const openedBy = (await aUser(shop, 'cashier')).userId
    const [front, back, side] = [await aTill(shop), await aTill(shop), await aTill(shop)]
    inBlantyre('2026-09-29T18:00:00')
    await aClosedShift(shop, { tillId: side.id, openedBy, counted: {} })
    inBlantyre('2026-09-30T12:00:00')
    const closed = await aClosedShift(shop, { tillId: front.id, openedBy, counted: { 5000: 1 } })
    const open = await aShift(shop, { tillId: back.id, openedBy })
    await aSale(shop, { cashierId: openedBy, shiftId: open.id, product: await aProduct(shop) })
    expect(await readTills(shop)).toMatchObject([
      { id: open.id, sales: 1, amount: 20_000, variance: null },
      { id: closed.id, sales: 0, variance: -5000, isAway: false },
    ])
  })

  test('a till that reported within a minute is in touch', async () => {
    const openedBy = (await aUser(shop, 'cashier')).userId
    const till = await aTill(shop)
    await aShift(shop, { tillId: till.id, openedBy })
    const seenAt = shop.now().getTime()
    shop.now = () => new Date(seenAt + 60_000)
    expect(await readTills(shop)).toMatchObject([{ isAway: false }])
    shop.now = () => new Date(seenAt + 60_001)
    expect(await readTills(shop)).toMatchObject([{ isAway: true }])
  })
})
