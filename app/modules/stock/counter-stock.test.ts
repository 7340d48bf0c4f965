import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aSale } from '../../../tests/support/till/counter.ts'
import { stockMovements, variants } from '../../db/tables.server.ts'
import { checkLedger } from '../health/check-stock.ts'
import { allocateAvailable } from './allocate-available.ts'
import { returnToStock } from './return-to-stock.ts'

// What the counter has sold while it was cut off, and what customers bring back to it.

const shop = useShop()
let dress: TestProduct
let shoes: TestProduct
let voucher: TestProduct
let posSaleId: string
let byUser: string

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 3 })
  shoes = await aProduct(shop, { stock: 1 })
  voucher = await aProduct(shop, { stock: 0, trackInventory: false })
  byUser = (await aUser(shop, 'cashier')).userId
  posSaleId = (await aSale(shop, { cashierId: byUser, product: dress })).id
})

const left = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const lines = (...requested: [TestProduct, number][]) =>
  requested.map(([{ variantId }, quantity]) => ({ variantId, quantity }))
const sold = (...requested: [TestProduct, number][]) =>
  shop.db.transaction((db) => allocateAvailable(db, lines(...requested), { posSaleId, byUser }))
const broughtBack = (...items: [TestProduct, number][]) =>
  shop.db.transaction((db) =>
    returnToStock(db, lines(...items), {
      posSaleId,
      byUser,
      cause: 'taken-back',
      reason: 'Too small',
    }),
  )
const newest = async () => {
  const [line] = await shop.db.select().from(stockMovements).orderBy(desc(stockMovements.id))
  return line
}

test('a completed counter sale takes what is in stock of each item, and reports how many were missing', async () => {
  const missing = await sold([dress, 2], [shoes, 4], [dress, 3], [voucher, 9])
  expect(missing).toEqual(
    new Map([
      [dress.variantId, 2],
      [shoes.variantId, 3],
    ]),
  )
  expect([await left(dress), await left(shoes)]).toEqual([0, 0])
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('a counter sale with all its items in stock misses none, and its movement names the sale', async () => {
  expect(await sold([dress, 2])).toEqual(new Map())
  expect(await newest()).toMatchObject({
    variantId: dress.variantId,
    kind: 'pos_sale',
    quantity: -2,
    posSaleId,
    byUser,
  })
})

test('a counter sale of a sold-out product misses all of it, and makes no movement', async () => {
  await sold([shoes, 1])
  const before = await shop.db.$count(stockMovements)
  expect(await sold([shoes, 1])).toEqual(new Map([[shoes.variantId, 1]]))
  expect(await sold()).toEqual(new Map())
  expect(await shop.db.$count(stockMovements)).toBe(before)
})

test('a return at the counter puts its units back into stock, with the sale, the person and the reason', async () => {
  await broughtBack([dress, 2], [voucher, 1])
  expect(await left(dress)).toBe(5)
  expect(await newest()).toMatchObject({
    variantId: dress.variantId,
    kind: 'return',
    quantity: 2,
    posSaleId,
    byUser,
    cause: 'taken-back',
    reason: 'Too small',
  })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
})

test('a return of an untracked product, or of nothing, makes no movement', async () => {
  const before = await shop.db.$count(stockMovements)
  await broughtBack([voucher, 1])
  await broughtBack()
  expect(await shop.db.$count(stockMovements)).toBe(before)
})
