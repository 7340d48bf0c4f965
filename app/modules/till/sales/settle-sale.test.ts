import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { recordQueries } from '../../../../tests/support/queries.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { booksAgree } from '../../../../tests/support/till/books.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  credits,
  posReturns,
  posSaleItems,
  posSales,
  profiles,
  stockMovements,
  tillPins,
} from '../../../db/tables.server.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { liveProof } from '../devices/approval-keys.ts'
import { type RungUp, ringUpProviderSale, type SaleRequest } from './ring-up-sale.ts'
import { endSale, lockSale, receiveSaleMoney } from './settle-sale.ts'

// docs/product.md, Exchanges at the till: what comes back for a sale that mobile money pays; money that comes late

const shop = useShop()
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>
let worn: TestProduct
let dear: TestProduct

beforeEach(async () => {
  worn = await aProduct(shop, { name: 'Gown', price: 60_000, stock: 20 })
  dear = await aProduct(shop, { name: 'Coat', price: 70_000, stock: 20 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
})

/** A coat by mobile money. */
const plain = (change: Partial<SaleRequest> = {}): SaleRequest => {
  const id = randomUUID()
  return {
    lines: [{ ...dear, quantity: 1 }],
    totalAmount: dear.price,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: id,
    saleId: id,
    tillId: till.till.id,
    shiftId: till.shiftId,
    deviceId: till.deviceId,
    ...change,
  }
}
const ring = (asked: SaleRequest) => ringUpProviderSale(shop, cashierId, asked)
async function begin(asked: SaleRequest) {
  const rung = await ring(asked)
  if (!rung.ok) throw new Error(rung.reason)
  return rung
}
const pay = ({ sale, payment }: RungUp) =>
  shop.db.transaction(async (db) => {
    const locked = await lockSale(db, sale.id)
    if (locked) await receiveSaleMoney(shop, db, locked, payment)
  })
const giveUp = ({ sale }: RungUp, byUser: string | null = cashierId) =>
  shop.db.transaction((db) => endSale(db, sale.id, byUser ? 'cashier' : 'timer', byUser))
const saleOf = async ({ sale }: RungUp) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, sale.id)))[0]
const returned = () => shop.db.select().from(posReturns)
const movesOf = async ({ sale }: RungUp) =>
  (
    await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.posSaleId, sale.id))
      .orderBy(stockMovements.id)
  ).map(({ kind, quantity, cause, byUser }) => ({ kind, quantity, cause, byUser }))

async function sell(quantity = 1, credit?: Parameters<typeof till.sale>[2]) {
  const sold = till.sale(worn, quantity, credit)
  await till.send(sold)
  return sold
}
/** The piece of a sale for a coat; `credit`: what a code had paid of it. */
function exchangeOf(sold: CashSale, { credit = 0, refund = worn.price } = {}) {
  const lineId = sold.lines[0]?.id ?? ''
  return {
    id: randomUUID() as string,
    number: sold.number ?? '',
    lines: [{ lineId, quantity: 1, amount: refund, isRestocked: true }],
    refund,
    credit,
    reason: 'Exchange',
    approval: null,
  }
}
/** A code of MK 5,000, and its reserve at the till. */
async function aReserve(amount: number) {
  const voucher = { kind: 'voucher', amount: 5000, email: null, reason: 'Cash' } as const
  await issueCredit(shop, await anAdmin(shop), { id: randomUUID(), ...voucher })
  const [code] = await shop.db.select().from(credits)
  const reserved = await till.reserve(code?.code ?? '', amount)
  if (!reserved.ok) throw new Error(reserved.reason)
  return reserved.credit
}
const balance = async () => (await shop.db.select().from(credits))[0]?.balance

