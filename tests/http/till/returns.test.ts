import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  credits,
  orderItems,
  orders,
  refunds,
  returnItems,
  returns,
  shiftCash,
  variants,
} from '../../../app/db/tables.server.ts'
import { checkLedger, checkReservations } from '../../../app/modules/health/check-stock.ts'
import { askForReturn } from '../../../app/modules/returns/request-return.ts'
import { liveProof } from '../../../app/modules/till/devices/approval-keys.ts'
import { SHOP } from '../../../app/shop.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aPaidOrder, aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aTill } from '../../support/till/till.ts'

// docs/product.md, Returns of online orders

const app = useApp()
const { shop } = app
let bob: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  bob = await app.signIn('cashier')
  dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 20 })
  till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
})

async function aDelivered(quantity: number, userId?: string) {
  const buyer = userId ?? (await aUser(shop)).userId
  const { order } = await aPaidOrder(shop, buyer, [{ product: dress, quantity }])
  const delivered = { status: 'delivered' as const, deliveredAt: shop.now() }
  await shop.db.update(orders).set(delivered).where(eq(orders.id, order.id))
  const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
  return { id: order.id, number: order.orderNumber, lineId: line?.id ?? '' }
}
type Delivered = Awaited<ReturnType<typeof aDelivered>>

const headers = () => ({ 'X-Till-Device': till.deviceId })
const find = (number: string) => bob.json(`/admin/pos/returns?number=${number}`)
const backOf = (order: Delivered, quantity: number, refund: number, change: object = {}) => ({
  id: randomUUID(),
  orderId: order.id,
  shiftId: till.openShift.id,
  reason: 'faulty',
  lines: [{ lineId: order.lineId, quantity, isRestocked: false }],
  refund,
  approval: null,
  ...change,
})
const take = (body: object) => bob.json('/admin/pos/returns', { body, headers: headers() })
const stock = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

