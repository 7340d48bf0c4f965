import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  anAdmin,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import {
  credits,
  payments,
  posReturns,
  posSales,
  shortSaleEnds,
  variants,
} from '../../db/tables.server.ts'
import type { CreditInCart } from '../../rules/credit/reserve.ts'
import type { CashSale } from '../../rules/till/till-events.ts'
import { isShort } from '../../rules/till/till-payment.ts'
import { issueCredit } from '../credit/issue-credit.ts'
import { readSold, weighReturn } from '../till/returns/weigh-return.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import { ringUpProviderSale, type SaleRequest } from '../till/sales/ring-up-sale.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { endShortSale } from '../till/short-sales/end-short-sale.ts'
import { expirePosSale } from './expire-order.ts'
import { settlePayment } from './settle-payment.ts'
import { paySale } from './start-payment.ts'
import { giveUpSale } from './till-payment.ts'

// docs/product.md, Exchanges at the till: the difference by mobile money

const shop = useShop()
const WORN = 8000
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>
let worn: TestProduct
let dear: TestProduct
type Till = typeof till

beforeEach(async () => {
  worn = await aProduct(shop, { name: 'Wrap Dress M', price: WORN, stock: 50 })
  dear = await aProduct(shop, { name: 'Coat', price: 10_000, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
})

/** What the till asks for: one piece of a sale for a coat, the rest by mobile money; `credit`: what a code had paid. */
function asked(at: Till, sold: CashSale, credit = 0, change: object = {}) {
  const id: string = randomUUID()
  const shiftId: string = at.shiftId
  const lineId = sold.lines[0]?.id ?? ''
  return {
    lines: [{ ...dear, quantity: 1 }],
    totalAmount: dear.price,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: id,
    saleId: id,
    tillId: at.till.id,
    shiftId,
    deviceId: at.deviceId,
    exchange: {
      id: randomUUID(),
      number: sold.number ?? '',
      lines: [{ lineId, quantity: 1, amount: WORN, isRestocked: true }],
      refund: WORN,
      credit,
      reason: 'Exchange',
      approval: null,
      ...change,
    },
  }
}
type TillRequest = ReturnType<typeof asked>
const ring = (one: TillRequest & Pick<SaleRequest, 'cashAmount' | 'credit'>) =>
  ringUpProviderSale(shop, cashierId, one)
async function begin(one: Parameters<typeof ring>[0]) {
  const rung = await ring(one)
  if (!rung.ok) throw new Error(rung.reason)
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  const { amount, reference } = rung.payment
  return { id: rung.sale.id, amount, reference }
}
async function sell(pieces = 1) {
  const sold = till.sale(worn, pieces)
  await till.send(sold)
  return sold
}
async function pay({ reference }: { reference: string }) {
  await payAtProvider(shop, reference)
  return settlePayment(shop, reference)
}
const saleOf = async (id: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, id)))[0]
const returned = () => shop.db.select().from(posReturns)
const stock = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const figures = async (at = till) => (await readShift(shop.db, at.shiftId))?.figures