describe('an exchanged item above a cashier’s refund limit', () => {
  async function approved(exchange: ReturnType<typeof exchangeOf>) {
    const by = (await aUser(shop, 'admin')).userId
    const pin = { userId: by, salt: 'salt', key: 'ab'.repeat(32), approves: true }
    await shop.db.insert(tillPins).values(pin)
    const asked = { returnId: exchange.id, refund: exchange.refund }
    const proof = liveProof(shop.config.sessionSecret, by, till.deviceId, asked)
    return { by, proof }
  }

  test('is exchanged with an approval of this item only, and names the approver', async () => {
    const exchange = exchangeOf(await sell())
    const asked = plain({ exchange })
    const refused = { ok: false, reason: 'till-refund' }
    expect(await ring(asked)).toEqual(refused)
    const approval = await approved(exchange)
    const other = exchangeOf(await sell())
    expect(await ring(plain({ exchange: { ...other, approval } }))).toEqual(refused)
    const rung = await begin({ ...asked, exchange: { ...exchange, approval } })
    expect(await saleOf(rung)).toMatchObject({ exchange: { approvedBy: approval.by } })
    await pay(rung)
    expect(await movesOf(rung)).toMatchObject([
      { kind: 'reservation', quantity: -1 },
      { kind: 'release', quantity: 1 },
      { kind: 'pos_sale', quantity: -1 },
    ])
    expect(await returned()).toMatchObject([{ approvedBy: approval.by, reviewReasons: [] }])
    expect(await saleOf(rung)).toMatchObject({ reviewReasons: [], reviewNotes: [] })
    await booksAgree(shop)
  })
})

test('an item that the cashier has bought is exchanged only with somebody else’s approval, if there is anybody', async () => {
  worn = await aProduct(shop, { name: 'Wrap Dress', price: 20_000, stock: 20 })
  const own = await sell()
  const number = '0991 234 567'
  await shop.db.update(posSales).set({ customerPhone: number }).where(eq(posSales.id, own.id))
  await shop.db.update(profiles).set({ phone: '+265991234567' })
  const exchange = exchangeOf(own)
  const asked = plain({ exchange })
  const refused = { ok: false, reason: 'till-refund' }
  const { userId: by } = await aUser(shop, 'admin')
  expect(await ring(asked)).toEqual(refused)
  const what = { returnId: exchange.id, refund: exchange.refund }
  const proof = liveProof(shop.config.sessionSecret, by, till.deviceId, what)
  expect(
    await ring({ ...asked, exchange: { ...exchange, approval: { by, proof } } }),
  ).toMatchObject({
    ok: true,
  })
  // Made by them alone it pays the sale, and no money leaves.
  expect(await ring(plain({ exchange: exchangeOf(await sell()) }))).toMatchObject({ ok: true })
  // Not returned to stock, it is money.
  const worthless = exchangeOf(await sell())
  const lines = worthless.lines.map((line) => ({ ...line, isRestocked: false }))
  expect(await ring(plain({ exchange: { ...worthless, lines } }))).toEqual(refused)
})

test('an item that an admin has bought is exchanged alone while no other admin has a PIN, and goes under review', async () => {
  worn = await aProduct(shop, { name: 'Wrap Dress', price: 20_000, stock: 20 })
  const own = await sell()
  const number = '0991 234 567'
  await shop.db.update(posSales).set({ customerPhone: number }).where(eq(posSales.id, own.id))
  await shop.db
    .update(profiles)
    .set({ phone: number, role: 'admin' })
    .where(eq(profiles.userId, cashierId))
  const other = await aUser(shop, 'admin')
  const asked = plain({ exchange: exchangeOf(own) })
  await shop.db
    .insert(tillPins)
    .values({ userId: other.userId, salt: 's', key: 'k', approves: true })
  expect(await ring(asked)).toEqual({ ok: false, reason: 'till-refund' })
  await shop.db.update(tillPins).set({ approves: false })
  await pay(await begin(asked))
  expect(await returned()).toMatchObject([{ reviewReasons: ['refund-unapproved'] }])
})

