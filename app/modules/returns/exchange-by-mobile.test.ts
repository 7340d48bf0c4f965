// @module-tag slow
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  aDeliveredOrder,
  anAdmin,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import {
  orders,
  payments,
  posSales,
  refunds,
  returns,
  shiftCash,
  variants,
} from '../../db/tables.server.ts'
import { cashOnceDone, formatProgress, MONEY_IS_IN } from '../../rules/messages/till/till.ts'
import { isShort } from '../../rules/till/till-payment.ts'
import { expireForgotten, expirePosSale } from '../checkout/expire-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { paySale } from '../checkout/start-payment.ts'
import { giveUpSale, openPageAgain } from '../checkout/till-payment.ts'
import { isOver, lockOrdersOf } from '../orders/anonymize-orders.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import type { SaleRequest } from '../till/sales/ring-up-sale.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { endShortSale } from '../till/short-sales/end-short-sale.ts'
import { ringUpAtTill } from './exchange-by-mobile.ts'
import { takeBackAsAgreed } from './take-back-as-agreed.ts'
import { takeBackAtTill } from './take-back-at-till.ts'

// docs/product.md, Exchanges at the till: of an order of the web shop, the difference by mobile money

const shop = useShop()
const WORN = 8000
const DEAR = 10_000
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>
let worn: TestProduct
let dear: TestProduct

beforeEach(async () => {
  worn = await aProduct(shop, { name: 'Wrap Dress M', price: WORN, stock: 50 })
  dear = await aProduct(shop, { name: 'Coat', price: DEAR, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
})

const actor = () => ({ userId: cashierId, ip: '10.0.0.1', role: 'cashier' as const })
async function delivered(quantity = 1) {
  const { userId } = await aUser(shop)
  const { order, lineId } = await aDeliveredOrder(shop, userId, [{ product: worn, quantity }])
  return { orderId: order.id, number: order.orderNumber, lineId }
}
type Delivered = Awaited<ReturnType<typeof delivered>>

/** One piece of an order for a coat, the rest by mobile money. */
function asked(order: Delivered, change: object = {}, at = till) {
  return {
    ...at.mobileSale(dear),
    exchange: {
      id: randomUUID() as string,
      number: order.number,
      lines: [{ lineId: order.lineId, quantity: 1, amount: WORN, isRestocked: true }],
      refund: WORN,
      credit: 0,
      reason: 'Other size',
      approval: null,
      order: { id: order.orderId, reason: 'other-size' as const },
      ...change,
    },
  }
}
const ring = (one: SaleRequest) => ringUpAtTill(shop, actor(), one)
async function begin(one: SaleRequest) {
  const rung = await ring(one)
  if (!rung.ok) throw new Error(rung.reason)
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  const { amount, reference } = rung.payment
  return { id: rung.sale.id, amount, reference }
}
type Started = Awaited<ReturnType<typeof begin>>
/** The money is heard of, which leaves the job. */
async function settle({ reference }: Started) {
  await payAtProvider(shop, reference)
  return settlePayment(shop, reference)
}
const takeBack = ({ id: posSaleId, reference }: Started) =>
  takeBackAsAgreed(shop, { posSaleId, reference })
async function pay(sale: Started) {
  await settle(sale)
  await takeBack(sale)
}
/** The piece comes back in cash at that till, whatever else was agreed to for it. */
const inCash = ({ orderId, lineId }: Delivered) =>
  takeBackAtTill(
    shop,
    { ...actor(), deviceId: till.deviceId, tillId: till.till.id },
    {
      id: randomUUID(),
      orderId,
      shiftId: till.shiftId,
      reason: 'other-size',
      refund: WORN,
      approval: null,
      way: 'cash',
      lines: [{ lineId, quantity: 1, isRestocked: true }],
    },
  )
const saleOf = async (id: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, id)))[0]
const returned = () => shop.db.select().from(returns)
const stock = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const figures = async (at = till) => (await readShift(shop.db, at.shiftId))?.figures
const jobsLeft = async () =>
  Number(
    (
      await shop.db.execute<{ count: string }>(
        sql`select count(*) from pgboss.job where name = 'take-back-order'`,
      )
    ).rows[0]?.count,
  )

