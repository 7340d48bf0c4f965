import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  aReturn,
  aShift,
  aTill,
  aSale as soldInCash,
} from '../../../../tests/support/till/counter.ts'
import { posReturnItems, posSaleItems, posSales, users } from '../../../db/tables.server.ts'
import { findAdminSale } from './find-admin-sale.ts'
import { listSales } from './list-sales.ts'
import { ringUpProviderSale } from './ring-up-sale.ts'

const shop = useShop()
let bag: TestProduct
let cashierId: string

beforeEach(async () => {
  bag = await aProduct(shop, { name: 'Canvas Bag', price: 9000, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
})

async function aSale(customerName: string | null, quantity = 1) {
  const rung = await ringUpProviderSale(shop, cashierId, {
    lines: [{ productId: bag.productId, variantId: bag.variantId, quantity, price: 9000 }],
    totalAmount: 9000 * quantity,
    customerName,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
  })
  if (!rung.ok) throw new Error(rung.reason)
  return rung.sale.saleNumber
}
const list = (
  search: string,
  after: string | null = null,
  limit = 25,
  change: Partial<Parameters<typeof listSales>[1]> = {},
) =>
  listSales(shop.db, {
    search,
    till: null,
    shift: null,
    sort: 'total',
    direction: 'asc',
    after,
    limit,
    ...change,
  })
/** Sold for cash at that place, on that day. */
const sold = (day: number, change: Partial<Parameters<typeof soldInCash>[1]> = {}) =>
  soldInCash(shop, {
    cashierId,
    product: bag,
    createdAt: new Date(`2026-01-0${day}T12:00:00Z`),
    ...change,
  })

test('a sale is found by part of its number or of its customer’s name', async () => {
  const named = await aSale('Thokozani Gondwe')
  const other = await aSale(null, 2)
  expect((await list('kozani g')).rows).toMatchObject([{ saleNumber: named, itemCount: 1 }])
  expect((await list(other.toLowerCase())).rows).toMatchObject([
    { saleNumber: other, itemCount: 2 },
  ])
  expect((await list('%%%')).rows).toEqual([])
})

test('sales are listed page by page, each once', async () => {
  for (const quantity of [3, 1, 2]) await aSale(null, quantity)
  const first = await list('', null, 2)
  const second = await list('', first.next, 2)
  expect([...first.rows, ...second.rows].map((row) => row.totalAmount)).toEqual([
    9000, 18_000, 27_000,
  ])
  expect(second.next).toBeNull()
})

test('a listed sale has its lines, its cashier and its payment attempts', async () => {
  const number = await aSale('Thokozani Gondwe', 2)
  expect(await findAdminSale(shop.db, number, randomUUID())).toMatchObject({
    saleNumber: number,
    cashier: expect.stringContaining('Chisomo'),
    paymentStatus: 'pending',
    lines: [{ name: 'Canvas Bag', quantity: 2, price: 9000, total: 18_000 }],
    attempts: [{ status: 'open', amount: 18_000 }],
  })
  expect(await findAdminSale(shop.db, 'POS-2026-999999', randomUUID())).toBeUndefined()
  expect(await findAdminSale(shop.db, "' or 1=1", randomUUID())).toBeUndefined()
})

test('the list is filtered by till, shift and days, and shows place, cashier and returns', async () => {
  const front = await aTill(shop, 'Front counter')
  const shift = await aShift(shop, { tillId: front.id, openedBy: cashierId })
  const place = { tillId: front.id, shiftId: shift.id }
  const [second, first] = [await sold(2, place), await sold(1, { tillId: front.id, quantity: 3 })]
  const elsewhere = await sold(3)
  await aReturn(shop, second, { cashierId, refundAmount: 4000 })
  const numbers = async (change: Parameters<typeof list>[3], search = '') =>
    (await list(search, null, 25, { sort: 'sold', ...change })).rows.map((row) => row.saleNumber)
  expect(await numbers({ direction: 'desc' })).toEqual(
    [elsewhere, second, first].map(({ saleNumber }) => saleNumber),
  )
  expect(await numbers({ till: front.id })).toEqual([first.saleNumber, second.saleNumber])
  expect(await numbers({ till: front.id }, elsewhere.saleNumber)).toEqual([])
  expect(await numbers({ shift: shift.id })).toEqual([second.saleNumber])
  const page = await list('', null, 2, { sort: 'sold' })
  const rest = await list('', page.next, 2, { sort: 'sold' })
  expect(rest.rows.map(({ saleNumber }) => saleNumber)).toEqual([elsewhere.saleNumber])
  const { rows } = await list('', null, 25, { sort: 'sold' })
  expect(rows).toMatchObject([
    { till: 'Front counter', returned: 0, itemCount: 3, totalAmount: 27_000 },
    { till: 'Front counter', returned: 4000, cashAmount: 9000, paymentMethod: 'cash' },
    { till: null, cashier: expect.stringContaining('Chisomo'), reviewReasons: [], handledAt: null },
  ])
})

test('a listed sale has its lines in order, missing and unknown units, and who handled it', async () => {
  const boss = await anAdmin(shop)
  await shop.db.update(users).set({ name: 'Boss' }).where(eq(users.id, boss.userId))
  const sale = await sold(1, {
    missing: 1,
    quantity: 2,
    discount: 500,
    approvedBy: boss.userId,
    handledBy: boss.userId,
    handledAt: new Date(),
    handledNote: 'Counted',
    reviewReasons: ['short-stock'],
    reviewNotes: [{ code: 'maker-none' }],
  })
  await shop.db.insert(posSaleItems).values({
    posSaleId: sale.id,
    name: 'Something old',
    sku: 'OLD',
    quantity: 1,
    unitPrice: 0,
    totalPrice: 0,
    position: -1,
  })
  const found = await findAdminSale(shop.db, ` ${sale.saleNumber.toLowerCase()} `, boss.userId)
  expect(found).toMatchObject({
    id: sale.id,
    approvedBy: 'Boss',
    handledBy: 'Boss',
    handledNote: 'Counted',
    reviewNotes: [{ code: 'maker-none' }],
    isOwn: false,
    credit: null,
    exchange: null,
    attempts: [],
    returns: [],
    lines: [
      { name: 'Something old', sku: 'OLD', isUnknown: true },
      {
        name: 'Canvas Bag',
        quantity: 2,
        price: 9000,
        discount: 500,
        total: 17_500,
        missing: 1,
        isUnknown: false,
      },
    ],
  })
  // Who has sold it leaves it to somebody else who runs the shop, where there is one.
  expect(await findAdminSale(shop.db, sale.saleNumber, cashierId)).toMatchObject({ isOwn: true })
  // What the database cannot take, a null character, is no number either.
  const odd = ['', `x${sale.saleNumber}`, `\0${sale.saleNumber}`, `${sale.saleNumber}\0`]
  for (const called of odd)
    expect(await findAdminSale(shop.db, called, boss.userId)).toBeUndefined()
})

test('a listed sale has its returns, oldest first, and what was exchanged for them', async () => {
  const sale = await sold(1, { quantity: 3 })
  await sold(1)
  const at = (hour: number) => new Date(`2026-01-02T${hour}:00:00Z`)
  const taken = await soldInCash(shop, { cashierId, product: bag, createdAt: at(11) })
  const key = taken.idempotencyKey
  const later = await aReturn(shop, sale, {
    cashierId,
    refundAmount: 9000,
    creditAmount: 2000,
    reason: 'Faulty',
    at: at(12),
    exchangeSaleId: key,
  })
  const first = await aReturn(shop, sale, { cashierId, refundAmount: 8000, at: at(10) })
  const notBack = { isRestocked: false }
  await shop.db.update(posReturnItems).set(notBack).where(eq(posReturnItems.posReturnId, first.id))
  const returned = async () => (await findAdminSale(shop.db, sale.saleNumber, cashierId))?.returns
  const line = { name: 'Canvas Bag', quantity: 1 }
  expect(await returned()).toMatchObject([
    {
      id: first.id,
      at: at(10),
      refund: 8000,
      creditAmount: 0,
      reason: 'Too small',
      exchange: null,
      lines: [{ ...line, amount: 8000, isRestocked: false }],
    },
    {
      id: later.id,
      cashier: expect.stringContaining('Chisomo'),
      refund: 9000,
      creditAmount: 2000,
      reason: 'Faulty',
      // Made an hour before it came back: another sale.
      exchange: null,
      lines: [{ ...line, amount: 9000, isRestocked: true }],
    },
  ])
  const instead = async (change: Partial<typeof posSales.$inferInsert>) => {
    await shop.db.update(posSales).set(change).where(eq(posSales.id, taken.id))
    return (await returned())?.[1]?.exchange
  }
  expect(await instead({ createdAt: at(12) })).toBe(taken.saleNumber)
  // Mobile money was tried first, and it was paid in cash then.
  expect(await instead({ idempotencyKey: `${key}:cash` })).toBe(taken.saleNumber)
})

test('a listed sale has the items to be returned while it waits for its payment, and the returned ones afterwards', async () => {
  const worn = await sold(1)
  const awaited = {
    id: randomUUID(),
    number: worn.saleNumber,
    lines: [{ lineId: worn.lineId, quantity: 1, amount: 9000, isRestocked: true }],
    refund: 9000,
    reason: 'Too small',
    credit: 2000,
    approvedBy: null,
  }
  const sale = await sold(2, {
    paymentMethod: 'paychangu',
    paymentStatus: 'pending',
    quantity: 2,
    exchange: awaited,
  })
  const exchange = async () => (await findAdminSale(shop.db, sale.saleNumber, cashierId))?.exchange
  const shown = { number: worn.saleNumber, refund: 9000, amount: 9000 }
  expect(await exchange()).toEqual({ ...shown, carried: 2000 })
  await shop.db.update(posSales).set({ paymentStatus: 'failed' }).where(eq(posSales.id, sale.id))
  expect(await exchange()).toBeNull()
  await aReturn(shop, worn, {
    cashierId,
    refundAmount: 9000,
    exchangeAmount: 9000,
    exchangeSaleId: sale.idempotencyKey,
    paidSaleId: sale.idempotencyKey,
  })
  expect(await exchange()).toEqual({ ...shown, carried: 0 })
})
