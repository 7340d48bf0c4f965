import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aReturn, aSale, aTill } from '../../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  credits,
  payments,
  posSaleItems,
  posSales,
  profiles,
  users,
} from '../../../db/tables.server.ts'
import { receiptCodeOf } from '../../../rules/till/receipt-code.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { findSaleId, findTillSale } from './find-till-sale.ts'

const shop = useShop()
let cashierId: string
let dress: TestProduct

beforeEach(async () => {
  cashierId = (await aUser(shop, 'cashier')).userId
  await shop.db.update(users).set({ name: 'Chisomo' }).where(eq(users.id, cashierId))
  await shop.db.update(profiles).set({ fullName: null }).where(eq(profiles.userId, cashierId))
  dress = await aProduct(shop, { name: 'Wrap Dress', price: 20_000 })
})

const sell = (change: Partial<Parameters<typeof aSale>[1]> = {}) =>
  aSale(shop, { cashierId, product: dress, ...change })
const mobile = (change: Partial<Parameters<typeof aSale>[1]> = {}) =>
  sell({ paymentMethod: 'paychangu', paymentStatus: 'pending', cashAmount: 5000, ...change })
let made = 0
const attempt = (posSaleId: string, change: Partial<typeof payments.$inferInsert> = {}) =>
  shop.db.insert(payments).values({
    posSaleId,
    amount: 15_000,
    reference: `try ${(made += 1)}`,
    provider: 'sandbox',
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, made)),
    ...change,
  })

test('a sale is read with its place, time, cashier, lines in order and the returned units of each', async () => {
  const till = await aTill(shop, 'Front counter')
  const createdAt = new Date('2026-01-02T10:00:00Z')
  const sale = await sell({
    tillId: till.id,
    quantity: 3,
    discount: 500,
    createdAt,
    cashGiven: 60_000,
    customerName: 'Mary',
    customerPhone: '0991234567',
    notes: 'Gift',
  })
  const old = { name: 'Something old', sku: 'OLD', unitPrice: 0, totalPrice: 0 }
  await shop.db
    .insert(posSaleItems)
    .values({ posSaleId: sale.id, ...old, quantity: 1, position: -1 })
  await aReturn(shop, sale, { cashierId, refundAmount: 20_000 })
  await aReturn(shop, sale, { cashierId, refundAmount: 20_000 })
  const shown = {
    saleId: sale.id,
    saleNumber: sale.saleNumber,
    receiptCode: receiptCodeOf(sale.idempotencyKey),
    paymentMethod: 'cash',
    state: 'paid',
    soldAt: createdAt.toISOString(),
    cashierName: 'Chisomo',
    tillName: 'Front counter',
    customerName: 'Mary',
    customerPhone: '0991234567',
    notes: 'Gift',
    subtotal: 60_000,
    cashierId,
    discountAmount: 500,
    totalAmount: 59_500,
    cashAmount: 59_500,
    unpaidAmount: 0,
    cashGiven: 60_000,
    exchange: null,
    credit: null,
    voucher: null,
    payment: null,
  }
  const found = await findTillSale(shop.db, sale.saleNumber)
  expect(found).toEqual({
    ...shown,
    lines: [
      {
        id: expect.any(String),
        productId: null,
        variantId: null,
        name: 'Something old',
        sku: 'OLD',
        size: null,
        color: null,
        quantity: 1,
        unitPrice: 0,
        discount: 0,
        total: 0,
        returned: 0,
      },
      {
        id: sale.lineId,
        productId: dress.productId,
        variantId: dress.variantId,
        name: 'Wrap Dress',
        sku: 'SKU',
        size: null,
        color: null,
        quantity: 3,
        unitPrice: 20_000,
        discount: 500,
        total: 59_500,
        returned: 2,
      },
    ],
  })
  await shop.db
    .update(profiles)
    .set({ fullName: 'Chisomo Banda' })
    .where(eq(profiles.userId, cashierId))
  expect(await findTillSale(shop.db, sale.saleNumber)).toMatchObject({
    cashierName: 'Chisomo Banda',
  })
})

test('a sale is found by its number, by its id, and by the key that its till gave it', async () => {
  const key = randomUUID()
  const { id, saleNumber } = await sell({ idempotencyKey: key })
  const old = await sell({ idempotencyKey: 'of an older till' })
  expect(await findTillSale(shop.db, old.id)).toMatchObject({ receiptCode: null, exchange: null })
  for (const called of [
    saleNumber,
    ` ${saleNumber.toLowerCase()} `,
    id,
    id.toUpperCase(),
    ` ${key} `,
  ])
    expect(await findSaleId(shop.db, called), called).toBe(id)
  for (const called of ['', randomUUID(), `\0${saleNumber}`, `${saleNumber}\0`, `${id}\0`, 'Mary'])
    expect(await findSaleId(shop.db, called), called).toBeUndefined()
})

