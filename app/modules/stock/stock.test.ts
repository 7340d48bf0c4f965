import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, type TestProduct } from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { adjustStock, findStockDrift, takeStock } from './move-stock.ts'

const shop = useShop()
let dress: TestProduct
let shoes: TestProduct

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 5 })
  shoes = await aProduct(shop, { stock: 5 })
})
const take = (...wanted: [TestProduct, number][]) =>
  transact(shop.db, (db) =>
    takeStock(
      db,
      wanted.map(([product, quantity]) => ({ variantId: product.variantId, quantity })),
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

  test('rivals with the same items in opposite order all come through', async () => {
    const rivals = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? take([dress, 1], [shoes, 1]) : take([shoes, 1], [dress, 1]),
    )
    const results = await Promise.all(rivals)
    expect(results.filter((result) => result.ok)).toHaveLength(5)
    expect([await left(dress), await left(shoes)]).toEqual([0, 0])
    expect(await findStockDrift(shop.db)).toEqual([])
  })

  test('what is not tracked is taken without a row in the ledger', async () => {
    const scarf = await aProduct(shop, { trackInventory: false, stock: 0 })
    const before = await shop.db.$count(stockMovements)
    expect(await take([scarf, 3])).toEqual({ ok: true })
    expect(await shop.db.$count(stockMovements)).toBe(before)
  })

  test('an adjustment does not go below zero', async () => {
    const adjust = (quantity: number) =>
      transact(shop.db, (db) => adjustStock(db, dress.variantId, quantity, 'adjustment', {}))
    expect(await adjust(-6)).toMatchObject({ ok: false, available: 5 })
    expect(await adjust(-5)).toEqual({ ok: true })
  })
})

describe('the database keeps the one door', () => {
  test('a bare change of a quantity is refused', async () => {
    expect(await failure(shop.db.update(variants).set({ inventory: 99 }))).toBe('stock_one_door')
    expect(await failure(shop.db.update(products).set({ inventoryQuantity: 99 }))).toBe(
      'stock_one_door',
    )
    const ready = { productId: dress.productId, sku: 'X', size: 'XL', inventory: 7 }
    expect(await failure(shop.db.insert(variants).values(ready))).toBe('stock_one_door')
  })

  test('the ledger is not rewritten', async () => {
    expect(await failure(shop.db.update(stockMovements).set({ quantity: 1 }))).toBe('append_only')
  })

  test('a movement that would go below zero fails', async () => {
    const thief = shop.db
      .insert(stockMovements)
      .values({ variantId: dress.variantId, kind: 'sale', quantity: -6 })
    expect(await failure(thief)).toBe('variants_inventory')
    expect(await left(dress)).toBe(5)
  })
})
