import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSoldLine } from '../../../../tests/support/till/till.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import type { CashSale, SoldLine } from '../../../rules/till/till-events.ts'
import { totalsOfSale } from '../../../rules/till/till-sale.ts'
import { isSameSale } from './same-sale.ts'

const shop = useShop()
let till: Awaited<ReturnType<typeof aTillAtShop>>
let coat: TestProduct
let belt: TestProduct

beforeEach(async () => {
  till = await aTillAtShop(shop, (await aUser(shop, 'cashier')).userId)
  coat = await aProduct(shop, { price: 8000 })
  belt = await aProduct(shop, { price: 8000 })
})

const line = (product: TestProduct, change: Partial<SoldLine> = {}) => aSoldLine(product, change)
/** A sale of these lines, its sums and cash as they come of them. */
function sold(...lines: SoldLine[]): CashSale {
  const sale = { ...till.sale(coat, 1), lines }
  const { subtotal, total: totalAmount } = totalsOfSale(sale)
  return { ...sale, subtotal, totalAmount, cashGiven: totalAmount }
}
const isSame = (sale: CashSale, change: Partial<CashSale> = {}, key: string = sale.id) =>
  shop.db.transaction((db) => isSameSale(db, key, { ...sale, ...change }))

test('a repeated sale matches the recorded one only with the same lines, even when its amounts are the same', async () => {
  for (const [recorded, others] of [
    // More of the one and less of the other, their prices the other way round, the discount off the other.
    [
      [line(coat), line(belt, { quantity: 2 })],
      [line(coat, { quantity: 2 }), line(belt)],
    ],
    [
      [line(coat), line(belt, { unitPrice: 4000 })],
      [line(coat, { unitPrice: 4000 }), line(belt)],
    ],
    [
      [line(coat, { discount: 500 }), line(belt)],
      [line(coat), line(belt, { discount: 500 })],
    ],
    [
      [line(coat), line(belt)],
      [line(coat), line(coat)],
    ],
    [[line(coat), line(belt, { unitPrice: 0 })], [line(coat)]],
  ]) {
    const sale = sold(...(recorded ?? []))
    await till.send(sale)
    expect(await isSame(sale)).toBe(true)
    expect(await isSame(sale, { lines: others ?? [] })).toBe(false)
  }
})

test('a sale with an unknown key does not match', async () => {
  const sale = sold(line(coat))
  await till.send(sale)
  expect(await isSame(sale, {}, randomUUID())).toBe(false)
  expect(await isSame(sale, { cashGiven: sale.cashGiven + 1 })).toBe(false)
})
