import { randomUUID } from 'node:crypto'
import { eq, ne, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aClosedShift, aShift, aTill } from '../../../tests/support/till/counter.ts'
import {
  auditLog,
  orderItems,
  profiles,
  refunds,
  sandboxPayments,
  shiftCash,
  users,
} from '../../db/tables.server.ts'
import { refundedStateOf } from '../../rules/refunds/refunded-state.ts'
import { REFUNDS } from '../../shop-refunds.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { moveOrder } from '../orders/move-order.ts'
import { findAdminOrder } from '../orders/staff/find-admin-order.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { listOwnRefunds, listRefunds } from './list-refunds.ts'
import { approveRefund, cancelRefund, giveRefund } from './move-refund.ts'
import { type RefundRequest, requestRefund } from './request-refund.ts'

const shop = useShop()
let dress: TestProduct
let shoe: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>
let second: typeof admin

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50, price: 20_000 })
  shoe = await aProduct(shop, { stock: 50, price: 15_000 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
  second = await anAdmin(shop)
})

const paid = async (quantity = 1, change = {}) =>
  (await aPaidOrder(shop, userId, [{ product: dress, quantity }, { product: shoe }], change)).order
const read = (id: string) => readOrder(shop, id)

const ask = async (orderId: string, overrides: Partial<RefundRequest> = {}, by = admin) =>
  requestRefund(shop, by, {
    id: randomUUID(),
    orderId,
    version: (await read(orderId)).version,
    what: { kind: 'all', withDelivery: true },
    way: 'bank',
    reason: 'faulty',
    note: null,
    given: { reference: 'NB 4711' },
    ...overrides,
  })
