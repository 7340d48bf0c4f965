import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { anImport } from '../../../tests/support/imports/imports.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  imports,
  orderStaffNotes,
  orders,
  refunds,
  returns,
  voucherPurchases,
} from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { keepRetention } from './keep-retention.ts'

const shop = useShop()
let userId: string

beforeEach(async () => {
  ;({ userId } = await aUser(shop))
})

/** A time that is so long ago, and some hours more or less. */
const ago = (interval: string, hours: number) =>
  sql<Date>`now() - ${interval}::interval - make_interval(hours => ${hours})`

test('an import’s file is deleted with its rows after its time and not before', async () => {
  for (const [fileName, hours] of [
    ['old.csv', 1],
    ['young.csv', -1],
  ] as const)
    await anImport(shop, userId, { fileName, createdAt: ago(RETENTION.imports, hours) })
  await keepRetention(shop)
  const left = await shop.db.select().from(imports)
  expect(left.map(({ fileName }) => fileName)).toEqual(['young.csv'])
})

test('a staff note on an order is deleted after its time, and the order stays', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  await shop.db.insert(orderStaffNotes).values([
    { orderId: order.id, text: 'old', createdAt: ago(RETENTION.orderMessages, 1) },
    { orderId: order.id, text: 'young', createdAt: ago(RETENTION.orderMessages, -1) },
  ])
  await keepRetention(shop)
  const left = await shop.db.select().from(orderStaffNotes)
  expect(left.map(({ text }) => text)).toEqual(['young'])
  expect(await shop.db.$count(orders)).toBe(1)
})

test("an unpaid voucher loses its buyer's name soon, a paid one after years", async () => {
  const bought = {
    amount: 5000,
    buyerName: 'Mary',
    buyerEmail: 'mary@example.com',
    buyerPhone: '+265991234567',
    userId,
    recipientEmail: 'chikondi@example.com',
    message: 'Well done',
    expiresAt: ago('8 years', 0),
  }
  const paid = { status: 'paid' as const, paidAt: ago('8 years', 0) }
  const made = {
    'unpaid, old': { status: 'ended' as const, createdAt: ago(RETENTION.unpaidVouchers, 1) },
    'unpaid, young': { status: 'ended' as const, createdAt: ago(RETENTION.unpaidVouchers, -1) },
    'paid, old': { ...paid, createdAt: ago(RETENTION.orderCustomers, 1) },
    'paid, young': { ...paid, createdAt: ago(RETENTION.orderCustomers, -1) },
  }
  const nameOf = new Map<string, string>()
  for (const [name, change] of Object.entries(made)) {
    const id = randomUUID()
    nameOf.set(id, name)
    await shop.db.insert(voucherPurchases).values({ ...bought, id, ...change })
  }
  await keepRetention(shop)
  const rows = await shop.db.select().from(voucherPurchases)
  // The sums stay, as do those of orders.
  expect(rows.map(({ amount }) => amount)).toEqual([5000, 5000, 5000, 5000])
  const named = rows.filter((row) => row.buyerName !== null).map(({ id }) => nameOf.get(id))
  expect(new Set(named)).toEqual(new Set(['paid, young', 'unpaid, young']))
  for (const row of rows.filter(({ buyerName }) => buyerName === null))
    expect(row).toMatchObject({
      buyerEmail: null,
      buyerPhone: null,
      userId: null,
      recipientEmail: null,
      message: null,
    })
})

test('refund and return notes of an order are erased with its customer', async () => {
  const { order } = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  const orderId = order.id
  const { userId: staff } = await aUser(shop, 'admin')
  await shop.db.insert(refunds).values({
    id: randomUUID(),
    orderId,
    status: 'requested',
    way: 'bank',
    amount: 100,
    reason: 'goodwill',
    note: 'Mary was very kind',
    needsSecond: false,
    requestedBy: staff,
  })
  const ended = { status: 'cancelled' as const, endedAt: sql<Date>`now()`, endedBy: staff }
  await shop.db.update(refunds).set(ended)
  await shop.db.insert(returns).values({
    id: randomUUID(),
    orderId,
    status: 'refused',
    reason: 'faulty',
    note: 'It does not fit me',
    answer: 'Sorry, Mary',
    requestedBy: userId,
    endedAt: sql`now()`,
  })
  await shop.db
    .update(orders)
    .set({ status: 'delivered', createdAt: ago(RETENTION.orderCustomers, -1) })
  await keepRetention(shop)
  expect((await shop.db.select().from(refunds))[0]?.note).toBe('Mary was very kind')
  expect((await shop.db.select().from(returns))[0]?.answer).toBe('Sorry, Mary')
  await shop.db.update(orders).set({ createdAt: ago(RETENTION.orderCustomers, 1) })
  await keepRetention(shop)
  expect((await shop.db.select().from(refunds))[0]).toMatchObject({ note: null, amount: 100 })
  expect((await shop.db.select().from(returns))[0]).toMatchObject({ note: null, answer: null })
})