describe('an item ordered online and brought to the counter', () => {
  test('is found by its number, taken back and refunded in cash in one act, once however often it is sent', async () => {
    const order = await aDelivered(3)
    const found = await find(order.number.toLowerCase())
    expect(found).toMatchObject({
      status: 200,
      body: {
        order: {
          orderId: order.id,
          refunded: 0,
          lines: [{ id: order.lineId, quantity: 3, returned: 0, worth: [20_000, 20_000, 20_000] }],
        },
      },
    })
    // No data about the customer.
    expect(JSON.stringify(found.body)).not.toMatch(/Chisomo|@|265/)
    const lines = [{ lineId: order.lineId, quantity: 2, isRestocked: true }]
    const asked = backOf(order, 2, 40_000, { lines })
    const answers = await Promise.all([take(asked), take(asked)])
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 200,
        body: { orderNumber: order.number, refund: 40_000 },
      })
    // Only asked about, another one is not made.
    const other = { ...asked, id: randomUUID(), onlyIfKnown: true }
    expect(await take(other)).toMatchObject({ body: { reason: 'not-found' } })
    expect(await take({ ...asked, onlyIfKnown: true })).toMatchObject({ status: 200 })
    expect(await stock()).toBe(19)
    expect(await shop.db.select().from(refunds)).toMatchObject([
      { status: 'done', way: 'cash', amount: 40_000, shiftId: till.openShift.id },
    ])
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ amount: -40_000 }])
    expect(await shop.db.select().from(returns)).toMatchObject([
      { status: 'settled', refundId: asked.id, requestedBy: bob.userId },
    ])
    expect(await shop.db.select().from(returnItems)).toMatchObject([{ restocked: 2, faulty: 0 }])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
    expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
    expect(await find(order.number)).toMatchObject({
      body: { order: { refunded: 40_000, lines: [{ returned: 2, worth: [20_000] }] } },
    })
  })

  test('as store credit does not change the drawer; its code is in the answer, also when repeated', async () => {
    const order = await aDelivered(2)
    const asked = backOf(order, 1, 20_000, { way: 'credit' })
    const first = await take(asked)
    const [credit] = await shop.db.select().from(credits)
    expect(credit).toMatchObject({ kind: 'return', status: 'active', balance: 20_000 })
    expect(first).toMatchObject({ status: 200, body: { creditCode: credit?.code } })
    expect(await take(asked)).toMatchObject({ body: { creditCode: credit?.code } })
    expect(await shop.db.$count(shiftCash)).toBe(0)
    expect(await shop.db.select().from(refunds)).toMatchObject([{ status: 'done', way: 'credit' }])
  })

  test('ends an earlier return request of its customer', async () => {
    const { userId } = await aUser(shop)
    const order = await aDelivered(1, userId)
    const lines = [{ lineId: order.lineId, units: 1 }]
    const asked = { id: randomUUID(), orderId: order.id, reason: 'faulty' as const, note: null }
    expect(await askForReturn(shop, userId, { ...asked, lines })).toMatchObject({ ok: true })
    expect(await take(backOf(order, 1, 20_000))).toMatchObject({ status: 200 })
    const rows = await shop.db.select().from(returns).orderBy(returns.createdAt)
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'settled'])
  })

  test('is taken back once by two cashiers at once', async () => {
    const order = await aDelivered(1)
    const both = await Promise.all([take(backOf(order, 1, 20_000)), take(backOf(order, 1, 20_000))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await shop.db.$count(refunds)).toBe(1)
    // A faulty item is written off.
    expect(await stock()).toBe(19)
  })

  test('above a cashier’s limit needs an approver’s PIN, also in several small parts', async () => {
    const order = await aDelivered(4)
    expect(await take(backOf(order, 2, 40_000))).toMatchObject({ status: 200 })
    const more = backOf(order, 1, 20_000)
    expect(await take(more)).toMatchObject({ body: { reason: 'till-refund' } })
    const { userId: by } = await app.signIn('admin')
    const proofOf = (returnId: string, refund: number) =>
      liveProof(shop.config.sessionSecret, by, till.deviceId, { returnId, refund })
    const other = { ...more, approval: { by, proof: proofOf(more.id, 10_000) } }
    expect(await take(other)).toMatchObject({ body: { reason: 'till-refund' } })
    const approved = { ...more, approval: { by, proof: proofOf(more.id, 20_000) } }
    expect(await take(approved)).toMatchObject({ status: 200 })
  })

  test('when it is not delivered or too old needs the PIN of whoever runs the shop, however small the sum', async () => {
    const order = await aDelivered(2)
    const set = (change: Partial<typeof orders.$inferInsert>) =>
      shop.db.update(orders).set(change).where(eq(orders.id, order.id))
    const days = (count: number) => new Date(shop.now().getTime() - count * 86_400_000)
    const asked = backOf(order, 1, 20_000)
    const late = { body: { reason: 'till-refund-late' } }
    await set({ status: 'shipped', deliveredAt: null })
    expect(await find(order.number)).toMatchObject({ body: { order: { status: 'shipped' } } })
    expect(await take(asked)).toMatchObject(late)
    await set({ status: 'delivered', deliveredAt: days(SHOP.returnsDays + 1) })
    expect(await take(asked)).toMatchObject(late)
    const approvedBy = (by: string) => {
      const what = { returnId: asked.id, refund: 20_000 }
      const proof = liveProof(shop.config.sessionSecret, by, till.deviceId, what)
      return { ...asked, approval: { by, proof } }
    }
    expect(await take(approvedBy((await app.signIn('cashier')).userId))).toMatchObject(late)
    expect(await shop.db.$count(refunds)).toBe(0)
    const { userId } = await app.signIn('admin')
    expect(await take(approvedBy(userId))).toMatchObject({ status: 200 })
    await set({ deliveredAt: days(SHOP.returnsDays - 1) })
    expect(await take(backOf(order, 1, 20_000))).toMatchObject({ status: 200 })
  })

  test('is refused for another sum, too many pieces, another till’s drawer, and unsent items', async () => {
    const order = await aDelivered(1)
    const refused = async (body: object, reason: string) =>
      expect(await take(body)).toMatchObject({ body: { reason } })
    await refused(backOf(order, 1, 19_999), 'edited-meanwhile')
    await refused(backOf(order, 2, 40_000), 'return-lines-bad')
    await refused(backOf(order, 1, 20_000, { shiftId: randomUUID() }), 'drawer-not-open')
    await refused(backOf(order, 1, 20_000, { orderId: randomUUID() }), 'not-found')
    // Nobody pays out a refund of their own order.
    await refused(backOf(await aDelivered(1, bob.userId), 1, 20_000), 'refund-second-first')
    const { userId } = await aUser(shop)
    const { order: unsent } = await aPaidOrder(shop, userId, [{ product: dress }])
    expect(await find(unsent.orderNumber)).toMatchObject({ body: { reason: 'return-too-late' } })
    expect(await find('FSC-2026-999999')).toMatchObject({ body: { reason: 'parcel-not-found' } })
    expect(await shop.db.$count(returns)).toBe(0)
    expect(await shop.db.$count(refunds)).toBe(0)
  })
})
