import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { aReview } from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { categories, products } from '../../db/tables.server.ts'
import { cacheCatalogue } from '../../platform/catalogue-cache.server.ts'
import {
  ALL_PRODUCTS,
  type ProductFilter,
  parseProductFilters,
} from '../../rules/catalogue/product-filters.ts'
import { formatDate } from '../../rules/dates.ts'
import { listFeatured, listProducts, PAGE_SIZE } from './list-products.ts'
import { writeCursor } from './page-order.ts'
import { addToWishlist } from './wishlist.ts'

const shop = useShop()
const names = async (filter: Partial<ProductFilter> = {}) =>
  (await listProducts(shop, { ...ALL_PRODUCTS, ...filter }, null)).products.map((p) => p.name)

async function aCategory(slug: string, parentId: string | null = null) {
  const [row] = await shop.db
    .insert(categories)
    .values({ name: slug, slug, parentId })
    .returning({ id: categories.id })
  return row?.id ?? ''
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('a list of products', () => {
  beforeEach(async () => {
    const dresses = await aCategory('dresses')
    const maxi = await aCategory('maxi-dresses', dresses)
    const shoes = await aCategory('shoes')
    const bags = await aCategory('bags')
    await aProduct(shop, {
      name: 'Lake Dress',
      price: 60_000,
      comparePrice: 70_000,
      categoryId: maxi,
      createdAt: daysAgo(1),
      tags: ['gown'],
      featured: true,
    })
    await aProduct(shop, {
      name: 'Plain Dress',
      price: 30_000,
      categoryId: dresses,
      createdAt: daysAgo(40),
      description: '100% cotton',
    })
    await aProduct(shop, {
      name: 'Walking Shoes',
      price: 45_000,
      categoryId: shoes,
      createdAt: daysAgo(3),
      stock: 0,
    })
    await aProduct(shop, {
      name: 'Palm_Basket',
      price: 20_000,
      categoryId: bags,
      createdAt: daysAgo(2),
      stock: 0,
      trackInventory: false,
    })
    await aProduct(shop, { name: 'Put Away', status: 'inactive' })
    await aProduct(shop, { name: 'Gone For Good', archivedAt: daysAgo(1) })
  })

  it('shows active products that are not archived, newest first', async () => {
    expect(await names()).toEqual(['Lake Dress', 'Palm_Basket', 'Walking Shoes', 'Plain Dress'])
  })

  it('is ordered by price or name on request', async () => {
    expect((await names({ sort: 'price-asc' }))[0]).toBe('Palm_Basket')
    expect((await names({ sort: 'price-desc' }))[0]).toBe('Lake Dress')
    expect((await names({ sort: 'name' }))[0]).toBe('Lake Dress')
    expect(await names({ sort: 'trending' })).toEqual(await names())
    expect(await names({ sort: 'rating' })).toEqual(await names())
  })

  it('is ordered by rating on request, with unreviewed products last', async () => {
    const reviewed = async (name: string, stars: number[]) => {
      const product = await aProduct(shop, { name, createdAt: daysAgo(40) })
      for (const one of stars) await aReview(shop, product, { stars: one })
    }
    await reviewed('Disliked', [1, 2])
    await reviewed('Loved', [5, 5, 5])
    await reviewed('Liked', [4, 4, 4])
    const [first, second, ...others] = await names({ sort: 'rating' })
    expect([first, second]).toEqual(['Loved', 'Liked'])
    expect(others.slice(1)).toEqual(['Lake Dress', 'Palm_Basket', 'Walking Shoes', 'Plain Dress'])
  })

  it('shows the products of a category and of its subcategories', async () => {
    expect(await names({ categories: ['dresses'] })).toEqual(['Lake Dress', 'Plain Dress'])
    expect(await names({ categories: ['maxi-dresses'] })).toEqual(['Lake Dress'])
    expect(await names({ categories: ['no-such'] })).toEqual([])
  })

  it('is narrowed by every group of the filter', async () => {
    expect(await names({ groups: ['clothing'] })).toEqual(['Lake Dress', 'Plain Dress'])
    expect(await names({ groups: ['shoes', 'accessories'] })).toEqual([
      'Palm_Basket',
      'Walking Shoes',
    ])
    expect(await names({ groups: ['electronics'] })).toEqual([])
  })

  it('is filtered by name, price, sale and stock', async () => {
    expect(await names({ name: 'DRESS' })).toEqual(['Lake Dress', 'Plain Dress'])
    expect(await names({ min: 30_000, max: 45_000 })).toEqual(['Walking Shoes', 'Plain Dress'])
    expect(await names({ onSale: true })).toEqual(['Lake Dress'])
    expect(await names({ inStock: true })).toEqual(['Lake Dress', 'Palm_Basket', 'Plain Dress'])
  })

  it('finds words in name, description or tags, and nothing for punctuation', async () => {
    expect(await names({ search: 'shoes' })).toEqual(['Walking Shoes'])
    expect(await names({ search: '100%' })).toEqual(['Plain Dress'])
    expect(await names({ search: 'gown' })).toEqual(['Lake Dress'])
    expect(await names({ search: 'basket_palm' })).toEqual(['Palm_Basket'])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ search: '%%%' })).toEqual([])
    expect(await names({ search: '\\' })).toEqual([])
  })

  it('marks products of the last weeks as new', async () => {
    const { products: cards } = await listProducts(shop, ALL_PRODUCTS, null)
    expect(cards.map((card) => card.isNew)).toEqual([true, true, true, false])
  })

  it('features at most eight products, newest first, with filters on request', async () => {
    for (let n = 0; n < 10; n += 1)
      await aProduct(shop, { featured: true, createdAt: daysAgo(50 + n) })
    const featured = await listFeatured(shop, ALL_PRODUCTS, null)
    expect(featured).toHaveLength(8)
    expect(featured[0]?.name).toBe('Lake Dress')
    expect(await listFeatured(shop, { ...ALL_PRODUCTS, onSale: true }, null)).toHaveLength(1)
  })

  it('marks products in the visitor’s own wishlist, and in nobody else’s', async () => {
    const { userId } = await aUser(shop)
    const [dress] = await shop.db.select().from(products).where(eq(products.name, 'Lake Dress'))
    await addToWishlist(shop.db, userId, dress?.id ?? '')
    const wished = async (who: string | null, filter = {}) =>
      (await listProducts(shop, { ...ALL_PRODUCTS, ...filter }, who)).products
        .filter((card) => card.isWished)
        .map((card) => card.name)
    expect(await wished(userId)).toEqual(['Lake Dress'])
    expect(await wished(userId, { search: 'dress' })).toEqual(['Lake Dress'])
    expect(await wished(null)).toEqual([])
  })

  it('is cached for all visitors, except for each one’s wishlist', async () => {
    let change = () => {}
    const cached = cacheCatalogue({
      on(_channel, listener) {
        change = () => (listener as (event: null) => void)(null)
        return () => {}
      },
    })
    const caching = { ...shop, cached }
    const { userId } = await aUser(shop)
    const { userId: another } = await aUser(shop)
    const [dress] = await shop.db.select().from(products).where(eq(products.name, 'Lake Dress'))
    await addToWishlist(shop.db, userId, dress?.id ?? '')
    const look = async (who: string | null) => {
      const { result, sent } = await recordQueries(() =>
        // As the address of a category is read: each of its fields counts, not how they are ordered.
        listProducts(
          caching,
          { ...parseProductFilters(new URLSearchParams()), categories: ['dresses'] },
          who,
        ),
      )
      const wished = result.products.filter((card) => card.isWished).length
      return { cards: result.products.length, wished, queries: sent.length }
    }
    expect(await look(userId)).toEqual({ cards: 2, wished: 1, queries: 4 })
    expect(await look(another)).toEqual({ cards: 2, wished: 0, queries: 1 })
    expect(await look(null)).toEqual({ cards: 2, wished: 0, queries: 0 })
    await shop.db
      .update(products)
      .set({ status: 'inactive' })
      .where(eq(products.name, 'Lake Dress'))
    change()
    expect(await look(null)).toEqual({ cards: 1, wished: 0, queries: 3 })
  })
})

