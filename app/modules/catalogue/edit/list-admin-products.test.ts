import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { categories, products, variants } from '../../../db/tables.server.ts'
import { listCategoryChoices } from './find-admin-product.ts'
import { listAdminProducts, type ProductsQuery } from './list-admin-products.ts'

const shop = useShop()
const ASKED: ProductsQuery = {
  search: '',
  sort: 'created',
  direction: 'desc',
  after: null,
  status: null,
  category: null,
  isArchived: false,
  isLow: false,
  limit: 25,
}
const list = (asked: Partial<ProductsQuery> = {}) => listAdminProducts(shop, { ...ASKED, ...asked })
const names = async (asked: Partial<ProductsQuery> = {}) =>
  (await list(asked)).rows.map((row) => row.name)

describe('the list of products', () => {
  beforeEach(async () => {
    await aProduct(shop, {
      name: 'Silk Scarf',
      sku: 'SC-77',
      barcode: '2000000000008',
      price: 9000,
    })
    await aProduct(shop, { name: 'Linen Dress', stock: 2, status: 'inactive', price: 30_000 })
    await aProduct(shop, { name: 'Old Coat', archivedAt: new Date(), price: 5000 })
  })

  test('finds by part of name, SKU, barcode, and a variant’s SKU', async () => {
    expect(await names({ search: 'scar' })).toEqual(['Silk Scarf'])
    expect(await names({ search: 'sc-7' })).toEqual(['Silk Scarf'])
    expect(await names({ search: '00000008' })).toEqual(['Silk Scarf'])
    await shop.db.update(variants).set({ sku: sql`'ZIGGY-' || ${variants.sku}` })
    expect(await names({ search: 'ziggy' })).toHaveLength(2)
    expect(await names({ search: '%_%' })).toEqual([])
  })

  test('one or two characters find values that start with them', async () => {
    expect(await names({ search: 'l' })).toEqual(['Linen Dress'])
    expect(await names({ search: 'LI' })).toEqual(['Linen Dress'])
    expect(await names({ search: '77' })).toEqual(['Silk Scarf'])
    expect(await names({ search: 'q' })).toEqual([])
    expect(await names({ search: '%' })).toEqual([])
  })

  test('archived products are listed in the archive only', async () => {
    expect(await names()).toEqual(['Linen Dress', 'Silk Scarf'])
    expect(await names({ isArchived: true })).toEqual(['Old Coat'])
  })

  test('filters by status and by low stock of tracked products', async () => {
    await aProduct(shop, { name: 'Gift Card', trackInventory: false, stock: 0 })
    expect(await names({ status: 'inactive' })).toEqual(['Linen Dress'])
    expect(await names({ isLow: true })).toEqual(['Linen Dress'])
  })

  test('a category includes the products of its subcategories', async () => {
    const [top] = await shop.db
      .insert(categories)
      .values({ name: 'Dresses', slug: 'dresses' })
      .returning()
    const [sub] = await shop.db
      .insert(categories)
      .values({ name: 'Maxi', slug: 'maxi', parentId: top?.id ?? null })
      .returning()
    await aProduct(shop, { name: 'Maxi Dress', categoryId: sub?.id ?? null })
    expect(await names({ category: top?.id ?? '' })).toEqual(['Maxi Dress'])
    expect(await names({ category: sub?.id ?? '' })).toEqual(['Maxi Dress'])
    expect((await listCategoryChoices(shop.db)).map(({ name }) => name)).toEqual([
      'Dresses',
      'Dresses / Maxi',
    ])
  })
})

test.each(['created', 'name', 'price', 'stock'] as const)(
  'paging by %s lists every product once',
  async (sort) => {
    for (let n = 0; n < 7; n += 1) await aProduct(shop, { price: 1000 * (n % 3), stock: n % 2 })
    // The same moment for all: only the id tells them apart.
    await shop.db.update(products).set({ createdAt: new Date() })
    for (const direction of ['asc', 'desc'] as const) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          sort,
          direction,
          after,
          limit: 3,
        })
        seen.push(...page.rows.map((row) => row.id))
        after = page.next
      } while (after)
      expect(new Set(seen).size).toBe(7)
      expect(seen).toHaveLength(7)
    }
  },
)