describe('an exchange for a dearer item with the rest by mobile money', () => {
  test('returns the item when the new one is paid, once however often the payment is reported', async () => {
    const one = asked(till, await sell())
    const sale = await begin(one)
    expect(await begin(one)).toMatchObject({ id: sale.id, reference: sale.reference })
    expect(sale.amount).toBe(2000)
    const tender = { number: one.exchange.number, refund: WORN, amount: WORN, carried: 0 }
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({
      state: 'waiting',
      exchange: tender,
    })
    expect([await returned(), await stock(worn), await stock(dear)]).toEqual([[], 49, 49])
    await payAtProvider(shop, sale.reference)
    await Promise.all([1, 2, 3].map(() => settlePayment(shop, sale.reference)))
    await settlePayment(shop, sale.reference)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: [],
      cashAmount: WORN,
    })
    expect(await returned()).toMatchObject([
      { id: one.exchange.id, paidSaleId: sale.id, exchangeAmount: WORN, reviewReasons: [] },
    ])
    expect([await stock(worn), await stock(dear)]).toEqual([50, 49])
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({ state: 'paid', exchange: tender })
    expect(await figures()).toMatchObject({
      expected: WORN,
      mobileMoney: 2000,
      refunds: WORN,
      exchanges: 1,
      exchanged: WORN,
    })
    await booksAgree(shop)
  })

  test('settled after its shift was counted leaves the counted drawer unchanged', async () => {
    const sale = await begin(asked(till, await sell()))
    await till.send(till.close())
    await pay(sale)
    expect(await returned()).toMatchObject([{ shiftId: till.shiftId, reviewReasons: [] }])
    expect(await figures()).toMatchObject({ expected: WORN, mobileMoney: 2000 })
  })

  test('interrupted between the money and the record writes nothing, and the next check completes it', async () => {
    const sale = await begin(asked(till, await sell()))
    await payAtProvider(shop, sale.reference)
    const table = sql.raw('ALTER TABLE pos_return_items')
    await shop.db.execute(sql`${table} ADD CONSTRAINT cut CHECK (quantity < 0) NOT VALID`)
    const mend = () => shop.db.execute(sql`${table} DROP CONSTRAINT IF EXISTS cut`)
    onTestFinished(async () => void (await mend()))
    await expect(settlePayment(shop, sale.reference)).rejects.toThrow()
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'pending' })
    expect([await returned(), await stock(worn), await stock(dear)]).toEqual([[], 49, 49])
    await mend()
    // The timer asks the provider before it ends what waits.
    expect(await expirePosSale(shop, sale.id)).toBe(false)
    expect(await saleOf(sale.id)).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
    expect(await returned()).toHaveLength(1)
    await booksAgree(shop)
  })

  test('is not paid without the return, nor as a late payment: the database refuses that', async () => {
    const sale = await begin(asked(till, await sell()))
    const late = {
      reviewReasons: ['paid-late' as const],
      reviewNotes: [{ code: 'paid-late' as const, amount: 2000, reference: sale.reference }],
    }
    for (const reviewed of [{}, late]) {
      const paid = shop.db
        .update(posSales)
        .set({ paymentStatus: 'completed', ...reviewed })
        .where(eq(posSales.id, sale.id))
      await expect(paid).rejects.toMatchObject({ cause: { constraint: 'pos_sales_exchange_made' } })
    }
  })

  test('is refused before a payment is opened: other items, another worth, too little, no drawer, no approval', async () => {
    const sold = await sell()
    const changed = { ok: false, reason: 'till-exchange-changed' }
    const dearer = { refund: WORN + 1, lines: [] }
    expect(await ring(asked(till, sold, 0, dearer))).toEqual(changed)
    const line = { lineId: sold.lines[0]?.id ?? '', quantity: 1, amount: WORN, isRestocked: true }
    for (const wrong of [
      // Another worth than its lines say, more than was paid, a line of another receipt beside it, more pieces than
      // there are.
      { refund: WORN - 1 },
      { refund: WORN + 1, lines: [{ ...line, amount: WORN + 1 }] },
      { lines: [line, { ...line, lineId: randomUUID(), amount: 0 }] },
      { lines: [{ ...line, quantity: 2 }] },
    ])
      expect(await ring(asked(till, sold, 0, wrong)), JSON.stringify(wrong)).toEqual(changed)
    expect(await ring(asked(till, sold, 1000))).toEqual(changed)
    expect(await ring(asked(till, sold, 0, { number: 'POS-2026-999999' }))).toEqual(changed)
    expect(await ring({ ...asked(till, sold), saleId: randomUUID() })).toEqual(changed)
    const noDrawer = { ...asked(till, sold), shiftId: undefined as unknown as string }
    expect(await ring(noDrawer)).toMatchObject({ reason: 'pos-shift' })
    expect(await ring({ ...asked(till, sold), cashAmount: 1990 })).toMatchObject({
      reason: 'pos-too-small',
    })
    await till.send(till.back(sold, 1))
    expect(await ring(asked(till, sold))).toEqual(changed)
    // All that came back of it counts: MK 56,000 of one receipt are more than a cashier gives back alone.
    const many = await sell(10)
    await till.send(till.back(many, 6))
    expect(await ring(asked(till, many))).toMatchObject({ reason: 'till-refund' })
    expect(await shop.db.$count(payments)).toBe(0)
    expect(await stock(dear)).toBe(50)
  })
})

