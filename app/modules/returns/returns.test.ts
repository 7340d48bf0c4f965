import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDeliveredOrder,
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
  refunds,
  returnItems,
  returns,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import { SHOP } from '../../shop.ts'
import { checkLedger, checkReservations } from '../health/check-stock.ts'
import { moveOrder } from '../orders/move-order.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { type Inspected, inspectReturn, type SettledBy, settleReturn } from './inspect-return.ts'
import { listReturns } from './list-returns.ts'
import { callOffReturn, decideReturn } from './move-return.ts'
import { askForReturn, noteReturn } from './request-return.ts'

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50, price: 20_000 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
})

const move = async (orderId: string, to: 'delivered' | 'cancelled' | 'shipped') =>
  moveOrder(shop, admin, { orderId, version: (await readOrder(shop, orderId)).version, to })
const delivered = (quantity = 3) => aDeliveredOrder(shop, userId, [{ product: dress, quantity }])
const request = (orderId: string, lineId: string, units: number) => ({
  id: randomUUID(),
  orderId,
  reason: 'faulty' as const,
  note: null,
  lines: [{ lineId, units }],
})
const stock = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory
const seen = async (returnId: string) => {
  const [one] = await shop.db.select().from(returns).where(eq(returns.id, returnId))
  return { returnId, version: one?.version ?? 0 }
}
const decide = async (id: string, to: 'approved' | 'refused' | 'received' | 'cancelled') =>
  decideReturn(shop, admin, { ...(await seen(id)), to, answer: 'It was worn' })
const inspect = async (id: string, lines: Inspected[]) =>
  inspectReturn(shop, admin, { ...(await seen(id)), lines })
const emails = async () => {
  const { rows } = await shop.db.execute<{ subject: string }>(
    sql`select data ->> 'subject' as subject from pgboss.job where name = 'send-email' order by created_on`,
  )
  return rows.map(({ subject }) => subject)
}
const agrees = async () => {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
}

