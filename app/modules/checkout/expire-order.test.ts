import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orderEvents, orders, posSales, stockMovements } from '../../db/tables.server.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { cancelOwnOrder } from './cancel-own-order.ts'
import { expireForgotten, expireOrder, expirePosSale } from './expire-order.ts'
import { giveUpOrder } from './give-up-order.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  shop.now = () => new Date()
  dress = await aProduct(shop, { price: 20_000, stock: 50 })
  ;({ userId } = await aUser(shop))
})

const at = (time: Date | number) => {
  shop.now = () => new Date(time)
}
const order = async () => (await aPendingOrder(shop, userId, [{ product: dress }])).order
const read = async (id: string) => {
  const [found] = await shop.db.select().from(orders).where(eq(orders.id, id))
  if (!found) throw new Error('no order')
  return found
}
const lastEvent = async (id: string) =>
  (
    await shop.db
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(asc(orderEvents.id))
  ).at(-1)
const jobs = async () => {
  const { rows } = await shop.db.execute<{ name: string; id: string }>(
    sql`delete from pgboss.job where name like 'expire-%'
        returning name, coalesce(data ->> 'orderId', data ->> 'posSaleId') as id`,
  )
  return rows.map(({ name, id }) => [name, id])
}

describe('an order whose payment window has ended', () => {
  test('is cancelled at exactly that moment, and its history and the ledger say why', async () => {
    const { id, expiresAt } = await order()
    at(expiresAt.getTime() - 1)
    expect(await expireOrder(shop, id)).toBe(false)
    await jobs()
    at(expiresAt)
    expect(await expireOrder(shop, id)).toBe(true)
    expect(await read(id)).toMatchObject({ status: 'cancelled', cancelledAt: expiresAt })
    expect(await lastEvent(id)).toMatchObject({
      fromStatus: 'pending',
      toStatus: 'cancelled',
      note: { code: 'not-paid-in-time' },
      byUser: null,
    })
    const [, released] = await shop.db
      .select()
      .from(stockMovements)
      .orderBy(stockMovements.id)
      .offset(1)
    expect(released).toMatchObject({ kind: 'release', cause: 'not-paid-in-time' })
    expect(await jobs()).toEqual([])
  })

  test('sends its customer one email, which says that nothing was taken only if no money is under review', async () => {
    const notified = async (isUnderReview: boolean) => {
      const { id, expiresAt, orderNumber } = await order()
      if (isUnderReview)
        await shop.db.update(orders).set({ reviewReason: 'underpaid' }).where(eq(orders.id, id))
      at(expiresAt)
      expect(await expireOrder(shop, id)).toBe(true)
      expect(await expireOrder(shop, id)).toBe(false)
      const { rows } = await shop.db.execute<{ data: { subject: string } }>(
        sql`delete from pgboss.job where name = 'send-email' returning data`,
      )
      expect(rows.map(({ data }) => data.subject)).toEqual([
        `Your order ${orderNumber} was not paid in time`,
      ])
      return JSON.stringify(rows)
    }
    const unpaid = await notified(false)
    expect(unpaid).toContain('Nothing was taken')
    expect(unpaid).toContain('See your order, and order it again')
    const held = await notified(true)
    expect(held).not.toContain('Nothing was taken')
    expect(held).toContain('Please do not pay again')
  })

  test('keeps waiting when its window was extended while the provider was asked', async () => {
    const { id, expiresAt } = await order()
    at(expiresAt)
    const later = new Date(expiresAt.getTime() + 1)
    const verify = async () => {
      await shop.db.update(orders).set({ expiresAt: later })
      return { state: 'pending', report: { code: 'no-answer', seconds: 8 } } as const
    }
    const asking = { ...shop, payments: { ...shop.payments, verify } }
    expect(await expireOrder(asking, id)).toBe(false)
    expect(await read(id)).toMatchObject({ status: 'pending' })
  })

  test('that does not exist is not asked about again', async () => {
    expect(await expireOrder(shop, randomUUID())).toBe(false)
    expect(await jobs()).toEqual([])
  })
})