describe('paging of a product list', () => {
  it.each(['newest', 'price-asc', 'price-desc', 'name'] as const)(
    'every product is listed once by %s, even when many are alike',
    { tags: 'slow' },
    async (sort) => {
      const at = daysAgo(2)
      for (let n = 0; n < PAGE_SIZE * 2 + 3; n += 1)
        await aProduct(shop, { name: 'Same Dress', createdAt: at, price: 10_000 })
      const seen: string[] = []
      let cursor: string | null = null
      let pages = 0
      do {
        const page = await listProducts(shop, { ...ALL_PRODUCTS, sort }, null, cursor)
        expect(page.total).toBe(PAGE_SIZE * 2 + 3)
        seen.push(...page.products.map((card) => card.id))
        cursor = page.next
        pages += 1
      } while (cursor)
      expect(pages).toBe(3)
      expect(new Set(seen).size).toBe(PAGE_SIZE * 2 + 3)
      expect(seen).toHaveLength(PAGE_SIZE * 2 + 3)
    },
  )

  it('starts at the first page for an invalid cursor', async () => {
    const product = await aProduct(shop)
    for (const cursor of ['x', 'W10', 'eyJhIjoxfQ', '"><script>']) {
      const page = await listProducts(shop, ALL_PRODUCTS, null, cursor)
      expect(page.products.map((card) => card.id)).toEqual([product.productId])
    }
    // Of the right shape, but nothing that the database could read.
    for (const [sort, key] of [
      ['price-asc', '9999999999'],
      ['newest', '9999-99-99 99:99:99+00'],
      ['newest', '2026-02-30 10:00:00+00'],
    ] as const) {
      const cursor = writeCursor(sort, key, crypto.randomUUID())
      const page = await listProducts(shop, { ...ALL_PRODUCTS, sort }, null, cursor)
      expect(page.products.map((card) => card.id)).toEqual([product.productId])
    }
  })

  it('takes three database queries for any number of products: the count, the page and its cards', async () => {
    for (let n = 0; n < 12; n += 1) await aProduct(shop)
    const asked = vi.spyOn((shop.db as unknown as { $client: Pool }).$client, 'query')
    await listProducts(shop, ALL_PRODUCTS, null)
    await listProducts(shop, { ...ALL_PRODUCTS, name: 'dress' }, null)
    // The job queue looks at its queues once a minute, over the same connections.
    const ours = asked.mock.calls.filter((call) => !JSON.stringify(call).includes('pgboss'))
    asked.mockRestore()
    expect(ours).toHaveLength(3 + 3)
  })
})