describe('a return by a customer', () => {
  test('is agreed to, arrives, is inspected into stock or written off, and is settled with its refund', async () => {
    const { order, lineId } = await delivered()
    const asked = request(order.id, lineId, 3)
    const both = await Promise.all([
      askForReturn(shop, userId, asked),
      askForReturn(shop, userId, asked),
    ])
    expect(both).toEqual([both[0], { ok: true, orderNumber: order.orderNumber, isEmailed: true }])
    expect(await stock()).toBe(47)
    for (const to of ['approved', 'received'] as const)
      expect(await decide(asked.id, to)).toMatchObject({ ok: true, to })
    const found = [{ lineId, restocked: 1, faulty: 1 }]
    expect(await inspect(asked.id, found)).toMatchObject({ ok: true })
    expect(await inspect(asked.id, found)).toMatchObject({ ok: true })
    // Of three one is sound, one is written off, one never came.
    expect(await stock()).toBe(48)
    const moved = await shop.db.select().from(stockMovements).orderBy(stockMovements.id)
    expect(moved.slice(-2)).toMatchObject([
      { kind: 'return', quantity: 2, orderId: order.id, cause: 'returned-by-customer' },
      { kind: 'adjustment', quantity: -1, orderId: null, cause: 'damaged' },
    ])
    await agrees()
    const by = {
      refundId: randomUUID(),
      withDelivery: true,
      way: 'bank' as const,
      given: { reference: 'NB 1' },
    }
    expect(await settleReturn(shop, admin, { ...(await seen(asked.id)), by })).toMatchObject({
      ok: true,
    })
    expect(await shop.db.select().from(refunds)).toMatchObject([
      { id: by.refundId, amount: 42_000, status: 'done', deliveryAmount: 2000 },
    ])
    expect((await listReturns(shop.db, order.id)).units).toEqual({ [lineId]: 2 })
    const notified = (await emails()).join()
    for (const words of ['want to send back', 'may send back', 'has arrived', 'given back'])
      expect(notified).toContain(words)
    await move(order.id, 'cancelled')
    // Only what the order still held goes back: the written-off one does not rise again.
    expect(await stock()).toBe(49)
    await agrees()
  })

  test('never has more units than were bought, whoever requests it how often', async () => {
    const { order, lineId } = await delivered(2)
    const all = await Promise.all(
      Array.from({ length: 6 }, () => askForReturn(shop, userId, request(order.id, lineId, 1))),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(2)
    const [first] = await shop.db.select().from(returns)
    if (!first) throw new Error('no return')
    await expect(
      shop.db.update(returnItems).set({ quantity: 2 }).where(eq(returnItems.returnId, first.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'return_items_within_bought' } })
    expect(await decide(first.id, 'refused')).toMatchObject({ ok: true })
    expect(await askForReturn(shop, userId, request(order.id, lineId, 1))).toMatchObject({
      ok: true,
    })
    await expect(
      shop.db
        .update(returns)
        .set({ status: 'approved', endedAt: null })
        .where(eq(returns.id, first.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'returns_ended_for_good' } })
  })

  test('is requested by the account that ordered, within the policy’s days, for items that can be returned', async () => {
    const { order, lineId } = await delivered()
    const other = (await aUser(shop)).userId
    expect(await askForReturn(shop, other, request(order.id, lineId, 1))).toMatchObject({
      reason: 'not-found',
    })
    expect(await askForReturn(shop, userId, request(order.id, lineId, 4))).toMatchObject({
      reason: 'return-lines-bad',
    })
    const asked = request(order.id, lineId, 1)
    await askForReturn(shop, userId, asked)
    expect(await callOffReturn(shop, other, '10.0.0.1', await seen(asked.id))).toMatchObject({
      reason: 'not-found',
    })
    expect(await callOffReturn(shop, userId, '10.0.0.1', await seen(asked.id))).toMatchObject({
      ok: true,
    })
    const at = shop.now()
    shop.now = () => new Date(at.getTime() + (SHOP.returnsDays + 1) * 86_400_000)
    expect(await askForReturn(shop, userId, request(order.id, lineId, 1))).toMatchObject({
      reason: 'return-too-late',
    })
    // Staff may all the same.
    expect(await noteReturn(shop, admin, request(order.id, lineId, 1))).toMatchObject({ ok: true })
  })

  test('is requested for an order that was sent but not marked as delivered', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const [line] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, order.id))
    const asked = request(order.id, line?.id ?? '', 1)
    expect(await askForReturn(shop, userId, asked)).toMatchObject({ reason: 'return-too-late' })
    await move(order.id, 'shipped')
    expect(await askForReturn(shop, userId, asked)).toMatchObject({ ok: true })
  })

  test('of one’s own order is noted, received and inspected by somebody else', async () => {
    const { order } = await aPaidOrder(shop, admin.userId, [{ product: dress }])
    await move(order.id, 'delivered')
    const [line] = await shop.db.select().from(orderItems)
    const asked = request(order.id, line?.id ?? '', 1)
    const found = [{ lineId: line?.id ?? '', restocked: 1, faulty: 0 }]
    const own = { ok: false, reason: 'return-own' }
    expect(await noteReturn(shop, admin, asked)).toEqual(own)
    expect(await shop.db.$count(returns)).toBe(0)
    expect(await askForReturn(shop, admin.userId, asked)).toMatchObject({ ok: true })
    await decide(asked.id, 'approved')
    expect(await decide(asked.id, 'received')).toEqual(own)
    const other = await anAdmin(shop)
    const received = { ...(await seen(asked.id)), to: 'received' as const, answer: null }
    expect(await decideReturn(shop, other, received)).toMatchObject({ ok: true })
    expect(await inspect(asked.id, found)).toEqual(own)
    const about = { ...(await seen(asked.id)), lines: found }
    expect(await inspectReturn(shop, other, about)).toMatchObject({ ok: true })
  })

  test('of an order that was never sent is refused', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    const [line] = await shop.db.select().from(orderItems)
    const asked = request(order.id, line?.id ?? '', 1)
    expect(await askForReturn(shop, userId, asked)).toMatchObject({ reason: 'return-too-late' })
    expect(await noteReturn(shop, admin, asked)).toMatchObject({ reason: 'return-too-late' })
  })

  test('is refused only with a message, and inspected only within what was sent back', async () => {
    const { order, lineId } = await delivered()
    const asked = request(order.id, lineId, 2)
    await askForReturn(shop, userId, asked)
    const bare = { ...(await seen(asked.id)), to: 'refused' as const, answer: null }
    expect(await decideReturn(shop, admin, bare)).toMatchObject({ reason: 'return-answer-missing' })
    expect(await inspect(asked.id, [])).toMatchObject({ reason: 'edited-meanwhile' })
    await decide(asked.id, 'approved')
    await decide(asked.id, 'received')
    for (const found of [
      { restocked: 2, faulty: 1 },
      { restocked: -1, faulty: 0 },
      { restocked: 0.5, faulty: 0 },
    ])
      expect(await inspect(asked.id, [{ lineId, ...found }])).toMatchObject({
        reason: 'inspected-too-many',
      })
    expect(await stock()).toBe(47)
  })

  test('whose refund needs a second person leaves the return unsettled and no refund half done', async () => {
    const { order, lineId } = await delivered(8)
    const asked = request(order.id, lineId, 8)
    await noteReturn(shop, admin, asked)
    await decide(asked.id, 'received')
    await inspect(asked.id, [{ lineId, restocked: 8, faulty: 0 }])
    const by = { refundId: randomUUID(), withDelivery: false, way: 'bank' as const }
    const settle = async (given: { reference: string } | null) =>
      settleReturn(shop, admin, { ...(await seen(asked.id)), by: { ...by, given } })
    expect(await settle({ reference: 'NB' })).toMatchObject({ reason: 'refund-second-first' })
    expect(await shop.db.select().from(refunds)).toEqual([])
    expect(await settle(null)).toMatchObject({ ok: true })
    expect(await shop.db.select().from(refunds)).toMatchObject([{ status: 'awaiting' }])
  })
})