describe('the nightly check of unended orders and sales', () => {
  const HOUR = 3_600_000
  const night = async () => {
    await expireForgotten(shop)
    return jobs()
  }
  const aSale = async () => {
    const rung = await ringUpProviderSale(shop, userId, {
      lines: [{ ...dress, quantity: 1 }],
      totalAmount: 20_000,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: randomUUID(),
    })
    if (!rung.ok) throw new Error(rung.reason)
    return rung
  }

  test('ends an order from an hour after its window', async () => {
    const { id, expiresAt } = await order()
    const paid = await aPaidOrder(shop, userId, [{ product: dress }])
    await aPendingOrder(shop, userId, [{ product: dress }])
    const cancelled = await order()
    await giveUpOrder(shop, cancelled.id)
    // Staff set it back to waiting, though it is paid: it never ends by itself.
    await shop.db.update(orders).set({ status: 'pending' }).where(eq(orders.id, paid.order.id))
    await shop.db.update(orders).set({ expiresAt: sql`${orders.expiresAt} + interval '1 day'` })
    await shop.db
      .update(orders)
      .set({ expiresAt })
      .where(sql`${orders.id} in (${id}, ${cancelled.id}, ${paid.order.id})`)
    await jobs()
    at(expiresAt.getTime() + HOUR)
    expect(await night()).toEqual([])
    at(expiresAt.getTime() + HOUR + 1)
    expect(await night()).toEqual([['expire-order', id]])
  })

  test('ends a till sale, too, but none that has ended', async () => {
    const { sale } = await aSale()
    const ended = (await aSale()).sale
    await expirePosSale(shop, ended.id)
    await jobs()
    const end = sale.createdAt.getTime() + shop.config.paymentWindowMinutes * 60_000
    at(end + HOUR)
    expect(await night()).toEqual([])
    at(end + HOUR + 1000)
    expect(await night()).toEqual([['expire-pos-sale', sale.id]])
  })

  test('ends a till sale once, and leaves one that was paid or has ended meanwhile', async () => {
    const { sale, payment } = await aSale()
    expect(await expirePosSale(shop, sale.id)).toBe(true)
    expect(await expirePosSale(shop, sale.id)).toBe(false)
    expect(await expirePosSale(shop, randomUUID())).toBe(false)
    const next = await aSale()
    await shop.db.execute(
      sql`insert into sandbox_payments (reference, amount, currency, title, description, return_url)
          values (${next.payment.reference}, 20000, 'MWK', '', '', 'http://localhost/')`,
    )
    await payAtProvider(shop, next.payment.reference)
    expect(await expirePosSale(shop, next.sale.id)).toBe(false)
    const states = await shop.db.select().from(posSales).orderBy(asc(posSales.createdAt))
    expect(states.map(({ paymentStatus }) => paymentStatus)).toEqual(['failed', 'completed'])
    expect(payment.reference).not.toBe(next.payment.reference)
  })
})

describe('a buyer', () => {
  test('who cancels an order is named in its history, and gets the same answer when the request repeats', async () => {
    const { id, orderNumber } = await order()
    expect(await cancelOwnOrder(shop, userId, orderNumber)).toEqual({ ok: true })
    expect(await lastEvent(id)).toMatchObject({
      toStatus: 'cancelled',
      note: { code: 'cancelled-by-customer' },
      byUser: userId,
    })
    expect(await cancelOwnOrder(shop, userId, orderNumber)).toEqual({ ok: true })
  })

  test('who cancels an order again and again has the provider asked at most once a second, and not once it is cancelled', async () => {
    const { orderNumber } = await order()
    let asked = 0
    const verify = async () => {
      asked += 1
      return { state: 'pending', report: { code: 'not-paid-yet' } } as const
    }
    const asking = { ...shop, payments: { ...shop.payments, verify } }
    const cancel = () => cancelOwnOrder(asking, userId, orderNumber)
    for (const _ of [1, 2, 3]) expect(await cancel()).toEqual({ ok: true })
    const later = new Date(shop.now().getTime() + 60_000)
    expect(await cancelOwnOrder({ ...asking, now: () => later }, userId, orderNumber)).toEqual({
      ok: true,
    })
    expect(asked).toBe(1)
  })

  test('cannot cancel another customer’s or an unknown order', async () => {
    const { id, orderNumber } = await order()
    const missing = { ok: false, reason: 'order-not-found' }
    expect(await cancelOwnOrder(shop, (await aUser(shop)).userId, orderNumber)).toEqual(missing)
    expect(await cancelOwnOrder(shop, userId, 'FSC-2026-999999')).toEqual(missing)
    expect(await read(id)).toMatchObject({ status: 'pending' })
  })

  test('cannot cancel an order that is paid, at this moment or before, or that the shop cancelled', async () => {
    const refused = { ok: false, reason: 'order-not-cancellable' }
    const { order: made, payment } = await aPendingOrder(shop, userId, [{ product: dress }])
    const other = await order()
    await giveUpOrder(shop, other.id)
    await payAtProvider(shop, payment.reference)
    expect(await cancelOwnOrder(shop, userId, made.orderNumber)).toEqual(refused)
    expect(await read(made.id)).toMatchObject({ status: 'processing' })
    await shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, made.id))
    expect(await cancelOwnOrder(shop, userId, made.orderNumber)).toEqual(refused)
  })

  test('who returns without having paid cancels the order, and its history says so', async () => {
    const { id } = await order()
    expect(await giveUpOrder(shop, id)).toBe(true)
    expect(await lastEvent(id)).toMatchObject({ note: { code: 'payment-failed' }, byUser: null })
    expect(await giveUpOrder(shop, id)).toBe(false)
    expect(await giveUpOrder(shop, randomUUID())).toBe(false)
  })
})