describe('a return that pays for a sale by mobile money', () => {
  beforeEach(async () => {
    worn = await aProduct(shop, { name: 'Wrap Dress', price: 20_000, stock: 20 })
  })

  test('is never of a sale that is not fully paid', async () => {
    const sold = await sell()
    const short = {
      paymentMethod: 'paychangu' as const,
      cashAmount: 15_000,
      unpaidAmount: 5000,
      reviewReasons: ['sum-differs' as const],
    }
    await shop.db.update(posSales).set(short).where(eq(posSales.id, sold.id))
    const asked = plain({ exchange: exchangeOf(sold, { refund: 2000 }) })
    expect(await ring(asked)).toEqual({ ok: false, reason: 'till-exchange-changed' })
  })

  test('has an id that no other return has', async () => {
    const sold = await sell(2)
    const back = till.back(sold, 1)
    await till.send(back)
    const exchange = exchangeOf(sold)
    expect(await ring(plain({ exchange: { ...exchange, id: back.id } }))).toEqual({
      ok: false,
      reason: 'till-exchange-changed',
    })
    expect(await ring(plain({ exchange }))).toMatchObject({ ok: true })
  })

  test('needs an approval when more of its receipt was returned meanwhile', async () => {
    const sold = await sell(3)
    const rung = await begin(plain({ exchange: exchangeOf(sold) }))
    expect(await till.send(till.back(sold, 2))).toMatchObject([{ reviewReasons: [] }])
    await pay(rung)
    expect((await returned()).find(({ paidSaleId }) => paidSaleId)).toMatchObject({
      approvedBy: null,
      reviewReasons: ['refund-unapproved'],
    })
  })

  test('is still paid by its code when the money comes late', async () => {
    const sold = await sell(1, { credit: await aReserve(3000) })
    const exchange = exchangeOf(sold, { credit: 3000 })
    const asked = plain({ exchange })
    const rung = await begin(asked)
    expect(await begin(asked)).toMatchObject({ sale: { id: rung.sale.id } })
    const reused = { ok: false, reason: 'idempotency-reused' }
    for (const change of [{ id: randomUUID() as string }, { credit: 2000 }])
      expect(await ring({ ...asked, exchange: { ...exchange, ...change } })).toEqual(reused)
    await giveUp(rung)
    await pay(rung)
    expect(await saleOf(rung)).toMatchObject({
      creditAmount: 3000,
      cashAmount: 17_000,
      unpaidAmount: 0,
      reviewNotes: [{ code: 'paid-late' }, { code: 'exchange-late', number: sold.number }],
    })
    await booksAgree(shop)
  })

  test('whose code was refunded at another till meanwhile goes under review', async () => {
    const sold = await sell(1, { credit: await aReserve(3000) })
    const rung = await begin(plain({ exchange: exchangeOf(sold, { credit: 3000 }) }))
    await till.send(till.back(sold, 1, 3000))
    expect(await balance()).toBe(5000)
    await pay(rung)
    expect(await balance()).toBe(5000)
    expect(await saleOf(rung)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['sum-differs'],
      reviewNotes: [{ code: 'credit-short', ending: '', amount: 3000, taken: 0 }],
    })
  })

  test('locks like a return and a sale: its receipt, the drawer, then the products of both', async () => {
    const sold = await sell()
    const rung = await begin(plain({ exchange: exchangeOf(sold) }))
    const { sent } = await recordQueries(() => pay(rung))
    const locks = sent.filter(({ text }) => / for (no key update|update|key share)/.test(text))
    expect(locks.slice(0, 4).map(({ text }) => / from "(\w+)"/.exec(text)?.[1])).toEqual([
      'pos_sales',
      'pos_sales',
      'shifts',
      'products',
    ])
    expect(locks.slice(1, 3).map(({ values }) => values)).toEqual([[sold.number], [till.shiftId]])
    expect(new Set(locks[3]?.values.flat())).toEqual(new Set([worn.variantId, dear.variantId]))
  })

  test('is not made when its receipt is missing: the sale goes under review', async () => {
    const sold = await sell()
    const rung = await begin(plain({ exchange: exchangeOf(sold) }))
    await shop.db
      .update(posSales)
      .set({ saleNumber: 'POS-2020-000001' })
      .where(eq(posSales.id, sold.id))
    await pay(rung)
    expect(await saleOf(rung)).toMatchObject({
      paymentStatus: 'completed',
      cashAmount: 0,
      unpaidAmount: worn.price,
      reviewReasons: ['sum-differs'],
      reviewNotes: [{ code: 'exchange-not-made', number: sold.number, amount: worn.price }],
    })
    expect(await returned()).toEqual([])
  })

  test('is made even if the shop no longer has the product', async () => {
    const sold = await sell()
    const gone = { productId: null, variantId: null }
    await shop.db.update(posSaleItems).set(gone).where(eq(posSaleItems.posSaleId, sold.id))
    const rung = await begin(plain({ exchange: exchangeOf(sold) }))
    await pay(rung)
    expect(await saleOf(rung)).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
    expect(await returned()).toMatchObject([{ reviewReasons: ['goods-unknown'] }])
  })
})