describe('two people', () => {
  const changed = { ok: false, reason: 'edited-meanwhile' }
  async function received() {
    const { order, lineId } = await delivered()
    const asked = request(order.id, lineId, 2)
    await noteReturn(shop, admin, asked)
    await decide(asked.id, 'received')
    return { id: asked.id, lineId }
  }

  test('who settle a return at once, each with a payment of their own: one of them is refused', async () => {
    const { id, lineId } = await received()
    await inspect(id, [{ lineId, restocked: 2, faulty: 0 }])
    const about = await seen(id)
    const given = (reference: string) => ({
      refundId: randomUUID(),
      withDelivery: false,
      way: 'bank' as const,
      given: { reference },
    })
    const [mine, other] = [given('NB 1'), given('NB 2')]
    const settle = (by: typeof mine | null) => settleReturn(shop, admin, { ...about, by })
    const both = await Promise.all([settle(mine), settle(other)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(changed)
    const [first, second] = both[0]?.ok ? [mine, other] : [other, mine]
    expect(await shop.db.select().from(refunds)).toMatchObject([{ id: first.refundId }])
    expect(await settle(first)).toMatchObject({ ok: true, to: 'settled' })
    for (const by of [second, null]) expect(await settle(by)).toEqual(changed)
  })

  test('who settle a return at once, with a payment and without: whoever paid in vain is refused', async () => {
    const { id, lineId } = await received()
    await inspect(id, [{ lineId, restocked: 2, faulty: 0 }])
    const about = await seen(id)
    for (const _ of [1, 2])
      expect(await settleReturn(shop, admin, { ...about, by: null })).toMatchObject({ ok: true })
    const way = { way: 'bank' as const, given: { reference: 'NB 1' } }
    const by = { refundId: randomUUID(), withDelivery: false, ...way }
    expect(await settleReturn(shop, admin, { ...about, by })).toEqual(changed)
  })

  test('who inspect a return at once and count differently: one of them is refused', async () => {
    const { id, lineId } = await received()
    const about = await seen(id)
    const count = (restocked: number, faulty: number) =>
      inspectReturn(shop, admin, { ...about, lines: [{ lineId, restocked, faulty }] })
    const both = await Promise.all([count(2, 0), count(0, 2)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual(changed)
    const [line] = await shop.db.select().from(returnItems)
    const { restocked = 0, faulty = 0 } = line ?? {}
    expect(await stock()).toBe(47 + restocked)
    expect(await count(restocked, faulty)).toMatchObject({ ok: true, to: 'inspected' })
    const uncounted = { ...about, lines: [] }
    expect(await inspectReturn(shop, admin, uncounted)).toEqual(changed)
  })
})

describe('a form about a return that is sent again after a lost answer', () => {
  const changed = { ok: false, reason: 'edited-meanwhile' }

  test('settles it with the same refund, and is not confirmed for another one', async () => {
    const { order, lineId } = await delivered()
    const asked = { ...request(order.id, lineId, 2), isHere: true }
    await noteReturn(shop, admin, asked)
    await inspect(asked.id, [{ lineId, restocked: 2, faulty: 0 }])
    const about = await seen(asked.id)
    const by = {
      refundId: randomUUID(),
      withDelivery: false,
      way: 'bank' as const,
      given: { reference: 'NB 1' },
    }
    const settle = (other: Partial<SettledBy> = {}) =>
      settleReturn(shop, admin, { ...about, by: { ...by, ...other } })
    const first = await settle()
    expect(first).toMatchObject({ ok: true, to: 'settled' })
    expect(await settle()).toEqual(first)
    for (const other of [
      { given: { reference: 'NB 2' } },
      { withDelivery: true },
      { way: 'cash' as const, given: { shiftId: randomUUID() } },
      { way: 'credit' as const, given: null },
      { way: 'wallet' as const, given: null, wallet: { operator: 'tnm', phone: '0881234567' } },
    ])
      expect(await settle(other)).toEqual(changed)
    expect(await shop.db.select().from(refunds)).toHaveLength(1)
  })

  test('refuses it with the same answer, and is not confirmed with another one', async () => {
    const { order, lineId } = await delivered()
    const asked = request(order.id, lineId, 2)
    await askForReturn(shop, userId, asked)
    const about = await seen(asked.id)
    const refuse = (answer: string) =>
      decideReturn(shop, admin, { ...about, to: 'refused', answer })
    const first = await refuse('It was worn')
    expect(first).toMatchObject({ ok: true, to: 'refused' })
    expect(await refuse('It was worn')).toEqual(first)
    expect(await refuse('It came too late')).toEqual(changed)
  })

  test('requests it once, and is not confirmed with other lines, words or photos', async () => {
    const { order, lineId } = await delivered()
    const asked = request(order.id, lineId, 2)
    const first = await askForReturn(shop, userId, asked)
    expect(first).toMatchObject({ ok: true })
    expect(await askForReturn(shop, userId, asked)).toEqual(first)
    for (const other of [
      { lines: [{ lineId, units: 1 }] },
      { lines: [{ lineId, units: 2, chosen: dress.variantId }] },
      { lines: [...asked.lines, { lineId: randomUUID(), units: 1 }] },
      { reason: 'other-size' as const },
      { note: 'The zip is broken' },
      { pictures: [randomUUID()] },
    ])
      expect(await askForReturn(shop, userId, { ...asked, ...other })).toEqual(changed)
    expect(await shop.db.$count(returns)).toBe(1)
  })

  test('notes it once, and is not confirmed when the items are here after all, or are not', async () => {
    const { order, lineId } = await delivered()
    for (const isHere of [false, true]) {
      const asked = { ...request(order.id, lineId, 1), isHere }
      const first = await noteReturn(shop, admin, asked)
      expect(first).toMatchObject({ ok: true })
      const later = new Date(shop.now().getTime() + 60_000)
      shop.now = () => later
      if (!isHere) await decide(asked.id, 'received')
      expect(await noteReturn(shop, admin, asked)).toEqual(first)
      expect(await noteReturn(shop, admin, { ...asked, isHere: !isHere })).toEqual(changed)
    }
  })
})

test('returns, refunds and cancellations in any order give back no more than was paid and bought, and stock agrees', {
  tags: 'slow',
  timeout: 60_000,
}, async () => {
  let seed = 20261125
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % most
  }
  const { order, lineId } = await delivered(5)
  const ids: string[] = []
  for (let n = 0; n < 40; n += 1) {
    const id = ids[next(Math.max(1, ids.length))] ?? ''
    const version = (await readOrder(shop, order.id)).version
    const given = { reference: `NB ${n}` }
    const about = { way: 'bank' as const, given }
    const act = next(8)
    if (act <= 1) {
      const asked = request(order.id, lineId, 1 + next(3))
      if ((await askForReturn(shop, userId, asked)).ok) ids.push(asked.id)
    } else if (act === 2) await decide(id, 'approved')
    else if (act === 3) await decide(id, next(4) === 0 ? 'refused' : 'received')
    else if (act === 4) await inspect(id, [{ lineId, restocked: next(2), faulty: next(2) }])
    else if (act === 5)
      await settleReturn(shop, admin, {
        ...(await seen(id)),
        by: { ...about, refundId: randomUUID(), withDelivery: next(2) === 0 },
      })
    else if (act === 6)
      await requestRefund(shop, admin, {
        ...about,
        id: randomUUID(),
        orderId: order.id,
        version,
        what: { kind: 'amount', amount: 1 + next(30_000) },
        reason: 'goodwill',
        note: null,
      })
    else if (n > 30) await move(order.id, 'cancelled')
    const back = await shop.db.select().from(refunds)
    const sum = back.reduce((total, one) => total + one.amount, 0)
    expect(sum).toBeLessThanOrEqual(102_000)
    expect((await readOrder(shop, order.id)).refundedAmount).toBe(sum)
    const { units } = await listReturns(shop.db, order.id)
    expect(units[lineId] ?? 0).toBeLessThanOrEqual(5)
    await agrees()
  }
  expect(ids.length).toBeGreaterThan(0)
})
