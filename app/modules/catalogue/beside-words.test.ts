import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { aProduct } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { categories, products, variants } from '../../db/tables.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { lockProducts } from '../stock/lock-products.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { listProducts } from './list-products.ts'
import { countSought, readSought } from './product-search.ts'

// What stands beside the words of a product, by which a search is narrowed without another table.

const shop = useShop()

const isBeside = async () => {
  const { rows } = await shop.db.execute(sql`
    select s.product_id from product_search s join product_facets f using (product_id)
    where (s.category_id, s.price, s.on_sale, s.in_stock, s.brand, s.choices) is distinct from
      (f.category_id, f.price, f.on_sale, f.in_stock, f.brand, f.choices)`)
  return rows.length === 0
}
const totalOf = async (narrowed: Partial<ProductFilter>) =>
  (await listProducts(shop, { ...ALL_PRODUCTS, search: 'lamp', ...narrowed }, null)).total

test('the search row of a product holds its price, brand, sizes and colors', async () => {
  const { productId } = await aProduct(shop, { name: 'Plain Lamp', price: 5000, brand: 'Kuwala' })
  expect(await isBeside()).toBe(true)
  await shop.db.update(products).set({ price: 7000 }).where(eq(products.id, productId))
  await shop.db.update(products).set({ brand: 'Other' }).where(eq(products.id, productId))
  await shop.db.update(variants).set({ size: 'L' }).where(eq(variants.productId, productId))
  expect(await isBeside()).toBe(true)
  expect(await totalOf({ max: 6000 })).toBe(0)
  expect(await totalOf({ min: 6000, sizes: ['L'], brands: ['Other'] })).toBe(1)
})

test('the search row of a product says whether it is in stock, and follows the sale of the last unit', async () => {
  const { productId, variantId } = await aProduct(shop, { name: 'Plain Lamp', stock: 1 })
  expect(await totalOf({ inStock: true })).toBe(1)
  await shop.db.transaction((db) => adjustStock(db, variantId, -1, 'adjustment', {}))
  expect(await isBeside()).toBe(true)
  expect(await totalOf({ inStock: true })).toBe(0)
  await shop.db.update(products).set({ trackInventory: false }).where(eq(products.id, productId))
  expect(await isBeside()).toBe(true)
  expect(await totalOf({ inStock: true })).toBe(1)
})

test.each<Partial<ProductFilter>>([{ max: 6000 }, { inStock: true }, { sizes: ['L'] }])(
  'a search filtered by %o reads only the search rows, not the products’ facets',
  async (narrowed) => {
    await aProduct(shop, { name: 'Plain Lamp', price: 5000, size: 'L' })
    const { result, sent } = await recordQueries(() => totalOf(narrowed))
    expect(result).toBe(1)
    expect(sent.filter(({ text }) => text.includes('product_facets'))).toEqual([])
  },
)

test('the count of a search equals its list under any filter', { tags: 'slow' }, async () => {
  const [dresses] = await shop.db
    .insert(categories)
    .values({ name: 'Dresses', slug: 'dresses' })
    .returning()
  const categoryId = dresses?.id ?? null
  await aProduct(shop, { name: 'Silk Wrap', categoryId, size: 'M', color: 'Teal' })
  await aProduct(shop, { name: 'Old Wrap', stock: 0, size: 'M', color: 'Teal', brand: 'Nyanja' })
  await aProduct(shop, { name: 'Fine Wrap', comparePrice: 30_000, color: 'Red' })
  const { productId } = await aProduct(shop, { name: 'Wool Wrap', size: 'M' })
  await shop.db.insert(variants).values({ productId, size: 'L', sku: 'WOOL-L' })
  const found: number[] = []
  for (const search of ['wrap', 'w', 'teal wrap', 'wrapp silk', 'nothing'])
    for (const narrowed of [
      {},
      { inStock: true },
      { onSale: true },
      { max: 20_000, brands: ['Nyanja'] },
      { colors: ['Teal'] },
      { sizes: ['L'], inStock: true },
      { sizes: ['M'], colors: ['Teal'], inStock: true },
      { categories: ['dresses'] },
      { name: 'silk' },
    ]) {
      const filter = { ...ALL_PRODUCTS, ...narrowed, search }
      const sought = await readSought(shop, filter)
      const { products: listed } = await listProducts(shop, filter, null)
      const count = sought ? await countSought(shop, sought) : 0
      expect([filter, count]).toEqual([filter, listed.length])
      found.push(count)
    }
  expect(found.slice(0, 9)).toEqual([4, 3, 1, 1, 2, 0, 1, 1, 1])
})

test('renaming a category while the last units of its products are sold ends in no deadlock', async () => {
  const [lamps] = await shop.db
    .insert(categories)
    .values({ name: 'Lamps', slug: 'lamps' })
    .returning()
  const categoryId = lamps?.id ?? ''
  const made = [
    await aProduct(shop, { categoryId, stock: 1 }),
    await aProduct(shop, { categoryId, stock: 1 }),
  ]
  const [first, later] = made.toSorted((a, b) => (a.productId < b.productId ? -1 : 1))
  if (!first || !later) throw new Error('no products')
  let renamed: Promise<unknown> | undefined
  await shop.db.transaction(async (db) => {
    await lockProducts(db, [first.productId, later.productId])
    await adjustStock(db, later.variantId, -1, 'adjustment', {})
    renamed = shop.db
      .update(categories)
      .set({ name: 'Lights' })
      .where(eq(categories.id, categoryId))
      .then(() => true)
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await shop.db.execute(waits)).rows).toHaveLength(1))
    await adjustStock(db, first.variantId, -1, 'adjustment', {})
  })
  expect(await renamed).toBe(true)
  expect(await isBeside()).toBe(true)
})