describe('an exchange of an ordered item for a dearer one, with the rest by mobile money', () => {
  test('returns the item with the sale that it pays, once however often payment and job report', async () => {
    const order = await delivered()
    const one = asked(order)
    const sale = await begin(one)
    expect(await begin(one)).toMatchObject({ id: sale.id, reference: sale.reference })
    expect(sale.amount).toBe(DEAR - WORN)
    const tender = { number: order.number, refund: WORN, amount: WORN, carried: 0 }
    const waiting = { state: 'waiting', exchange: tender }
    expect(await findTillSale(shop.db, sale.id)).toMatchObject(waiting)
    // What was tried out before the payment was asked for is rolled back.
    expect([await returned(), await stock(worn), await stock(dear)]).toEqual([[], 49, 49])
    await payAtProvider(shop, sale.reference)
    await Promise.all([1, 2, 3].map(() => settlePayment(shop, sale.reference)))
    expect(await jobsLeft()).toBe(1)
    expect(await findTillSale(shop.db, sale.id)).toMatchObject(waiting)
    await Promise.all([1, 2, 3].map(() => takeBack(sale)))
    await settlePayment(shop, sale.reference)
    await takeBack(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: [],
      cashAmount: WORN,
      unpaidAmount: 0,
    })
    const { id } = one.exchange
    expect(await returned()).toMatchObject([{ id, tillSaleId: sale.id, status: 'settled' }])
    const refund = { id, amount: WORN, way: 'cash', status: 'done', shiftId: till.shiftId }
    expect(await shop.db.select().from(refunds)).toMatchObject([refund])
    expect([await stock(worn), await stock(dear)]).toEqual([50, 49])
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({ state: 'paid', exchange: tender })
    expect(await figures()).toMatchObject({
      expected: 0,
      mobileMoney: DEAR - WORN,
      orderExchanges: 1,
      ordersExchanged: WORN,
    })
    // Sent once more it is the same sale, though its piece cannot come back again.
    expect(await ring(one)).toMatchObject({ ok: true, sale: { id: sale.id } })
    expect(await ring(asked(order))).toMatchObject({ ok: false, reason: 'return-lines-bad' })
    await booksAgree(shop)
  })

  test('settled after its shift was counted, on the day of its sale, leaves the counted drawer unchanged', async () => {
    const sale = await begin(asked(await delivered()))
    await till.send(till.close())
    await pay(sale)
    const sold = await saleOf(sale.id)
    expect(sold).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
    expect(await shop.db.select().from(refunds)).toMatchObject([{ endedAt: sold?.createdAt }])
    expect(await shop.db.select().from(shiftCash)).toMatchObject([
      { shiftId: till.shiftId, amount: -WORN, at: sold?.createdAt },
    ])
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: DEAR - WORN })
    await booksAgree(shop)
  })

  test('with a cash part, which the drawer holds', async () => {
    const sale = await begin({ ...asked(await delivered()), cashAmount: 500 })
    expect(sale.amount).toBe(1500)
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({ cashAmount: WORN + 500, reviewReasons: [] })
    expect(await figures()).toMatchObject({ expected: 500, mobileMoney: 1500 })
  })

  test('interrupted between the money and the record writes neither, and the job completes it when it runs again', async () => {
    const sale = await begin(asked(await delivered()))
    await settle(sale)
    const table = sql.raw('ALTER TABLE pos_sales')
    await shop.db.execute(
      sql`${table} ADD CONSTRAINT cut CHECK (payment_status <> 'completed') NOT VALID`,
    )
    const mend = () => shop.db.execute(sql`${table} DROP CONSTRAINT IF EXISTS cut`)
    onTestFinished(async () => void (await mend()))
    await expect(takeBack(sale)).rejects.toThrow()
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'pending', cashAmount: WORN })
    expect([await returned(), await stock(worn), await stock(dear)]).toEqual([[], 49, 49])
    expect(await shop.db.$count(shiftCash)).toBe(0)
    await mend()
    await takeBack(sale)
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
    expect(await returned()).toHaveLength(1)
    await booksAgree(shop)
  })

  test('with its money in is neither called off nor given another page, and its timer restores a lost job', async () => {
    const sale = await begin(asked(await delivered()))
    await settle(sale)
    const seen = await findTillSale(shop.db, sale.id)
    expect(seen).toMatchObject({ state: 'waiting', payment: { isIn: true, checkoutUrl: null } })
    expect(seen && formatProgress(seen)).toBe(MONEY_IS_IN)
    // Its part in cash is not asked for before: nothing may come back any more.
    expect(cashOnceDone({ amount: 500, isIn: true })).toMatch(/500 in cash, once the exchange is/)
    await shop.db.execute(sql`delete from pgboss.job where name = 'take-back-order'`)
    expect(await giveUpSale(shop, sale.id, actor())).toBe(false)
    expect(await openPageAgain(shop, sale.id)).toMatchObject({ reason: 'pos-not-waiting' })
    expect(await expirePosSale(shop, sale.id)).toBe(false)
    expect(await jobsLeft()).toBe(1)
    for (const paymentStatus of ['cancelled', 'failed'] as const) {
      const ended = shop.db.update(posSales).set({ paymentStatus }).where(eq(posSales.id, sale.id))
      await expect(ended).rejects.toMatchObject({
        cause: { constraint: 'pos_sales_exchange_awaited' },
      })
    }
    await takeBack(sale)
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
  })

  test('prevents the erasure of its order while it waits', async () => {
    const order = await delivered()
    const { userId } = await readOrder(shop, order.orderId)
    const held = () => shop.db.transaction((db) => lockOrdersOf(db, userId ?? ''))
    expect((await held()).map(isOver)).toEqual([true])
    const sale = await begin(asked(order))
    expect((await held()).map(isOver)).toEqual([false])
    await pay(sale)
    expect((await held()).map(isOver)).toEqual([true])
  })

  test('is not paid without the return, nor with a receipt’s note: the database refuses that', async () => {
    const sale = await begin(asked(await delivered()))
    const { number = '' } = (await saleOf(sale.id))?.exchange ?? {}
    const note = { code: 'exchange-not-made' as const, number, amount: WORN }
    for (const noted of [{}, { reviewReasons: ['sum-differs' as const], reviewNotes: [note] }]) {
      const paid = shop.db
        .update(posSales)
        .set({ paymentStatus: 'completed', ...noted })
        .where(eq(posSales.id, sale.id))
      await expect(paid).rejects.toMatchObject({ cause: { constraint: 'pos_sales_exchange_made' } })
    }
  })

  test('is refused before a payment is opened: another amount, too many units, no drawer, no approval', async () => {
    const order = await delivered(10)
    const changed = { ok: false, reason: 'till-exchange-changed' }
    expect(await ring(asked(order, { refund: WORN - 1 }))).toMatchObject({ ok: false })
    const line = { lineId: order.lineId, quantity: 11, amount: WORN, isRestocked: true }
    expect(await ring(asked(order, { lines: [line] }))).toMatchObject({
      reason: 'return-lines-bad',
    })
    const gone = { id: randomUUID(), reason: 'faulty' as const }
    expect(await ring(asked(order, { order: gone }))).toEqual(changed)
    expect(await ring(asked(order, { credit: 1 }))).toEqual(changed)
    expect(await ring({ ...asked(order), saleId: randomUUID() })).toEqual(changed)
    const noDrawer = { ...asked(order), shiftId: undefined }
    expect(await ring(noDrawer)).toMatchObject({ reason: 'pos-shift' })
    expect(await ring({ ...asked(order), tillId: undefined })).toMatchObject({
      reason: 'pos-shift',
    })
    expect(await ring(asked(order, { number: 'ZV-2026-0' }))).toEqual(changed)
    // The sale alone knows of an order what was agreed to, and nobody sends that.
    const other = await aTillAtShop(shop, cashierId)
    expect(await ring({ ...asked(order, {}, other), tillId: till.till.id })).toMatchObject({
      reason: 'drawer-not-open',
    })
    // More than a cashier gives back alone; what came long ago needs a PIN however small it is.
    const many = asked(order, { refund: 7 * WORN, lines: [{ ...line, quantity: 7 }] })
    const dearer = { lines: [{ ...dear, quantity: 6 }], totalAmount: 6 * DEAR }
    expect(await ring({ ...many, ...dearer })).toMatchObject({ reason: 'till-refund' })
    await shop.db.update(orders).set({ deliveredAt: new Date('2020-01-01') })
    expect(await ring(asked(order))).toMatchObject({ reason: 'till-refund-late' })
    expect(await shop.db.$count(payments)).toBe(1)
    expect([await stock(dear), await shop.db.$count(returns)]).toEqual([50, 0])
  })
})

