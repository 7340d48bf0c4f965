import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDeliveredOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import { credits, posSales, refunds, returns, variants } from '../../db/tables.server.ts'
import { SMALLEST_PAYMENT } from '../../rules/money.ts'
import { expirePosSale } from '../checkout/expire-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { paySale } from '../checkout/start-payment.ts'
import { giveUpSale } from '../checkout/till-payment.ts'
import { endOwnReserve } from '../credit/reserves/end-reserves.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { ringUpAtTill } from './exchange-by-mobile.ts'
import { takeBackAtTill } from './take-back-at-till.ts'

// docs/product.md, Exchanges at the till: of an order that a code paid, the rest by mobile money

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

const actor = (at = till) => ({
  userId: cashierId,
  ip: '10.0.0.1',
  role: 'cashier' as const,
  deviceId: at.deviceId,
  tillId: at.till.id,
})
/** An order that has arrived, and what the till asks for a piece of it: for the sale with this id. */
async function delivered() {
  const { userId } = await aUser(shop)
  const { order, lineId } = await aDeliveredOrder(shop, userId, [{ product: worn }])
  const lines = [{ lineId, quantity: 1, isRestocked: true }]
  const what = { orderId: order.id, lines, refund: WORN, reason: 'other-size' as const }
  return (at = till) => ({
    ...what,
    id: randomUUID(),
    shiftId: at.shiftId,
    approval: null,
    way: 'credit' as const,
    exchangeSaleId: randomUUID(),
  })
}
type Back = ReturnType<Awaited<ReturnType<typeof delivered>>>

/** The first question of the till: the piece is back, and its code is kept for the sale. */
const takeBack = (back: Back & { mobileAmount?: number }, at = till) =>
  takeBackAtTill(shop, actor(at), back)
/** The second one: the coat, which the code pays in part and mobile money the rest. */
const ring = ({ id: reserveId, exchangeSaleId }: Back, change: object = {}, at = till) =>
  ringUpAtTill(shop, actor(at), {
    ...at.mobileSale(dear, exchangeSaleId),
    credit: { reserveId, amount: WORN },
    ...change,
  })
async function begin(back: Back, change: object = {}) {
  const taken = await takeBack(back)
  const rung = await ring(back, change)
  if (!taken.ok || !rung.ok) throw new Error('not begun')
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  const { amount, reference } = rung.payment
  return { id: rung.sale.id, amount, reference, code: taken.creditCode ?? '' }
}
type Started = Awaited<ReturnType<typeof begin>>
async function pay({ reference }: Started) {
  await payAtProvider(shop, reference)
  await Promise.all([1, 2, 3].map(() => settlePayment(shop, reference)))
}

const saleOf = async (id: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, id)))[0]
const balance = async () => (await shop.db.select().from(credits))[0]?.balance
const stock = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const figures = async () => (await readShift(shop.db, till.shiftId))?.figures