describe('an item that is exchanged twice', () => {
  test('at two tills by mobile money is returned once, and the other sale goes under review with its money', async () => {
    const sold = await sell()
    const other = await aTillAtShop(shop, cashierId)
    const both = [await begin(asked(till, sold)), await begin(asked(other, sold))]
    for (const { reference } of both) await payAtProvider(shop, reference)
    await Promise.all(both.map(({ reference }) => settlePayment(shop, reference)))
    for (const { id } of both)
      expect(await saleOf(id)).toMatchObject({ paymentStatus: 'completed' })
    const reasons = (await returned()).map(({ reviewReasons }) => reviewReasons)
    expect(reasons).toHaveLength(2)
    expect(reasons.filter((one) => one.includes('returned-twice'))).toHaveLength(1)
    expect(reasons).toContainEqual([])
    expect([await stock(worn), await stock(dear)]).toEqual([50, 48])
    await booksAgree(shop)
  })

  test('called off and then paid late is returned with the sale, which goes under review', async () => {
    const sale = await begin(asked(till, await sell()))
    expect(await giveUpSale(shop, sale.id, { userId: cashierId, ip: '10.0.0.1' })).toBe(true)
    expect([await returned(), await stock(dear)]).toEqual([[], 50])
    for (const _ of [1, 2]) await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late', 'sum-differs'],
      reviewNotes: [{ code: 'paid-late' }, { code: 'exchange-late' }],
      cashAmount: WORN,
    })
    expect(await returned()).toMatchObject([{ reviewReasons: [] }])
    expect([await stock(worn), await stock(dear)]).toEqual([50, 49])
    expect(await figures()).toMatchObject({ expected: WORN, mobileMoney: 2000 })
    await booksAgree(shop)
  })

  test('called off, exchanged in cash and then paid late is returned once, and the money goes under review', async () => {
    const sold = await sell()
    const sale = await begin(asked(till, sold))
    await giveUpSale(shop, sale.id, { userId: cashierId, ip: '10.0.0.1' })
    await till.send(till.back(sold, 1))
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late', 'sum-differs'],
      reviewNotes: [{ code: 'paid-late' }, { code: 'exchange-not-made', amount: WORN }],
      cashAmount: 0,
      unpaidAmount: WORN,
    })
    // To the till it is held, with the part that came: no receipt, and nothing comes back of it.
    const seen = await findTillSale(shop.db, sale.id)
    expect(seen).toMatchObject({ state: 'held', unpaidAmount: WORN, exchange: null })
    expect(seen && isShort(seen)).toBe(true)
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: 2000 })
    await booksAgree(shop)
    expect(await returned()).toHaveLength(1)
    expect(await stock(worn)).toBe(50)
    expect((await shop.db.select().from(payments))[0]).toMatchObject({ status: 'paid' })
    // Nor does a till that is offline give money for it unseen, or exchange it.
    const number = seen?.saleNumber ?? ''
    const coat = till.sale(dear, 1)
    const lines = coat.lines.map((line) => ({ ...line, id: seen?.lines[0]?.id ?? '' }))
    const short = { ...coat, number, lines }
    expect(await ring(asked(till, short))).toMatchObject({
      reason: 'till-exchange-changed',
    })
    await till.send(till.back(short, 1))
    expect((await returned()).map(({ reviewReasons }) => reviewReasons)).toContainEqual([
      'sum-differs',
    ])
  })

  test('called off, exchanged in cash and then paid late with a cash part counts none of that cash', async () => {
    const sold = await sell()
    const sale = await begin({ ...asked(till, sold), cashAmount: 500 })
    await giveUpSale(shop, sale.id, { userId: cashierId, ip: '10.0.0.1' })
    await till.send(till.back(sold, 1))
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      reviewNotes: [
        { code: 'paid-late' },
        { code: 'exchange-not-made' },
        { code: 'cash-not-counted', amount: 500 },
      ],
      cashAmount: 0,
      unpaidAmount: WORN + 500,
    })
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: 1500 })
  })
})

type Uuid = ReturnType<typeof randomUUID>
/** A voucher, and what the till reserves of it, under an id. */
async function aCode(amount = 5000) {
  const voucher = { kind: 'voucher', amount, email: null, reason: 'Cash' } as const
  await issueCredit(shop, await anAdmin(shop), { id: randomUUID(), ...voucher })
  const code = async () => (await shop.db.select().from(credits))[0]
  const typed = (await code())?.code ?? ''
  const reserve = async (amount: number, id: string = randomUUID()) => {
    const reserved = await till.reserve(typed, amount, randomUUID(), id as Uuid)
    return (reserved.ok ? reserved.credit : null) as CreditInCart
  }
  return { balance: async () => (await code())?.balance, reserve }
}