test('a cashier’s limit cannot be exceeded by sales that wait at the same time: both are exchanged, and go under review', async () => {
  const order = await delivered(8)
  const four = () => ({
    ...asked(order, {
      refund: 4 * WORN,
      lines: [{ lineId: order.lineId, quantity: 4, amount: 4 * WORN, isRestocked: true }],
    }),
    lines: [{ ...dear, quantity: 4 }],
    totalAmount: 4 * DEAR,
  })
  const both = [await begin(four()), await begin(four())]
  for (const sale of both) await pay(sale)
  const paid = { paymentStatus: 'completed', unpaidAmount: 0, handledAt: null }
  expect(await Promise.all(both.map(({ id }) => saleOf(id)))).toMatchObject([
    { ...paid, reviewReasons: [] },
    { ...paid, reviewReasons: ['refund-unapproved'], reviewNotes: [] },
  ])
  expect(await returned()).toHaveLength(2)
  await booksAgree(shop)
})

describe('an item that was returned otherwise', () => {
  test('under the same id leaves the sale short of money, and its job does not get stuck', async () => {
    const order = await delivered(2)
    const { id } = asked(order).exchange
    const both = [await begin(asked(order, { id })), await begin(asked(order, { id }))]
    for (const sale of both) await pay(sale)
    expect(await Promise.all(both.map(({ id }) => saleOf(id)))).toMatchObject([
      { paymentStatus: 'completed', reviewReasons: [], unpaidAmount: 0 },
      { paymentStatus: 'completed', reviewReasons: ['sum-differs'], unpaidAmount: WORN },
    ])
    expect(await returned()).toHaveLength(1)
    await booksAgree(shop)
  })

  test('by two sales paid at once is returned once, and the other sale is not fully paid', async () => {
    const order = await delivered()
    const other = await aTillAtShop(shop, cashierId)
    const both = [await begin(asked(order)), await begin(asked(order, {}, other))]
    await Promise.all(both.map(settle))
    await Promise.all(both.flatMap((sale) => [takeBack(sale), takeBack(sale)]))
    const sales = await shop.db.select().from(posSales).orderBy(posSales.unpaidAmount)
    expect(sales).toMatchObject([
      { paymentStatus: 'completed', reviewReasons: [], unpaidAmount: 0, cashAmount: WORN },
      {
        paymentStatus: 'completed',
        reviewReasons: ['sum-differs'],
        reviewNotes: [{ code: 'order-not-exchanged', number: order.number, amount: WORN }],
        unpaidAmount: WORN,
        cashAmount: 0,
      },
    ])
    const held = await findTillSale(shop.db, sales[1]?.id ?? '')
    expect(held && isShort(held)).toBe(true)
    expect(await returned()).toHaveLength(1)
    expect([await stock(worn), await stock(dear)]).toEqual([50, 48])
    await booksAgree(shop)
    // Its money goes back, and its items are for sale again.
    const { id: saleId = '' } = sales[1] ?? {}
    const off = { id: randomUUID(), saleId, outcome: 'called-off', way: 'bank' } as const
    const end = { ...off, amount: DEAR - WORN, given: { reference: 'FT 1' } }
    expect(await endShortSale(shop, await anAdmin(shop), end)).toMatchObject({ ok: true })
    expect(await stock(dear)).toBe(49)
    await booksAgree(shop)
  })

  test('in cash while the payment or its job waits is not returned twice', async () => {
    for (const isPaidFirst of [false, true]) {
      const order = await delivered()
      const sale = await begin(asked(order))
      if (isPaidFirst) await settle(sale)
      expect(await inCash(order)).toMatchObject({ ok: true })
      await pay(sale)
      expect(await saleOf(sale.id)).toMatchObject({
        paymentStatus: 'completed',
        reviewReasons: ['sum-differs'],
        unpaidAmount: WORN,
      })
    }
    expect(await returned()).toHaveLength(2)
    expect(await stock(worn)).toBe(50)
    expect(await figures()).toMatchObject({ expected: -2 * WORN, mobileMoney: 2 * (DEAR - WORN) })
    await booksAgree(shop)
  })

  test('in cash at the same moment as the job is returned by one of them', async () => {
    const order = await delivered()
    const sale = await begin(asked(order))
    await settle(sale)
    const [cash] = await Promise.all([inCash(order), takeBack(sale)])
    expect(await returned()).toHaveLength(1)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      unpaidAmount: cash.ok ? WORN : 0,
    })
    expect(await stock(worn)).toBe(50)
    await booksAgree(shop)
  })
})