describe('an exchange of an ordered item for a dearer one, paid by store credit and the rest by mobile money', () => {
  test('returns the item, reserves its code and pays, each once for repeated requests', async () => {
    const back = (await delivered())()
    const kept = { ok: true, credit: { id: back.id, amount: WORN } }
    expect(await Promise.all([takeBack(back), takeBack(back)])).toMatchObject([kept, kept])
    expect([await balance(), await stock(worn)]).toEqual([0, 50])
    const sale = await begin(back)
    expect(await ring(back)).toMatchObject({ payment: { reference: sale.reference } })
    expect(sale.amount).toBe(DEAR - WORN)
    const tender = { refund: WORN, amount: WORN, carried: WORN }
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({
      state: 'waiting',
      exchange: tender,
      credit: { amount: WORN },
    })
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: [],
      cashAmount: 0,
      creditAmount: WORN,
    })
    expect(await findTillSale(shop.db, sale.id)).toMatchObject({ state: 'paid', exchange: tender })
    expect(await shop.db.select().from(returns)).toMatchObject([{ tillSaleId: sale.id }])
    expect(await shop.db.select().from(refunds)).toMatchObject([{ id: back.id, amount: WORN }])
    expect([await balance(), await stock(worn), await stock(dear)]).toEqual([0, 50, 49])
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: DEAR - WORN })
    await booksAgree(shop)
  })

  test('is refused when the rest is below the provider’s smallest amount; an item already returned gets the same answer again', async () => {
    const back = (await delivered())()
    const small = { ...back, mobileAmount: SMALLEST_PAYMENT - 1 }
    expect(await takeBack(small)).toEqual({ ok: false, reason: 'pos-too-small' })
    const off = { ...shop, config: { ...shop.config, payments: 'off' as const } }
    const rest = { ...back, mobileAmount: DEAR - WORN }
    expect(await takeBackAtTill(off, actor(), rest)).toEqual({
      ok: false,
      reason: 'pos-payments-off',
    })
    expect([await shop.db.$count(returns), await stock(worn), await balance()]).toEqual([
      0,
      49,
      undefined,
    ])
    expect(await takeBack({ ...back, mobileAmount: SMALLEST_PAYMENT })).toMatchObject({ ok: true })
    expect(await takeBack(small)).toMatchObject({ ok: true, credit: { id: back.id } })
  })

  test('with a cash part, which the drawer holds: one sale with three ways to pay', async () => {
    const sale = await begin((await delivered())(), { cashAmount: 500 })
    expect(sale.amount).toBe(1500)
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({ cashAmount: 500, creditAmount: WORN })
    expect(await figures()).toMatchObject({ expected: 500, mobileMoney: 1500 })
    await booksAgree(shop)
  })

  test('interrupted before its payment was opened continues when repeated; when it is dropped the code belongs to the customer', async () => {
    const back = (await delivered())()
    await takeBack(back)
    const soldOut = { lines: [{ ...dear, quantity: 51 }], totalAmount: 51 * DEAR }
    expect(await ring(back, soldOut)).toMatchObject({ ok: false, reason: 'pos-stock' })
    expect(await takeBack(back)).toMatchObject({ credit: { id: back.id, amount: WORN } })
    await endOwnReserve(shop.db, back.id, actor())
    expect([await balance(), await stock(worn)]).toEqual([WORN, 50])
    await shop.db.update(credits).set({ status: 'blocked' })
    expect(await ring(back)).toMatchObject({ ok: false, reason: 'till-credit-over' })
    expect(await shop.db.$count(posSales)).toBe(0)
    await booksAgree(shop)
  })

  test.each([
    ['its cashier', (id: string) => giveUpSale(shop, id, actor())],
    ['its time', (id: string) => expirePosSale(shop, id)],
  ])(
    'given up by %s: the code has its part again, is reserved anew, and pays with cash',
    async (_, end) => {
      const back = (await delivered())()
      const sale = await begin(back)
      await end(sale.id)
      expect([await balance(), await stock(worn), await stock(dear)]).toEqual([WORN, 50, 50])
      // The till asks for the code by the same return, whose reserve is over.
      expect(await takeBack(back)).toMatchObject({ ok: true, credit: null, creditCode: sale.code })
      const again = await till.reserve(sale.code, DEAR)
      if (!again.ok) throw new Error(again.reason)
      const sold = till.sale(dear, 1, { credit: again.credit })
      expect(await till.send(sold)).toMatchObject([{ reviewReasons: [] }])
      expect(await figures()).toMatchObject({ expected: DEAR - WORN })
      // Its money comes all the same, and its code is spent: a person decides.
      await pay(sale)
      const { reviewReasons = [], reviewNotes = [] } = (await saleOf(sale.id)) ?? {}
      expect(reviewReasons).toEqual(['paid-late', 'sum-differs'])
      expect(reviewNotes).toMatchObject([
        { code: 'paid-late' },
        { code: 'credit-short', amount: WORN, taken: 0 },
      ])
      await booksAgree(shop)
    },
  )

  test('paid late: the code pays its part again as long as it has the balance', async () => {
    const sale = await begin((await delivered())())
    await giveUpSale(shop, sale.id, actor())
    await pay(sale)
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late'],
      creditAmount: WORN,
    })
    expect([await balance(), await stock(worn), await stock(dear)]).toEqual([0, 50, 49])
    await booksAgree(shop)
  })

  test('at two tills at once: one returns the item, and its code pays one sale', async () => {
    const order = await delivered()
    const other = await aTillAtShop(shop, cashierId)
    const both = [order(), order(other)] as const
    const answers = await Promise.all([takeBack(both[0]), takeBack(both[1], other)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await shop.db.$count(returns)).toBe(1)
    const isFirst = answers[0].ok
    const [at, back] = isFirst ? [till, both[0]] : [other, both[1]]
    const rival = { ...back, exchangeSaleId: randomUUID() }
    const rung = await Promise.all([ring(back, {}, at), ring(rival, {}, at)])
    expect(rung.filter(({ ok }) => ok)).toHaveLength(1)
    expect(rung).toContainEqual({ ok: false, reason: 'till-credit-over' })
    // Another device has no part in it.
    const elsewhere = { ...back, exchangeSaleId: randomUUID() }
    expect(await ring(elsewhere, {}, isFirst ? other : till)).toMatchObject({
      reason: 'till-credit-over',
    })
    expect([await balance(), await stock(worn), await stock(dear)]).toEqual([0, 50, 49])
    await booksAgree(shop)
  })
})