describe('an item paid by a store credit code', () => {
  test('alone, and returned by a late payment, keeps its sale from being called off while the cash is missing', async () => {
    const { reserve } = await aCode(WORN)
    const credit = await reserve(WORN)
    const sold = till.sale(worn, 1, { credit })
    await till.send(sold)
    const sale = await begin({ ...asked(till, sold, WORN), cashAmount: 500 })
    await giveUpSale(shop, sale.id, { userId: cashierId, ip: '10.0.0.1' })
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({ cashAmount: 0, unpaidAmount: 500 })
    expect(await returned()).toMatchObject([{ paidSaleId: sale.id, creditAmount: WORN }])
    const one = { id: randomUUID(), way: 'bank', amount: 1500 } as const
    const admin = await anAdmin(shop)
    const off = {
      ...one,
      saleId: sale.id,
      outcome: 'called-off',
      given: { reference: 'FT 1' },
    } as const
    expect(await endShortSale(shop, admin, off)).toMatchObject({ reason: 'short-not-called-off' })
    const row = { ...one, outcome: off.outcome, reference: 'FT 1', endedBy: admin.userId }
    await expect(
      shop.db.insert(shortSaleEnds).values({ ...row, posSaleId: sale.id, endedAt: shop.now() }),
    ).rejects.toMatchObject({ cause: { constraint: 'short_sale_ends_whole' } })
    // Nor goes back of it what was never paid.
    const { totalAmount = 0, unpaidAmount = 0 } = (await saleOf(sale.id)) ?? {}
    const lines = (await findTillSale(shop.db, sale.id))?.lines ?? []
    const all = lines.map(({ id, quantity }) => ({
      lineId: id,
      quantity,
      amount: 0,
      isRestocked: true,
    }))
    const items = await shop.db.transaction((db) => readSold(db, sale.id))
    expect(weighReturn({ totalAmount, unpaidAmount }, items, all)).toMatchObject({ most: 9500 })
  })

  test('still pays the exchange by its code, and a sale that is given up leaves the code as it was', async () => {
    const { balance, reserve } = await aCode()
    const credit = await reserve(WORN)
    const sold = till.sale(worn, 1, { credit })
    await till.send(sold)
    const given = await begin(asked(till, sold, 5000))
    await giveUpSale(shop, given.id, { userId: cashierId, ip: '10.0.0.1' })
    expect(await balance()).toBe(0)
    const sale = await begin(asked(till, sold, 5000))
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      reviewReasons: [],
      cashAmount: 3000,
      creditAmount: 5000,
    })
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({
      credit: { amount: 5000 },
      exchange: { carried: 5000 },
    })
    expect(await balance()).toBe(0)
    expect(await figures()).toMatchObject({ expected: 3000, exchanges: 1, exchanged: 3000 })
    await booksAgree(shop)
  })

  test('allows no other code on the exchange, not even for nothing; an item that was paid in cash does', async () => {
    const { balance, reserve } = await aCode()
    const paid = till.sale(worn, 1, { credit: await reserve(4000) })
    const inCash = till.sale(worn, 1)
    await till.send(paid, inCash)
    const { id: reserveId } = await reserve(1000)
    const credit = { reserveId, amount: 0 }
    expect(await ring({ ...asked(till, paid, 4000), credit })).toMatchObject({
      reason: 'till-exchange-code',
    })
    expect(await ring({ ...asked(till, inCash), credit })).toMatchObject({
      reason: 'till-credit-over',
    })
    const sale = await begin({ ...asked(till, inCash), credit: { reserveId, amount: 1000 } })
    expect(sale.amount).toBe(1000)
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({ creditAmount: 1000, cashAmount: WORN })
    expect(await balance()).toBe(0)
    await booksAgree(shop)
  })

  test('is refused as a return with the id of a reserve, because the reserve would take its code', async () => {
    const { balance, reserve } = await aCode()
    const sold = till.sale(worn, 1, { credit: await reserve(3000) })
    await till.send(sold)
    const one = asked(till, sold, 3000)
    const [before, late] = [await begin(one), await begin(asked(till, sold, 3000))]
    await giveUpSale(shop, late.id, { userId: cashierId, ip: '10.0.0.1' })
    const given = (await saleOf(late.id))?.exchange?.id
    for (const id of [one.exchange.id, given]) await reserve(500, id)
    const again = asked(till, sold, 3000, { id: given })
    expect(await ring(again)).toMatchObject({ reason: 'till-exchange-changed' })
    for (const sale of [before, late]) {
      await pay(sale)
      expect(await saleOf(sale.id)).toMatchObject({
        paymentStatus: 'completed',
        reviewReasons: expect.arrayContaining(['sum-differs']),
        unpaidAmount: WORN,
        creditAmount: 0,
      })
    }
    expect([await returned(), await balance()]).toEqual([[], 1000])
    expect(await figures()).toMatchObject({ mobileMoney: 4000 })
  })
})
