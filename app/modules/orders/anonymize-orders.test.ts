import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orderEvents, orders, payments } from '../../db/tables.server.ts'
import { NO_ADDRESS } from '../../rules/orders/orders.ts'
import { anonymizeOldOrders, anonymizeOrders, isOver, lockOrdersOf } from './anonymize-orders.ts'
import { noteEvent } from './change-order.ts'
import { moveOrder } from './move-order.ts'

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: { userId: string; ip: string }

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const read = (id: string) => readOrder(shop, id)
const anonymize = (...ids: string[]) => shop.db.transaction((db) => anonymizeOrders(db, ids))
const history = (id: string) =>
  shop.db
    .select({ to: orderEvents.toStatus, note: orderEvents.note })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.id))

test('an anonymized order keeps what was sold, for how much and when', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: dress }], { notes: 'Ring twice' })
  const other = await aPaidOrder(shop, userId, [{ product: dress }])
  await shop.db.transaction((db) =>
    noteEvent(db, order.id, {
      from: 'processing',
      to: 'processing',
      note: { code: 'written', text: 'Chisomo says so' },
    }),
  )
  const before = await read(order.id)
  const events = await history(order.id)
  const others = [await read(other.order.id), await history(other.order.id)]
  await anonymize(order.id)
  expect(await read(order.id)).toEqual({
    ...before,
    email: '',
    firstName: '',
    lastName: '',
    phone: '',
    shippingAddress: NO_ADDRESS,
    billingAddress: NO_ADDRESS,
    addressKey: null,
    notes: null,
    idempotencyKey: null,
    idempotencyHash: null,
    releaseCode: null,
    anonymizedAt: expect.any(Date),
  })
  // What somebody said of it goes, the steps that it made stay.
  expect(await history(order.id)).toEqual([
    ...events.slice(0, -1),
    { to: 'processing', note: null },
  ])
  const [payment] = await shop.db.select().from(payments).where(eq(payments.orderId, order.id))
  expect(payment).toMatchObject({ checkoutUrl: null, paidAmount: order.totalAmount })
  expect([await read(other.order.id), await history(other.order.id)]).toEqual(others)
  await anonymize()
})

test('anonymizing a person locks the orders that still name them', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
  const gone = await aPaidOrder(shop, userId, [{ product: dress }])
  await aPaidOrder(shop, (await aUser(shop)).userId, [{ product: dress }])
  await anonymize(gone.order.id)
  const named = {
    id: order.id,
    orderNumber: order.orderNumber,
    status: 'processing',
    reviewReason: null,
    isReturning: false,
    email: order.email,
    phone: order.phone,
  }
  await shop.db.transaction(async (db) => {
    expect(await lockOrdersOf(db, userId)).toEqual([named])
    const rival = shop.db.execute(sql`select from orders where id = ${order.id} for update nowait`)
    await expect(rival).rejects.toThrow()
  })
})

test('an order is over once it was delivered or cancelled and its money needs no review', () => {
  const all = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
  const over = (reviewReason: string | null) =>
    all.filter((status) => isOver({ status, reviewReason, isReturning: false }))
  expect(over(null)).toEqual(['delivered', 'cancelled'])
  expect(over('paid-late')).toEqual([])
  const refunding = { status: 'delivered', reviewReason: null, isReturning: true } as const
  expect(isOver(refunding)).toBe(false)
})

test('orders that are over are anonymized after seven years, the oldest first', async () => {
  const make = async (age: string, change: Partial<typeof orders.$inferInsert> = {}) => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await shop.db
      .update(orders)
      .set({ status: 'delivered', ...change, createdAt: sql`now() - ${age}::interval` })
      .where(eq(orders.id, order.id))
    return order.id
  }
  const eight = await make('8 years')
  const nine = await make('9 years', { status: 'cancelled' })
  await make('6 years 364 days')
  await make('8 years', { status: 'processing' })
  await make('8 years', { reviewReason: 'paid-twice' })
  const gone = async () =>
    (await shop.db.select().from(orders))
      .filter(({ anonymizedAt }) => anonymizedAt)
      .map(({ id }) => id)
  expect(await anonymizeOldOrders(shop.db, 1)).toBe(1)
  expect(await gone()).toEqual([nine])
  expect(await anonymizeOldOrders(shop.db, 10)).toBe(1)
  expect((await gone()).toSorted()).toEqual([nine, eight].toSorted())
  expect(await anonymizeOldOrders(shop.db, 10)).toBe(0)
})

test('an order that somebody is editing is skipped until another night', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
  const old = { status: 'delivered' as const, createdAt: sql`now() - interval '8 years'` }
  await shop.db.update(orders).set(old)
  await shop.db.transaction(async (db) => {
    await db.execute(sql`select from orders where id = ${order.id} for update`)
    expect(await anonymizeOldOrders(shop.db, 10)).toBe(0)
  })
  expect(await anonymizeOldOrders(shop.db, 10)).toBe(1)
})

test('nobody gets an email about an anonymized order', async () => {
  const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
  await shop.db.execute('delete from pgboss.job')
  await anonymize(order.id)
  const { version } = await read(order.id)
  await moveOrder(shop, admin, { orderId: order.id, version, to: 'shipped' })
  const { rows } = await shop.db.execute(sql`select from pgboss.job where name = 'send-email'`)
  expect(rows).toHaveLength(0)
})
