import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/ladder.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { findAdminSale, listSales } from './list-sales.ts'
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
const list = (search: string, after: string | null = null, limit = 25) =>
  listSales(shop.db, {
    search,
    till: null,
    shift: null,
    sort: 'total',
    direction: 'asc',
    after,
    limit,
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

test('sales come page by page, each once', async () => {
  for (const quantity of [3, 1, 2]) await aSale(null, quantity)
  const first = await list('', null, 2)
  const second = await list('', first.next, 2)
  expect([...first.rows, ...second.rows].map((row) => row.totalAmount)).toEqual([
    9000, 18_000, 27_000,
  ])
  expect(second.next).toBeNull()
})

test('one sale tells its lines, its cashier and its attempts to pay', async () => {
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