test('a till sale has the state of its payment: the page of the newest attempt while it waits, whether one failed, and how many there were', async () => {
  const { id, saleNumber } = await mobile()
  const standing = async () => {
    const sale = await findTillSale(shop.db, saleNumber)
    return { state: sale?.state, payment: sale?.payment }
  }
  expect(await standing()).toEqual({ state: 'waiting', payment: null })
  await attempt(id, { checkoutUrl: 'https://pay.example/1', status: 'failed' })
  const first = { amount: 15_000, checkoutUrl: 'https://pay.example/1', isIn: false, pages: 1 }
  expect(await standing()).toEqual({ state: 'waiting', payment: { ...first, hasFailedTry: true } })
  await attempt(id, { amount: 14_000 })
  const second = { amount: 14_000, checkoutUrl: null, hasFailedTry: false, isIn: false, pages: 1 }
  expect(await standing()).toEqual({ state: 'waiting', payment: second })
  await attempt(id, { checkoutUrl: 'https://pay.example/3' })
  const third = { amount: 15_000, hasFailedTry: false, isIn: false, pages: 2 }
  expect((await standing()).payment).toEqual({ ...third, checkoutUrl: 'https://pay.example/3' })
  const set = async (paymentStatus: 'cancelled' | 'failed' | 'completed') => {
    await shop.db.update(posSales).set({ paymentStatus }).where(eq(posSales.id, id))
    return standing()
  }
  const over = { ...third, checkoutUrl: null }
  for (const status of ['cancelled', 'failed'] as const)
    expect(await set(status)).toEqual({ state: 'given-up', payment: over })
  await attempt(id, { status: 'mismatch', createdAt: new Date('2026-01-01T00:00:00Z') })
  expect(await standing()).toEqual({ state: 'held', payment: over })
  expect(await set('completed')).toEqual({ state: 'paid', payment: over })
})

test('a sale has the amount that a code has paid with the end of the code, and the amount of a voucher', async () => {
  const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  const id = randomUUID()
  const voucher = { kind: 'voucher', amount: 9000, email: null, reason: 'Paid' } as const
  await issueCredit(shop, admin, { id, ...voucher })
  const [kept] = await shop.db.select().from(credits)
  const code = kept?.code ?? ''
  const till = await aTillAtShop(shop, cashierId)
  const reserved = await till.reserve(code, 9000)
  if (!reserved.ok) throw new Error(reserved.reason)
  const { credit } = reserved
  const paid = till.sale(dress, 1, { credit })
  const sold = till.voucher(5000, 'ABCD2345EFGH')
  await till.send(paid, sold)
  expect(await findTillSale(shop.db, paid.id)).toMatchObject({
    cashAmount: 11_000,
    credit: { amount: 9000, ending: code.slice(-4) },
    voucher: null,
  })
  expect(await findTillSale(shop.db, sold.id)).toMatchObject({
    credit: null,
    voucher: { amount: 5000, code: '' },
  })
})

test('a till sale lists the items to be returned while it waits; if they are not returned, it goes under review', async () => {
  const worn = await sell()
  const awaited = {
    id: randomUUID(),
    number: worn.saleNumber,
    lines: [{ lineId: worn.lineId, quantity: 1, amount: 20_000, isRestocked: true }],
    refund: 20_000,
    reason: 'Too small',
    credit: 0,
    approvedBy: null,
  }
  const { id, saleNumber } = await mobile({ quantity: 2, cashAmount: 20_000, exchange: awaited })
  const standing = async (change: Partial<typeof posSales.$inferInsert>) => {
    await shop.db.update(posSales).set(change).where(eq(posSales.id, id))
    const sale = await findTillSale(shop.db, saleNumber)
    return { state: sale?.state, number: sale?.exchange?.number }
  }
  expect(await standing({ notes: null })).toEqual({ state: 'waiting', number: worn.saleNumber })
  expect(await standing({ paymentStatus: 'failed' })).toEqual({
    state: 'given-up',
    number: undefined,
  })
  const short = {
    cashAmount: 0,
    unpaidAmount: 20_000,
    reviewReasons: ['sum-differs' as const],
    reviewNotes: [{ code: 'exchange-not-made' as const, number: worn.saleNumber, amount: 20_000 }],
  }
  const held = { state: 'held', number: undefined }
  expect(await standing({ paymentStatus: 'completed', ...short })).toEqual(held)
  // Ended since: nothing of it is unpaid any more; and one for which nothing was to come back, without its cash.
  const whole = { unpaidAmount: 0, cashAmount: 20_000 }
  expect(await standing(whole)).toMatchObject({ state: 'paid' })
  const late = { unpaidAmount: 5000, cashAmount: 15_000, exchange: null }
  expect(await standing(late)).toMatchObject({ state: 'held' })
})
