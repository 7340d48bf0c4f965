import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDeliveredOrder,
  anAdmin,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { makeAnothers } from '../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import {
  creditReserves,
  credits,
  posReturns,
  posSales,
  refunds,
  returns,
  unreadableTillEvents,
  variants,
} from '../../db/tables.server.ts'
import type { CreditInCart } from '../../rules/credit/reserve.ts'
import type { CashSale } from '../../rules/till/till-events.ts'
import { exchangeParts } from '../../rules/till/till-sale.ts'
import { issueCredit } from '../credit/issue-credit.ts'
import { readToday } from '../reports/read-today.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { findOrderAtTill } from './find-order-at-till.ts'
import { askForReturn } from './request-return.ts'
import { takeBackAtTill } from './take-back-at-till.ts'

// docs/product.md, Exchanges at the till

const shop = useShop()
const SMALL = 8000
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>
let worn: TestProduct
let same: TestProduct
let dear: TestProduct
let cheap: TestProduct

beforeEach(async () => {
  worn = await aProduct(shop, { name: 'Wrap Dress M', price: SMALL, stock: 50 })
  same = await aProduct(shop, { name: 'Wrap Dress L', price: SMALL, stock: 50 })
  dear = await aProduct(shop, { name: 'Coat', price: 10_000, stock: 50 })
  cheap = await aProduct(shop, { name: 'Scarf', price: 6000, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
})

type Till = typeof till
/**
 * One piece of a sale for one of another product, as the till makes both; `code`: what a code had paid of the piece.
 */
function exchange(
  at: Till,
  sold: CashSale,
  product: TestProduct,
  { code = 0, creditCode }: { code?: number; creditCode?: string } = {},
) {
  const sale = at.sale(product, 1)
  const refund = Math.floor(sold.totalAmount / (sold.lines[0]?.quantity ?? 1))
  const parts = exchangeParts({ refund, credit: code }, sale.totalAmount)
  const { amount, credit } = parts
  const back = at.back(sold, 1, parts.onCode, {
    refund,
    lines: [{ lineId: sold.lines[0]?.id ?? '', quantity: 1, amount: refund, isRestocked: true }],
    exchangeSaleId: sale.id,
    exchange: { amount, credit },
    ...(creditCode ? { creditCode } : {}),
  })
  const paid: CashSale = {
    ...sale,
    cashGiven: sale.totalAmount - credit,
    exchange: { number: sold.number ?? '', refund, amount, carried: credit },
    ...(credit > 0 ? { credit: { reserveId: back.id, ending: 'ABCD', amount: credit } } : {}),
  }
  return { back, paid, both: [back, paid] as const }
}
const figures = async (at = till) => (await readShift(shop.db, at.shiftId))?.figures
const drawer = async (at = till) => (await figures(at))?.expected
const stock = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
async function allAgrees() {
  await booksAgree(shop)
  expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
}

describe('an exchange of an item by receipt at the till', () => {
  test('moves both in stock and the difference in the drawer, once even when it is sent again', async () => {
    const sold = till.sale(worn, 4)
    await till.send(sold)
    const plain = [{ reviewReasons: [] }, { reviewReasons: [] }]
    const takes = [
      { product: same, drawer: 32_000, amount: SMALL },
      { product: dear, drawer: 34_000, amount: SMALL },
      { product: cheap, drawer: 32_000, amount: 6000 },
    ]
    for (const { product, drawer: holds, amount } of takes) {
      const { both, paid } = exchange(till, sold, product)
      const first = await till.send(...both)
      expect(first).toMatchObject(plain)
      expect(await till.send(...both)).toEqual(first)
      expect(await drawer()).toBe(holds)
      expect(await stock(product)).toBe(49)
      const { number } = sold
      expect(await findTillSale(shop.db, paid.number ?? '')).toMatchObject({
        exchange: { number, refund: SMALL, amount, carried: 0 },
      })
    }
    expect(await stock(worn)).toBe(49)
    // What is above it on a new code, which leaves the drawer as it is.
    const { both } = exchange(till, sold, cheap, { creditCode: '23456789ABCD' })
    expect(await till.send(...both)).toMatchObject(plain)
    expect(await drawer()).toBe(32_000)
    expect(await shop.db.select().from(credits)).toMatchObject([{ kind: 'return', balance: 2000 }])
    await allAgrees()
  })

  test('values the item at what was paid for it, after its share of the discount', async () => {
    const full = till.sale(worn, 2)
    const sold = { ...full, discount: 3000, totalAmount: 13_000, cashGiven: 13_000 }
    await till.send(sold)
    const { both } = exchange(till, sold, same)
    expect(both[0].refund).toBe(6500)
    expect(await till.send(...both)).toMatchObject([{ reviewReasons: [] }, { reviewReasons: [] }])
    expect(await drawer()).toBe(14_500)
    await allAgrees()
  })

  test('at two tills at once: the second goes under review, and the item is returned once', async () => {
    const sold = till.sale(worn, 1)
    await till.send(sold)
    const other = await aTillAtShop(shop, cashierId)
    const [one, two] = [exchange(till, sold, same), exchange(other, sold, dear)]
    const sent = await Promise.all([till.send(...one.both), other.send(...two.both)])
    const reasons = sent.flat().flatMap(({ reviewReasons }) => reviewReasons)
    expect(reasons).toContain('returned-twice')
    expect(sent.filter((both) => both.every((it) => it.reviewReasons.length === 0))).toHaveLength(1)
    expect(await stock(worn)).toBe(50)
    expect([await stock(same), await stock(dear)]).toEqual([49, 49])
    await allAgrees()
  })

  test('pays one sale: a second return that names it goes under review, and the database refuses it', async () => {
    const sold = till.sale(worn, 2)
    await till.send(sold)
    const first = exchange(till, sold, same)
    await till.send(...first.both)
    const again = exchange(till, sold, same)
    const back = { ...again.back, exchangeSaleId: first.paid.id }
    expect(await till.send(back)).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(
      (await shop.db.select().from(posReturns).orderBy(posReturns.receivedAt)).map(
        ({ exchangeAmount }) => exchangeAmount,
      ),
    ).toEqual([SMALL, 0])
    await expect(
      shop.db
        .update(posReturns)
        .set({ exchangeAmount: 1, paidSaleId: first.paid.id })
        .where(eq(posReturns.id, back.id)),
    ).rejects.toMatchObject({ cause: { constraint: 'pos_returns_exchanged_once' } })
  })
})

describe('an exchanged item that was paid by a code', () => {
  let code: { id: string; code: string }
  const balance = async () =>
    (await shop.db.select().from(credits).where(eq(credits.id, code.id)))[0]?.balance
  async function soldByCode(amount: number) {
    const id = randomUUID()
    const voucher = { id, kind: 'voucher', amount, email: null, reason: 'Paid in cash' } as const
    await issueCredit(shop, await anAdmin(shop), voucher)
    code = { id, code: (await shop.db.select().from(credits))[0]?.code ?? '' }
    const reserved = await till.reserve(code.code, SMALL)
    const credit = (reserved.ok ? reserved.credit : null) as CreditInCart
    const sold = till.sale(worn, 1, { credit })
    await till.send(sold)
    await makeAnothers(shop, sold)
    return sold
  }

  test('still pays by the code: none of it becomes cash, and the next return refunds it to the code', async () => {
    const sold = await soldByCode(5000)
    expect(await drawer()).toBe(3000)
    const { both, paid } = exchange(till, sold, same, { code: 5000 })
    for (const _ of [1, 2])
      expect(await till.send(...both)).toMatchObject([{ reviewReasons: [] }, { reviewReasons: [] }])
    expect([await balance(), await drawer()]).toEqual([0, 3000])
    expect(await findTillSale(shop.db, paid.number ?? '')).toMatchObject({
      credit: { amount: 5000 },
      exchange: { carried: 5000 },
    })
    await makeAnothers(shop, paid)
    expect(await till.send(till.back(paid, 1, 5000))).toMatchObject([{ reviewReasons: [] }])
    expect([await balance(), await drawer()]).toEqual([5000, 0])
    await allAgrees()
  })

  test('first refunds to the code what the new item does not cost', async () => {
    const sold = await soldByCode(5000)
    const { both } = exchange(till, sold, cheap, { code: 5000 })
    expect(await till.send(...both)).toMatchObject([{ reviewReasons: [] }, { reviewReasons: [] }])
    expect([await balance(), await drawer()]).toEqual([2000, 3000])
    const [, sale] = await shop.db.select().from(posSales).orderBy(posSales.saleNumber)
    expect(sale).toMatchObject({ creditAmount: 3000, cashAmount: 3000 })
    await allAgrees()
  })

  test('pays even if its return is under review: the refund to the code stays blocked', async () => {
    const sold = await soldByCode(5000)
    const { back, paid } = exchange(till, sold, cheap, { code: 5000 })
    const unproven = { ...back, cashierId: randomUUID() }
    for (const _ of [1, 2])
      expect(await till.send(unproven, paid)).toMatchObject([
        { reviewReasons: ['maker-unproven'] },
        { reviewReasons: [] },
      ])
    expect(await shop.db.select().from(credits)).toMatchObject([
      { status: 'blocked', balance: 2000 },
    ])
    await makeAnothers(shop, paid)
    expect(await till.send(till.back(paid, 1, 3000))).toMatchObject([{ reviewReasons: [] }])
    expect([await balance(), await drawer()]).toEqual([5000, 0])
    await allAgrees()
  })

  test('pays at this till only, whatever till the sale names, and no more than was exchanged', async () => {
    const sold = await soldByCode(SMALL)
    const { back, paid } = exchange(till, sold, cheap, { code: SMALL })
    const { creditBack: _onCode, ...plain } = back
    const lying = {
      ...plain,
      exchange: { amount: 1000, credit: 1000 },
      creditCode: '23456789ABCD',
    }
    expect(await till.send(lying, { ...paid, tillId: randomUUID() })).toMatchObject([
      { reviewReasons: ['sum-differs'] },
      { reviewReasons: ['sum-differs'] },
    ])
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
    const carried = eq(creditReserves.id, back.id)
    expect(await shop.db.select().from(creditReserves).where(carried)).toMatchObject([
      { amount: 1000, tillId: till.till.id, shiftId: till.shiftId },
    ])
  })
})

describe('an item of an online order exchanged at the till', () => {
  async function delivered() {
    const { userId } = await aUser(shop)
    const { order, lineId } = await aDeliveredOrder(shop, userId, [{ product: worn }])
    return { userId, orderId: order.id, number: order.orderNumber, lineId }
  }
  type Delivered = Awaited<ReturnType<typeof delivered>>
  const actor = () => ({
    userId: cashierId,
    ip: '10.0.0.1',
    role: 'cashier' as const,
    deviceId: till.deviceId,
    tillId: till.till.id,
  })
  const asked = ({ orderId, lineId }: Delivered, exchangeSaleId: string) => ({
    id: randomUUID(),
    orderId,
    shiftId: till.shiftId,
    exchangeSaleId,
    reason: 'other-size' as const,
    refund: SMALL,
    approval: null,
    way: 'cash' as const,
    lines: [
      {
        lineId,
        quantity: 1,
        isRestocked: true,
      },
    ],
  })

  test('is returned and pays the sale at the till; a repeated request changes nothing', async () => {
    const order = await delivered()
    expect(await findOrderAtTill(shop.db, order.number)).toMatchObject({
      order: { lines: [{ productId: worn.productId, variantId: worn.variantId }] },
    })
    const sale = till.sale(dear, 1)
    const back = asked(order, sale.id)
    for (const _ of [1, 2])
      expect(await takeBackAtTill(shop, actor(), back)).toMatchObject({ ok: true, refund: SMALL })
    // Until its sale is there its cash has left.
    const out = { cashOut: SMALL, orderExchanges: 0, ordersExchanged: 0 }
    expect(await figures()).toMatchObject(out)
    expect(await till.send(sale)).toMatchObject([{ reviewReasons: [] }])
    expect(await drawer()).toBe(2000)
    expect(await figures()).toMatchObject({ ...out, orderExchanges: 1, ordersExchanged: SMALL })
    expect(await readToday(shop)).toMatchObject({ cash: 2000 })
    expect([await stock(worn), await stock(dear)]).toEqual([50, 49])
    expect(await findTillSale(shop.db, sale.number)).toMatchObject({
      exchange: { number: order.number, refund: SMALL, amount: SMALL },
    })
    const other = asked(await delivered(), sale.id)
    expect(await takeBackAtTill(shop, actor(), other)).toMatchObject({ reason: 'edited-meanwhile' })
    await allAgrees()
  })

  test('for a cheaper one refunds the difference from the drawer, which does not count as exchanged', async () => {
    const sale = till.sale(cheap, 1)
    await takeBackAtTill(shop, actor(), asked(await delivered(), sale.id))
    await till.send(sale)
    expect(await figures()).toMatchObject({ cashOut: SMALL, ordersExchanged: 6000, exchanged: 0 })
    await allAgrees()
  })

  test('as store credit: its code is reserved for the sale at once, pays it, and keeps the rest', async () => {
    for (const { product, paysOf, cash, left } of [
      { product: cheap, paysOf: 6000, cash: 0, left: 2000 },
      { product: dear, paysOf: SMALL, cash: 2000, left: 0 },
    ]) {
      const order = await delivered()
      const sale = till.sale(product, 1)
      const back = { ...asked(order, sale.id), way: 'credit' as const }
      const kept = { id: back.id, amount: SMALL }
      const answers = [
        await takeBackAtTill(shop, actor(), back),
        await takeBackAtTill(shop, actor(), back),
      ]
      expect(answers).toMatchObject([{ credit: kept }, { credit: kept }])
      const before = (await drawer()) ?? 0
      const credit = { reserveId: back.id, ending: 'ABCD', amount: paysOf }
      const exchange = { number: order.number, refund: SMALL, amount: paysOf, carried: paysOf }
      const paid = { ...sale, credit, exchange, cashGiven: cash }
      for (const _ of [1, 2]) expect(await till.send(paid)).toMatchObject([{ reviewReasons: [] }])
      expect(await drawer()).toBe(before + cash)
      expect(await findTillSale(shop.db, paid.number ?? '')).toMatchObject({ exchange })
      const [made] = await shop.db
        .select({ balance: credits.balance })
        .from(credits)
        .innerJoin(creditReserves, eq(creditReserves.creditId, credits.id))
        .where(eq(creditReserves.id, back.id))
      expect(made).toEqual({ balance: left })
      // Its sale is there, so that nothing can be kept once more.
      expect(await takeBackAtTill(shop, actor(), back)).toMatchObject({ ok: true, credit: null })
    }
    await allAgrees()
  })

  test('as store credit that another device has reserved: the answer has the code only', async () => {
    const order = await delivered()
    const back = { ...asked(order, randomUUID()), way: 'credit' as const }
    const other = { ...actor(), deviceId: randomUUID() }
    expect(await takeBackAtTill(shop, other, back)).toMatchObject({ credit: { amount: SMALL } })
    expect(await takeBackAtTill(shop, actor(), back)).toMatchObject({
      ok: true,
      credit: null,
      creditCode: expect.stringMatching(/^\w{12}$/) as string,
    })
  })

  test('beside an online return request for the same item is returned once and refunded once', async () => {
    for (const isWebFirst of [true, false]) {
      const order = await delivered()
      const { userId, orderId, lineId } = order
      const lines = [{ lineId, units: 1 }]
      const web = { id: randomUUID(), orderId, reason: 'faulty' as const, note: null, lines }
      const atTill = () => takeBackAtTill(shop, actor(), asked(order, randomUUID()))
      const onWeb = () => askForReturn(shop, userId, web)
      const acts = isWebFirst ? [onWeb(), atTill()] : [atTill(), onWeb()]
      await Promise.all(acts)
      const all = await shop.db.select().from(returns).where(eq(returns.orderId, orderId))
      expect(all.filter(({ status }) => status === 'settled')).toHaveLength(1)
      expect(all.filter(({ status }) => status === 'requested' || status === 'approved')).toEqual(
        [],
      )
      expect(
        await shop.db.select().from(refunds).where(eq(refunds.orderId, orderId)),
      ).toMatchObject([{ amount: SMALL, status: 'done' }])
    }
    expect(await stock(worn)).toBe(50)
    await allAgrees()
  })
})