describe('late money for an exchange', () => {
  test('returns the item with the sale if it still can, once, and the sale goes under review', async () => {
    const sale = await begin({ ...asked(await delivered()), cashAmount: 500 })
    expect(await giveUpSale(shop, sale.id, actor())).toBe(true)
    expect([await returned(), await stock(dear)]).toEqual([[], 50])
    for (const _ of [1, 2]) await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late', 'sum-differs'],
      reviewNotes: [
        { code: 'paid-late' },
        { code: 'exchange-late' },
        { code: 'cash-not-counted', amount: 500 },
      ],
      cashAmount: WORN,
      unpaidAmount: 500,
    })
    expect([await stock(worn), await stock(dear)]).toEqual([50, 49])
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: 1500 })
    await booksAgree(shop)
  })

  test('whose job was lost is found by the nightly check', async () => {
    const sale = await begin(asked(await delivered()))
    await giveUpSale(shop, sale.id, actor())
    const unpaid = await begin(asked(await delivered()))
    await giveUpSale(shop, unpaid.id, actor())
    await settle(sale)
    await shop.db.execute(
      sql`delete from pgboss.job where name in ('take-back-order', 'expire-pos-sale')`,
    )
    const night = { ...shop, now: () => new Date(Date.now() + 86_400_000) }
    await expireForgotten(night)
    const { rows } = await shop.db.execute<{ id: string }>(
      sql`select data ->> 'posSaleId' as id from pgboss.job where name = 'expire-pos-sale'`,
    )
    expect(rows).toEqual([{ id: sale.id }])
    expect(await expirePosSale(night, unpaid.id)).toBe(false)
    expect(await jobsLeft()).toBe(0)
    expect(await expirePosSale(night, sale.id)).toBe(false)
    expect(await jobsLeft()).toBe(1)
    const jobs = await shop.db.execute<{ data: object }>(
      sql`select data from pgboss.job where name = 'take-back-order'`,
    )
    expect(jobs.rows).toEqual([{ data: { posSaleId: sale.id, reference: sale.reference } }])
    await takeBack(sale)
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'completed', unpaidAmount: 0 })
    expect(await expirePosSale(night, sale.id)).toBe(false)
    expect(await jobsLeft()).toBe(1)
  })

  test('after the item was exchanged otherwise leaves the sale short, and returns nothing twice', async () => {
    const order = await delivered()
    const sale = await begin(asked(order))
    await giveUpSale(shop, sale.id, actor())
    await inCash(order)
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late', 'sum-differs'],
      reviewNotes: [{ code: 'paid-late' }, { code: 'order-not-exchanged' }],
      cashAmount: 0,
      unpaidAmount: WORN,
    })
    expect(await returned()).toHaveLength(1)
    await booksAgree(shop)
  })

  test('that arrives twice, before the job or after it, makes one sale, and a person refunds the second payment', async () => {
    for (const isJobFirst of [false, true]) {
      const sale = await begin(asked(await delivered()))
      await openPageAgain(shop, sale.id)
      const all = await shop.db.select().from(payments).where(eq(payments.posSaleId, sale.id))
      const second = all.find(({ reference }) => reference !== sale.reference)
      await settle(sale)
      const isIn = async () => (await findTillSale(shop.db, sale.id))?.payment?.isIn
      // Of two pages one is paid, and the sale waits for its job; after that there is nothing to wait for.
      expect(await isIn()).toBe(true)
      if (isJobFirst) await takeBack(sale)
      expect(await isIn()).toBe(!isJobFirst)
      await settle({ ...sale, reference: second?.reference ?? '' })
      await takeBack(sale)
      await takeBack({ ...sale, reference: second?.reference ?? '' })
      expect(await saleOf(sale.id)).toMatchObject({
        paymentStatus: 'completed',
        reviewReasons: ['sum-differs'],
        reviewNotes: [{ code: 'paid-twice', reference: second?.reference }],
        unpaidAmount: 0,
      })
    }
    expect(await returned()).toHaveLength(2)
    await booksAgree(shop)
  })
})