describe('a payment', () => {
  test('for a cart that was paid in cash after all is reported with its amount, once for each time', async () => {
    const rung = await begin(plain())
    const { id } = rung.sale
    const cash = { ...till.sale(dear, 1), id }
    expect(await till.send(cash)).toMatchObject([{ reviewReasons: [] }])
    await pay(rung)
    const { amount, reference } = rung.payment
    expect(await saleOf(rung)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['sum-differs'],
      reviewNotes: [{ code: 'paid-in-cash-too', amount, reference }],
    })
  })

  test('that is late counts no cash, because it was given back: the note says how much', async () => {
    const rung = await begin(plain({ cashAmount: 4000 }))
    await giveUp(rung)
    await pay(rung)
    expect(await saleOf(rung)).toMatchObject({
      cashAmount: 0,
      unpaidAmount: 4000,
      reviewNotes: [{ code: 'paid-late' }, { code: 'cash-not-counted', amount: 4000 }],
    })
  })

  test('for a voucher makes its code, and the log has who sold it', async () => {
    await pay(await begin(plain({ lines: [], voucher: 30_000, totalAmount: 30_000 })))
    expect(await shop.db.select().from(auditLog)).toMatchObject([
      { action: 'issued', entity: 'credit', byUser: cashierId },
    ])
  })

  test('that is late takes from the code again up to its balance, and says what is missing', async () => {
    const credit = await aReserve(5000)
    const code = { credit: { reserveId: credit.id, amount: 5000 } }
    const asked = plain(code)
    const rung = await begin(asked)
    const other = { ...asked, credit: { reserveId: credit.id, amount: 4000 } }
    expect(await ring(other)).toEqual({ ok: false, reason: 'idempotency-reused' })
    await giveUp(rung)
    expect(await balance()).toBe(5000)
    const [row] = await shop.db.select().from(credits)
    const taken = await till.reserve(row?.code ?? '', 4000)
    expect(taken).toMatchObject({ ok: true })
    await pay(rung)
    expect(await balance()).toBe(0)
    const { amount, reference } = rung.payment
    expect(await saleOf(rung)).toMatchObject({
      creditAmount: 1000,
      unpaidAmount: 4000,
      reviewReasons: ['paid-late', 'sum-differs'],
      reviewNotes: [
        { code: 'paid-late', amount, reference },
        { code: 'credit-short', ending: row?.code.slice(-4), amount: 5000, taken: 1000 },
      ],
    })
  })

  test('that is late leaves out products that the shop no longer has', async () => {
    const other = await aProduct(shop, { name: 'Scarf', price: 5000, stock: 20 })
    const lines = [
      { ...dear, quantity: 1 },
      { ...other, quantity: 2 },
    ]
    const rung = await begin(plain({ lines, totalAmount: 80_000 }))
    await giveUp(rung)
    const gone = { productId: null, variantId: null }
    await shop.db.update(posSaleItems).set(gone).where(eq(posSaleItems.variantId, dear.variantId))
    await pay(rung)
    expect(await saleOf(rung)).toMatchObject({ reviewReasons: ['paid-late'] })
    expect((await movesOf(rung)).at(-1)).toMatchObject({ quantity: -2 })
    expect(await shop.db.$count(posSaleItems, eq(posSaleItems.missing, 0))).toBe(2)
  })
})

describe('ending a sale', () => {
  test('by its cashier or the timer returns its units to stock, and the ledger says why and by whom', async () => {
    for (const byUser of [cashierId, null]) {
      const rung = await begin(plain())
      const status = byUser ? 'cancelled' : 'failed'
      expect(await giveUp(rung, byUser)).toMatchObject({
        id: rung.sale.id,
        paymentStatus: status,
      })
      expect(await saleOf(rung)).toMatchObject({ paymentStatus: status })
      expect(await giveUp(rung, byUser)).toBeUndefined()
      expect(await movesOf(rung)).toEqual([
        { kind: 'reservation', quantity: -1, cause: null, byUser: cashierId },
        { kind: 'release', quantity: 1, cause: 'not-paid', byUser },
      ])
    }
  })

  test('does nothing for an unknown id', async () => {
    const none = await shop.db.transaction((db) => endSale(db, randomUUID(), 'timer'))
    expect(none).toBeUndefined()
  })
})
