import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { ALL_PRODUCTS } from '../../rules/catalogue/product-filters.ts'
import { listProducts } from '../catalogue/list-products.ts'
import { checkLedger } from '../health/check-stock.ts'
import { adjustStock, giveBackStock, sellReserved, takeStock } from './move-stock.ts'

const shop = useShop()
let dress: TestProduct
let shoes: TestProduct

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 5 })
  shoes = await aProduct(shop, { stock: 5 })
})
const take = (...requested: [TestProduct, number][]) =>
  transact(shop.db, (db) =>
    takeStock(
      db,
      requested.map(([product, quantity]) => ({ variantId: product.variantId, quantity })),
      'pos_sale',
      {},
    ),
  )
const left = async (product: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, product.variantId)))[0]?.inventory
const failure = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return ((error as { cause?: { constraint?: string } } | null)?.cause ?? {}).constraint
}

describe('taking stock', () => {
  test('is all or nothing', async () => {
    expect(await take([dress, 2], [shoes, 6])).toMatchObject({
      ok: false,
      variantId: shoes.variantId,
      available: 5,
    })
    expect(await left(dress)).toBe(5)
    expect(await take([dress, 2], [shoes, 5])).toEqual({ ok: true })
    expect([await left(dress), await left(shoes)]).toEqual([3, 0])
  })

  test('by rivals with the same products in opposite order succeeds for all', async () => {
    const rivals = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? take([dress, 1], [shoes, 1]) : take([shoes, 1], [dress, 1]),
    )
    const results = await Promise.all(rivals)
    expect(results.filter((result) => result.ok)).toHaveLength(5)
    expect([await left(dress), await left(shoes)]).toEqual([0, 0])
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('of a product without tracked stock makes no row in the ledger', async () => {
    const scarf = await aProduct(shop, { trackInventory: false, stock: 0 })
    const before = await shop.db.$count(stockMovements)
    expect(await take([scarf, 3])).toEqual({ ok: true })
    expect(await shop.db.$count(stockMovements)).toBe(before)
  })

  test('an adjustment does not go below zero', async () => {
    const adjust = (quantity: number) =>
      transact(shop.db, (db) => adjustStock(db, dress.variantId, quantity, 'adjustment', {}))
    expect(await adjust(-6)).toEqual({ ok: false, reason: 'out-of-stock', available: 5 })
    expect(await adjust(-5)).toEqual({ ok: true })
  })

  test('of an unknown variant is refused as out of stock', async () => {
    const gone = { ...dress, variantId: randomUUID() }
    const none = { ok: false, reason: 'out-of-stock', available: 0 }
    expect(await take([gone, 1])).toEqual({ ...none, variantId: gone.variantId })
    const adjusting = transact(shop.db, (db) =>
      adjustStock(db, gone.variantId, 1, 'adjustment', {}),
    )
    expect(await adjusting).toEqual(none)
  })

  test('writes a ledger row that says who took it, and why', async () => {
    const { userId: byUser } = await aUser(shop)
    const why = { byUser, cause: 'product-edited', reason: 'Cut for the window' } as const
    const line = { variantId: dress.variantId, quantity: 2 }
    await transact(shop.db, (db) => takeStock(db, [line], 'sale', why))
    const [taken] = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'sale'))
    expect(taken).toMatchObject({ ...why, variantId: dress.variantId, quantity: -2 })
  })

  test('for a sale without a reservation returns nothing, and sells nothing', async () => {
    const before = await shop.db.$count(stockMovements)
    const cause = { posSaleId: randomUUID() }
    await shop.db.transaction((db) => giveBackStock(db, 'release', cause))
    await shop.db.transaction((db) => sellReserved(db, 'pos_sale', cause))
    expect(await shop.db.$count(stockMovements)).toBe(before)
  })
})

test('a stock level that differs from the sum of its movements is found, for a variant and a product', async () => {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  await shop.db.transaction(async (db) => {
    // As no change of ours could: without the guards of the database.
    await db.execute(sql`set local session_replication_role = replica`)
    await db.update(variants).set({ inventory: 4 }).where(eq(variants.id, dress.variantId))
    await db.update(products).set({ inventoryQuantity: 6 }).where(eq(products.id, shoes.productId))
  })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-differs', count: 3 })
})

test('the units of a retired variant are in the ledger and in no total of its product, until it is used again', async () => {
  const { productId } = dress
  const [large] = await shop.db
    .insert(variants)
    .values({ productId, sku: 'DRESS-L', size: 'L' })
    .returning()
  const variantId = large?.id ?? ''
  const total = async () => {
    const [product] = await shop.db.select().from(products).where(eq(products.id, productId))
    const [card] = (await listProducts(shop, ALL_PRODUCTS, null)).products.filter(
      ({ id }) => id === productId,
    )
    expect(card?.inventory).toBe(product?.inventoryQuantity)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
    return product?.inventoryQuantity
  }
  const comeBack = (quantity: number) =>
    transact(shop.db, (db) => adjustStock(db, variantId, quantity, 'received', {}))
  const retire = (retiredAt: Date | null) =>
    shop.db.update(variants).set({ retiredAt }).where(eq(variants.id, variantId))
  await comeBack(2)
  expect(await total()).toBe(7)
  await retire(new Date())
  expect(await total()).toBe(5)
  await comeBack(1)
  expect(await total()).toBe(5)
  expect(await left({ ...dress, variantId })).toBe(3)
  await retire(null)
  expect(await total()).toBe(8)
  await retire(new Date())
  await take([dress, 5])
  expect(await total()).toBe(0)
  const inStock = await listProducts(shop, { ...ALL_PRODUCTS, inStock: true }, null)
  expect(inStock.products.map(({ id }) => id)).toEqual([shoes.productId])
})

describe('the database keeps the one door', () => {
  test('a direct change of a stock level is refused', async () => {
    expect(await failure(shop.db.update(variants).set({ inventory: 99 }))).toBe('stock_one_door')
    expect(await failure(shop.db.update(products).set({ inventoryQuantity: 99 }))).toBe(
      'stock_one_door',
    )
    const ready = { productId: dress.productId, sku: 'X', size: 'XL', inventory: 7 }
    expect(await failure(shop.db.insert(variants).values(ready))).toBe('stock_one_door')
  })

  test('ledger rows cannot be changed', async () => {
    expect(await failure(shop.db.update(stockMovements).set({ quantity: 1 }))).toBe('append_only')
  })

  test('a movement below zero fails', async () => {
    const thief = shop.db
      .insert(stockMovements)
      .values({ variantId: dress.variantId, kind: 'sale', quantity: -6 })
    expect(await failure(thief)).toBe('variants_inventory')
    expect(await left(dress)).toBe(5)
  })
})
