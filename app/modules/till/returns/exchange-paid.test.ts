import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale } from '../../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import { credits, posReturns, posSales } from '../../../db/tables.server.ts'
import type { SaleReturn } from '../../../rules/till/till-events.ts'

const shop = useShop()
let dress: TestProduct
let cashier: string
let till: Awaited<ReturnType<typeof aTillAtShop>>

beforeEach(async () => {
  await anAdmin(shop)
  dress = await aProduct(shop, { price: 20_000, stock: 20 })
  cashier = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashier)
})

/** A dress that the cashier sold comes back and says to pay all of that sale, so that nobody would have to approve. */
async function backFor(exchangeSaleId: string): Promise<SaleReturn> {
  const sold = till.sale(dress, 1)
  await till.send(sold)
  return { ...till.back(sold, 1), exchangeSaleId, exchange: { amount: 20_000, credit: 0 } }
}
const reviewOf = async ({ id }: { id: string }) => {
  const [back] = await shop.db.select().from(posReturns).where(eq(posReturns.id, id))
  return back?.reviewReasons
}

test('a voucher that a return says to have paid is blocked, and both are under review', async () => {
  const voucher = till.voucher(20_000, 'ABCD2345EFGH')
  const back = await backFor(voucher.id)
  await till.send(back, voucher)
  expect(await reviewOf(back)).toEqual(['sum-differs'])
  expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, voucher.id))
  expect(sale?.reviewReasons).toEqual(['sum-differs'])
})

test('a return that pays a voucher sold before is a refund that nobody has approved', async () => {
  const voucher = till.voucher(20_000, 'ABCD2345EFGH')
  const back = await backFor(voucher.id)
  await till.send(voucher, back)
  expect(await reviewOf(back)).toEqual(['sum-differs', 'refund-unapproved'])
})

test('a return that pays an earlier sale, which its customer has paid in cash, is a refund that nobody has approved', async () => {
  const earlier = till.sale(dress, 1)
  const back = await backFor(earlier.id)
  await till.send(earlier, back)
  expect(await reviewOf(back)).toEqual(['sum-differs', 'refund-unapproved'])
})

test('a return that pays a sale to come, which names no exchange, is under review with it', async () => {
  const paidInCash = till.sale(dress, 1)
  const back = await backFor(paidInCash.id)
  await till.send(back, paidInCash)
  expect(await reviewOf(back)).toEqual(['sum-differs'])
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, paidInCash.id))
  expect(sale?.reviewReasons).toEqual(['sum-differs'])
})

test('a return that pays a sale which mobile money has paid is a refund that nobody has approved', async () => {
  const paid = { paymentMethod: 'paychangu', paymentStatus: 'completed' } as const
  const sale = await aSale(shop, { ...paid, cashierId: cashier, product: dress })
  const back = await backFor(sale.id)
  await till.send(back)
  expect(await reviewOf(back)).toEqual(['sum-differs', 'refund-unapproved'])
  const [row] = await shop.db.select().from(posReturns).where(eq(posReturns.id, back.id))
  expect(row).toMatchObject({ exchangeAmount: 0, paidSaleId: null })
})

test('a return that claims too little for what it exchanges is under review, because another piece goes out for as little', async () => {
  const sold = till.sale(dress, 1)
  await till.send(sold)
  const next = till.sale(dress, 1)
  const lines = next.lines.map((line) => ({ ...line, unitPrice: 1 }))
  const cheap = { ...next, lines, subtotal: 1, totalAmount: 1, cashGiven: 1 }
  const back = { ...till.back(sold, 1), refund: 1, exchange: { amount: 1, credit: 0 } }
  const claims = { exchange: { number: sold.number, refund: 1, amount: 1, carried: 0 } }
  const little = back.lines.map((line) => ({ ...line, amount: 1 }))
  await till.send({ ...back, lines: little, exchangeSaleId: next.id }, { ...cheap, ...claims })
  expect(await reviewOf(back)).toEqual(['sum-differs'])
})