const amountOf = (amount: number) => ({ what: { kind: 'amount', amount } }) as const
const rows = () => shop.db.select().from(refunds).orderBy(refunds.createdAt)
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: { subject: string; paragraphs: string[] } }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on`,
  )
  return rows.map(({ data }) => data)
}
const forgetEmails = () => shop.db.execute(sql`delete from pgboss.job where name = 'send-email'`)

test('an underpaid order is refunded once its money has gone back', async () => {
  const { order, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
  await shop.db.update(sandboxPayments).set({ amount: 15_000 })
  await payAtProvider(shop, payment.reference)
  await settlePayment(shop, payment.reference)
  const state = async () => {
    const found = await findAdminOrder(shop.db, order.orderNumber)
    return found && refundedStateOf(found)
  }
  expect(await state()).toBeNull()
  expect(await ask(order.id, amountOf(9000))).toMatchObject({ ok: true })
  expect(await state()).toBe('partially-refunded')
  expect(await ask(order.id, amountOf(6000))).toMatchObject({ ok: true })
  expect(await state()).toBe('refunded')
})

describe('a refund that was already paid out', () => {
  test('is stored with its reference, announced by email, and shown in the history, the log and the order', async () => {
    const order = await paid()
    await forgetEmails()
    expect(await ask(order.id, { note: 'A seam was open' })).toEqual({
      ok: true,
      orderNumber: order.orderNumber,
      amount: 37_000,
      status: 'done',
    })
    expect(await read(order.id)).toMatchObject({ refundedAmount: 37_000, status: 'processing' })
    expect((await readOrderEvents(shop, order.id)).at(-1)).toMatchObject({
      note: { code: 'refunded', amount: 37_000, way: 'bank' },
      byUser: admin.userId,
    })
    const notified = await emails()
    expect(notified).toMatchObject([{ subject: expect.stringContaining('37,000') }])
    expect(notified[0]?.paragraphs.join(' ')).toContain('by bank transfer')
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.map(({ action, label }) => [action, label])).toEqual([
      ['refund requested', order.orderNumber],
      ['refunded', order.orderNumber],
    ])
    expect(await listOwnRefunds(shop.db, order.id)).toMatchObject([{ amount: 37_000, way: 'bank' }])
  })

  test('cannot exceed what was paid, in however many parts', async () => {
    const order = await paid()
    expect(await ask(order.id, amountOf(37_001))).toEqual({
      ok: false,
      reason: 'refund-above-paid',
      amount: 37_001,
      left: 37_000,
    })
    expect(await ask(order.id, amountOf(30_000))).toMatchObject({ ok: true })
    expect(await ask(order.id, amountOf(7001))).toMatchObject({ left: 7000 })
    expect(await ask(order.id)).toMatchObject({ ok: true, amount: 7000 })
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'refund-nothing' })
    expect(await read(order.id)).toMatchObject({ refundedAmount: 37_000 })
  })

  test('requested twenty times at once gives back what was paid, once', async () => {
    const order = await paid()
    const { version } = await read(order.id)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => ask(order.id, { version, ...amountOf(20_000) })),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await read(order.id)).refundedAmount).toBe(20_000)
  })

  test('that is requested twice is one, and returns the same answer', async () => {
    const order = await paid()
    const press = { id: randomUUID(), ...amountOf(1000), version: (await read(order.id)).version }
    const [first, again] = await Promise.all([ask(order.id, press), ask(order.id, press)])
    expect(first).toEqual(again)
    expect(await rows()).toHaveLength(1)
    // Somebody who looks at what stood there before is told so.
    expect(await ask(order.id, { ...press, id: randomUUID() })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
  })

  test('that is sent again with another reference, sum or way is not confirmed', async () => {
    const order = await paid()
    const press = { id: randomUUID(), ...amountOf(1000), version: (await read(order.id)).version }
    expect(await ask(order.id, press)).toMatchObject({ ok: true })
    for (const other of [
      { given: { reference: 'NB 2' } },
      amountOf(2000),
      { way: 'dashboard', given: null } as const,
    ])
      expect(await ask(order.id, { ...press, ...other })).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
      })
    expect(await rows()).toMatchObject([{ amount: 1000 }])
  })

  test.each([0, -5, 1.5, Number.NaN])('of %s kwacha is refused', async (amount) => {
    const order = await paid()
    expect(await ask(order.id, amountOf(amount))).toEqual({
      ok: false,
      reason: 'refund-amount-bad',
    })
  })

  test('of an order without a payment is refused', async () => {
    const { order } = await aPendingOrder(shop, userId, [{ product: dress }])
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'refund-nothing' })
    const nothing = { orderId: randomUUID(), version: 1 }
    const asked = { ...nothing, id: randomUUID(), note: null, given: null } as const
    const what = { kind: 'all', withDelivery: true } as const
    expect(
      await requestRefund(shop, admin, { ...asked, what, way: 'bank', reason: 'faulty' }),
    ).toEqual({ ok: false, reason: 'not-found' })
  })
})

describe('a refund by order line', () => {
  const lineOf = async (orderId: string, product: TestProduct) => {
    const items = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
    return items.find(({ variantId }) => variantId === product.variantId)?.id ?? ''
  }
  const lines = (lineId: string, units: number, withDelivery = false) =>
    ({ what: { kind: 'lines', withDelivery, lines: [{ lineId, units }] } }) as const

  test('is reduced by the code’s share, with or without delivery, and all together equal what was paid', async () => {
    await aDiscount(shop, { code: 'TEN' })
    const order = await paid(3, {
      terms: { type: 'percentage', value: 10 },
      discount: { code: 'TEN' },
    })
    const [dresses, shoes] = [await lineOf(order.id, dress), await lineOf(order.id, shoe)]
    expect(await ask(order.id, lines(dresses, 2))).toMatchObject({ amount: 36_000 })
    expect(await ask(order.id, lines(dresses, 2))).toEqual({
      ok: false,
      reason: 'refund-lines-bad',
    })
    expect(await ask(order.id, lines(shoes, 1, true))).toMatchObject({ amount: 13_500 + 2000 })
    // The delivery goes back once.
    expect(await ask(order.id, lines(dresses, 1, true))).toMatchObject({ amount: 18_000 })
    const { units, money } = await listRefunds(shop.db, order.id)
    expect(units).toEqual({ [dresses]: 3, [shoes]: 1 })
    expect(money).toMatchObject({ paid: 69_500, refunded: 69_500, delivery: 2000 })
  })

  test('that is sent again with other lines, units or delivery is not confirmed, in another order it is', async () => {
    const order = await paid(2)
    const [dresses, shoes] = [await lineOf(order.id, dress), await lineOf(order.id, shoe)]
    const both = [
      { lineId: dresses, units: 1 },
      { lineId: shoes, units: 1 },
    ]
    const { version } = await read(order.id)
    const again = (what: RefundRequest['what'], id: string) => ask(order.id, { id, version, what })
    const of = (lines: typeof both, withDelivery = false) =>
      ({ kind: 'lines', lines, withDelivery }) as const
    const id = randomUUID()
    const first = await again(of(both), id)
    expect(first).toMatchObject({ ok: true, amount: 35_000 })
    expect(await again(of([...both].reverse()), id)).toEqual(first)
    for (const other of [
      of(both.slice(0, 1)),
      of([{ lineId: dresses, units: 2 }]),
      of([{ lineId: dresses, units: 2 }, ...both.slice(1)]),
      of([...both, ...both]),
      of(both, true),
      { kind: 'all', withDelivery: false },
      { kind: 'amount', amount: 35_000 },
    ] as const)
      expect(await again(other, id)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect(await rows()).toHaveLength(1)
  })

  test('that is sent again is confirmed with the delivery that was already refunded before', async () => {
    const order = await paid(2)
    const dresses = await lineOf(order.id, dress)
    expect(await ask(order.id, lines(dresses, 1, true))).toMatchObject({ amount: 22_000 })
    const press = { id: randomUUID(), version: (await read(order.id)).version }
    const last = { ...press, ...lines(dresses, 1, true) }
    const first = await ask(order.id, last)
    expect(first).toMatchObject({ ok: true, amount: 20_000 })
    expect(await ask(order.id, last)).toEqual(first)
  })

  test.each([true, false])(
    'of everything left, with delivery: %s, is confirmed when it is sent again as it was',
    async (withDelivery) => {
      const order = await paid()
      const press = { id: randomUUID(), version: (await read(order.id)).version }
      const what = { kind: 'all', withDelivery } as const
      const first = await ask(order.id, { ...press, what })
      expect(first).toMatchObject({ ok: true, amount: withDelivery ? 37_000 : 35_000 })
      expect(await ask(order.id, { ...press, what })).toEqual(first)
      const other = { kind: 'all', withDelivery: !withDelivery } as const
      expect(await ask(order.id, { ...press, what: other })).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
      })
    },
  )

  test('of a sum that is sent again as everything left is not confirmed', async () => {
    const order = await paid()
    const press = { id: randomUUID(), version: (await read(order.id)).version }
    expect(await ask(order.id, { ...press, ...amountOf(1000) })).toMatchObject({ ok: true })
    for (const withDelivery of [true, false])
      expect(await ask(order.id, { ...press, what: { kind: 'all', withDelivery } })).toEqual({
        ok: false,
        reason: 'edited-meanwhile',
      })
  })

  test('of everything left excludes the delivery on request', async () => {
    const order = await paid()
    const what = { kind: 'all', withDelivery: false } as const
    expect(await ask(order.id, { what })).toMatchObject({ amount: 35_000 })
    expect(await ask(order.id, { what })).toEqual({ ok: false, reason: 'refund-nothing' })
    expect(await ask(order.id)).toMatchObject({ amount: 2000 })
  })

  test('of nothing, of another order’s line or of part of a unit is refused', async () => {
    const order = await paid()
    const other = await lineOf((await paid()).id, dress)
    const own = await lineOf(order.id, dress)
    for (const what of [
      { kind: 'lines', withDelivery: false, lines: [] },
      lines(other, 1).what,
      lines(own, 0.5).what,
      lines(own, 2).what,
      {
        kind: 'lines',
        withDelivery: false,
        lines: [
          { lineId: own, units: 1 },
          { lineId: own, units: 1 },
        ],
      },
    ] as const)
      expect(await ask(order.id, { what })).toEqual({ ok: false, reason: 'refund-lines-bad' })
  })
})

describe('a second person', () => {
  const large = async () => {
    const order = await paid(8)
    expect(order.totalAmount).toBeGreaterThanOrEqual(REFUNDS.secondPersonFrom ?? 0)
    return order
  }
  const asked = async (orderId: string, by = admin) => {
    expect(await ask(orderId, { given: null }, by)).toMatchObject({ ok: true })
    const refund = (await rows()).find((one) => one.orderId === orderId)
    if (!refund) throw new Error('no refund')
    return { refundId: refund.id, version: refund.version }
  }

  test('must agree to a large refund before it is sent; its requester cannot', async () => {
    const order = await large()
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'refund-second-first' })
    const seen = await asked(order.id)
    expect(await rows()).toMatchObject([{ status: 'awaiting', needsSecond: true }])
    const given = { reference: 'NB 1' }
    expect(await giveRefund(shop, admin, { ...seen, given })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
    expect(await approveRefund(shop, admin, seen)).toEqual({
      ok: false,
      reason: 'refund-second-person',
    })
    expect(await approveRefund(shop, second, seen)).toMatchObject({ ok: true })
    expect(await approveRefund(shop, second, seen)).toMatchObject({ ok: true })
    const agreed = { ...seen, version: seen.version + 1 }
    expect(await giveRefund(shop, admin, { ...agreed, given })).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([
      { status: 'done', approvedBy: second.userId, reference: 'NB 1' },
    ])
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual([
      'refund requested',
      'refund approved',
      'refunded',
    ])
  })

  test('is needed, too, when small refunds add up to the limit', async () => {
    const order = await large()
    expect(await ask(order.id, amountOf(149_000))).toMatchObject({ ok: true, status: 'done' })
    expect(await ask(order.id, { ...amountOf(1000), given: null })).toMatchObject({
      status: 'awaiting',
    })
  })

  test('is always needed for a refund of one’s own order, and must not be its buyer', async () => {
    const { order } = await aPaidOrder(shop, admin.userId, [{ product: dress }])
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'refund-second-first' })
    const seen = await asked(order.id, second)
    expect(await rows()).toMatchObject([{ status: 'requested' }])
    await cancelRefund(shop, second, seen)
    const own = await ask(order.id, { given: null })
    expect(own).toMatchObject({ ok: true, status: 'awaiting' })
    const refund = (await rows()).at(-1)
    const about = { refundId: refund?.id ?? '', version: refund?.version ?? 0 }
    expect(await approveRefund(shop, admin, about)).toMatchObject({
      reason: 'refund-second-person',
    })
    expect(await approveRefund(shop, second, about)).toMatchObject({ ok: true })
  })

  test.each([
    ['phone number', { phone: '+265888111222' }],
    ['email address', {}],
  ])('is needed for an order by phone that has one’s own %s', async (_, change) => {
    const [mine] = await shop.db.select().from(users).where(eq(users.id, admin.userId))
    await shop.db
      .update(profiles)
      .set({ phone: '+265 888 111 222' })
      .where(eq(profiles.userId, admin.userId))
    const email = 'phone' in change ? {} : { email: mine?.email.toUpperCase() ?? '' }
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }], { ...change, ...email })
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'refund-second-first' })
    expect(await ask(order.id, { given: null })).toMatchObject({ ok: true, status: 'awaiting' })
    const [refund] = await rows()
    if (!refund) throw new Error('no refund')
    // The database refuses both by itself.
    const own = { ...refund, id: randomUUID(), needsSecond: false, status: 'requested' as const }
    await expect(
      shop.db.insert(refunds).values({ ...own, amount: 1, surplus: 0, deliveryAmount: 0 }),
    ).rejects.toMatchObject({ cause: { constraint: 'refunds_own_order' } })
    const seen = { refundId: refund.id, version: refund.version }
    expect(await approveRefund(shop, second, seen)).toMatchObject({ ok: true })
    // Nobody else runs the shop: by the account alone it is one's own.
    await shop.db
      .update(profiles)
      .set({ role: 'customer' })
      .where(ne(profiles.userId, admin.userId))
    const alone = await aPaidOrder(shop, userId, [{ product: dress }], { ...change, ...email })
    expect(await ask(alone.order.id)).toMatchObject({ ok: true, status: 'done' })
  })

  test('may call the refund off, and then the money can be refunded anew', async () => {
    const order = await large()
    const seen = await asked(order.id)
    expect(await cancelRefund(shop, second, seen)).toMatchObject({ ok: true })
    expect(await approveRefund(shop, second, seen)).toMatchObject({ reason: 'edited-meanwhile' })
    expect(await ask(order.id, { given: null })).toMatchObject({ amount: order.totalAmount })
  })
})

describe('a cash refund', () => {
  test('leaves the drawer of an open shift, and counts in its expected cash', async () => {
    const openedBy = (await aUser(shop, 'cashier')).userId
    const shift = await aShift(shop, { tillId: (await aTill(shop)).id, openedBy })
    const order = await paid()
    const done = await ask(order.id, { way: 'cash', given: { shiftId: shift.id } })
    expect(done).toMatchObject({ ok: true, amount: 37_000 })
    const [refund] = await rows()
    expect(refund).toMatchObject({ status: 'done', shiftId: shift.id, reference: null })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([
      { id: refund?.id, amount: -37_000, reason: order.orderNumber, byUser: admin.userId },
    ])
    const report = await readShift(shop.db, shift.id)
    expect(report?.figures).toMatchObject({ expected: 10_000 - 37_000, cashOut: 37_000 })
  })

  test('is refused from a counted drawer, and needs no drawer before it is paid out', async () => {
    const openedBy = (await aUser(shop, 'cashier')).userId
    const tillId = (await aTill(shop)).id
    const closed = await aClosedShift(shop, { tillId, openedBy, counted: {} })
    const order = await paid()
    const cash = { way: 'cash' as const }
    expect(await ask(order.id, { ...cash, given: { shiftId: closed.id } })).toEqual({
      ok: false,
      reason: 'drawer-not-open',
    })
    expect(await ask(order.id, { ...cash, given: { reference: 'x' } })).toEqual({
      ok: false,
      reason: 'refund-way-other',
    })
    expect(await rows()).toEqual([])
    expect(await ask(order.id, { ...cash, given: null })).toMatchObject({ status: 'requested' })
    const [refund] = await rows()
    const open = await aShift(shop, { tillId, openedBy })
    const about = { refundId: refund?.id ?? '', version: 1, given: { shiftId: open.id } }
    const both = await Promise.all([
      giveRefund(shop, admin, about),
      giveRefund(shop, second, about),
    ])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await shop.db.select().from(shiftCash)).toHaveLength(1)
    // Out of another drawer it would leave a second time: whoever stands there must not be told that it is done.
    const other = await aShift(shop, { tillId: (await aTill(shop)).id, openedBy })
    const given = { shiftId: other.id }
    expect(await giveRefund(shop, second, { ...about, given })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
  })
})

describe('money that the shop owes', () => {
  const payAgain = async (orderId: string, reference: string) => {
    await shop.db.execute(
      sql`insert into payments (reference, order_id, provider, amount) values (${reference}, ${orderId}, 'sandbox', 37000)`,
    )
    await shop.db.execute(
      sql`insert into sandbox_payments (reference, amount, currency, title, description, return_url)
          values (${reference}, 37000, 'MWK', '', '', 'http://localhost/')`,
    )
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
  }

  test('for an order that was paid twice is settled by the refund of one payment', async () => {
    const order = await paid()
    await payAgain(order.id, 'zv-second')
    expect(await read(order.id)).toMatchObject({ reviewReason: 'paid-twice' })
    expect(await ask(order.id, { ...amountOf(36_999), reason: 'paid-too-much' })).toMatchObject({
      ok: true,
    })
    expect(await read(order.id)).toMatchObject({ reviewReason: 'paid-twice' })
    await ask(order.id, amountOf(1))
    expect(await read(order.id)).toMatchObject({ reviewReason: null, refundedAmount: 37_000 })
    expect(await rows()).toMatchObject([{ surplus: 36_999 }, { surplus: 1 }])
  })

  test('for a cancelled order is settled when all of it was refunded, and is not owed when that came first', async () => {
    const order = await paid()
    await moveOrder(shop, admin, {
      orderId: order.id,
      version: (await read(order.id)).version,
      to: 'cancelled',
    })
    expect(await read(order.id)).toMatchObject({ reviewReason: 'paid-late' })
    expect(await ask(order.id, { reason: 'cancelled', given: null })).toMatchObject({ ok: true })
    // It is only asked for: the shop still owes it.
    expect(await read(order.id)).toMatchObject({ reviewReason: 'paid-late' })
    const [refund] = await rows()
    await giveRefund(shop, admin, {
      refundId: refund?.id ?? '',
      version: 1,
      given: { reference: 'A' },
    })
    expect(await read(order.id)).toMatchObject({ reviewReason: null })

    const first = await paid()
    await ask(first.id)
    await moveOrder(shop, admin, {
      orderId: first.id,
      version: (await read(first.id)).version,
      to: 'cancelled',
    })
    expect(await read(first.id)).toMatchObject({ reviewReason: null, status: 'cancelled' })
  })
})

describe('the database itself', () => {
  const insert = (values: Partial<typeof refunds.$inferInsert> & { orderId: string }) =>
    shop.db.insert(refunds).values({
      id: randomUUID(),
      status: 'requested',
      way: 'bank',
      amount: 1000,
      reason: 'goodwill',
      needsSecond: false,
      requestedBy: admin.userId,
      ...values,
    })
  const refusal = (constraint: string) => ({ cause: expect.objectContaining({ constraint }) })

  test('refuses refunds above what was paid, even if the code forgets the rule', async () => {
    const order = await paid()
    await expect(insert({ orderId: order.id, amount: 37_001 })).rejects.toMatchObject(
      refusal('refunds_within_paid'),
    )
    await insert({ orderId: order.id, amount: 30_000 })
    await expect(insert({ orderId: order.id, amount: 7001 })).rejects.toMatchObject(
      refusal('refunds_within_paid'),
    )
    const { order: unpaid } = await aPendingOrder(shop, userId, [{ product: dress }])
    await expect(insert({ orderId: unpaid.id })).rejects.toMatchObject(
      refusal('refunds_within_paid'),
    )
  })

  test('refuses a refund of one’s own order without a second person, and one approved by its requester', async () => {
    const { order } = await aPaidOrder(shop, admin.userId, [{ product: dress }])
    await expect(insert({ orderId: order.id })).rejects.toMatchObject(refusal('refunds_own_order'))
    const approved = { approvedAt: new Date(), needsSecond: true }
    await expect(
      insert({
        orderId: order.id,
        ...approved,
        requestedBy: second.userId,
        approvedBy: admin.userId,
      }),
    ).rejects.toMatchObject(refusal('refunds_own_order'))
    await expect(
      insert({ orderId: order.id, ...approved, approvedBy: admin.userId }),
    ).rejects.toMatchObject(refusal('refunds_two_people'))
    await expect(insert({ orderId: order.id, needsSecond: true })).rejects.toMatchObject(
      refusal('refunds_approved'),
    )
  })

  test('keeps a refund as it was requested, and keeps the state of one that has ended', async () => {
    const order = await paid()
    await ask(order.id, amountOf(1000))
    const change = (set: Partial<typeof refunds.$inferInsert>) => shop.db.update(refunds).set(set)
    await expect(change({ amount: 5 })).rejects.toMatchObject(refusal('refunds_kept'))
    await expect(change({ status: 'cancelled' })).rejects.toMatchObject(
      refusal('refunds_ended_for_good'),
    )
    await expect(shop.db.delete(refunds)).rejects.toMatchObject(refusal('refunds_kept'))
    await expect(shop.db.delete(users).where(eq(users.id, admin.userId))).rejects.toBeTruthy()
  })
})