const soldOf = async (productId: string) =>
  (await listProducts(shop, ALL_PRODUCTS, null)).products.find((card) => card.id === productId)
    ?.soldToday

/** Does it again when it was midnight in Blantyre meanwhile. */
async function withinOneDay(work: () => Promise<void>) {
  const day = formatDate(new Date())
  try {
    await work()
  } catch (error) {
    if (formatDate(new Date()) === day) throw error
    await work()
  }
}

describe('units sold today', () => {
  it('counts paid units, not those that wait for payment', () =>
    withinOneDay(async () => {
      const { userId } = await aUser(shop)
      const product = await aProduct(shop, { price: 10_000 })
      expect(await soldOf(product.productId)).toBe(0)
      await aPaidOrder(shop, userId, [{ product, quantity: 3 }])
      expect(await soldOf(product.productId)).toBe(3)
    }))

  it('counts till sales, too, and neither yesterday’s sales nor returned units', () =>
    withinOneDay(async () => {
      const product = await aProduct(shop)
      const move = (kind: string, quantity: number, when: string) =>
        shop.db.execute(sql`insert into stock_movements (variant_id, kind, quantity, created_at)
        values (${product.variantId}, ${kind}, ${quantity}, ${sql.raw(when)})`)
      await move('sale', -1, `date_trunc('day', now(), 'Africa/Blantyre') - interval '1 second'`)
      await move('pos_sale', -2, `date_trunc('day', now(), 'Africa/Blantyre')`)
      await move('return', 1, 'now()')
      expect(await soldOf(product.productId)).toBe(2)
    }))
})
