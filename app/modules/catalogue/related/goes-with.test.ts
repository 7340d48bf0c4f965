import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  readOrder,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale } from '../../../../tests/support/till/counter.ts'
import {
  boughtTogether,
  categories,
  orders,
  posSaleItems,
  products,
  variants,
  wishlists,
} from '../../../db/tables.server.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { countPairs } from './count-pairs.ts'
import { listGoesWith } from './list-goes-with.ts'

const shop = useShop()
// What was listed before a change is not what this file asks about.
beforeEach(() => {
  shop.cached = (_key, read) => read()
})

type Product = Awaited<ReturnType<typeof aProduct>>
const namesWith = async (...asked: Product[]) => {
  const ids = asked.map(({ productId }) => productId)
  return (await listGoesWith(shop, ids, null)).map(({ name }) => name)
}
const called = (name: string, overrides: Parameters<typeof aProduct>[1] = {}) =>
  aProduct(shop, { name, ...overrides })

async function bought(...items: Product[]) {
  const { userId } = await aUser(shop)
  const lines = items.map((product) => ({ product }))
  return (await aPaidOrder(shop, userId, lines)).order
}

/** A sale at the counter of two products. */
async function soldAtTill(first: Product, second: Product) {
  const cashierId = (await aUser(shop, 'cashier')).userId
  const { id } = await aSale(shop, { cashierId, product: first })
  const [line] = await shop.db.select().from(posSaleItems).where(eq(posSaleItems.posSaleId, id))
  if (!line) throw new Error('nothing sold')
  const { id: _, ...rest } = line
  await shop.db
    .insert(posSaleItems)
    .values({ ...rest, productId: second.productId, variantId: second.variantId, position: 1 })
}

describe('the list of products that go with another', () => {
  let dress: Product
  let bag: Product
  let shoes: Product
  let hat: Product
  beforeEach(async () => {
    dress = await called('Dress')
    bag = await called('Bag')
    shoes = await called('Shoes')
    hat = await called('Hat')
  })

  test('has those most often bought with it, online and at the till, from either of the two', async () => {
    await bought(dress, bag)
    await bought(dress, shoes)
    await soldAtTill(dress, shoes)
    await bought(hat)
    await countPairs(shop.db)
    expect(await namesWith(dress)).toEqual(['Shoes', 'Bag'])
    expect(await namesWith(shoes)).toEqual(['Dress'])
    expect(await namesWith(hat)).toEqual([])
  })

  test('is cached for everybody, except for each one’s wishlist', async () => {
    const kept = new Map<string, Promise<unknown>>()
    shop.cached = <T>(key: string, read: () => Promise<T>) => {
      if (!kept.has(key)) kept.set(key, read())
      return kept.get(key) as Promise<T>
    }
    await bought(dress, bag)
    await countPairs(shop.db)
    expect(await namesWith(dress)).toEqual(['Bag'])
    await shop.db.update(products).set({ name: 'Sack' }).where(eq(products.id, bag.productId))
    const { userId } = await aUser(shop)
    await shop.db.insert(wishlists).values({ userId, productId: bag.productId })
    const [card] = await listGoesWith(shop, [dress.productId], userId)
    expect(card).toMatchObject({ name: 'Bag', isWished: true })
    kept.clear()
    expect(await namesWith(dress)).toEqual(['Sack'])
  })

  test('counts only what was paid and kept in the last months', async () => {
    const { userId } = await aUser(shop)
    await aPendingOrder(shop, userId, [{ product: dress }, { product: hat }])
    const cancelled = await bought(dress, bag)
    await bought(dress, shoes)
    const old = await bought(dress, await called('Old hat'))
    await shop.db
      .update(orders)
      .set({ paidAt: sql`now() - interval '200 days'` })
      .where(eq(orders.id, old.id))
    await countPairs(shop.db)
    expect((await namesWith(dress)).toSorted()).toEqual(['Bag', 'Shoes'])
    const { version } = await readOrder(shop, cancelled.id)
    const step = { orderId: cancelled.id, version, to: 'cancelled' as const }
    expect(await moveOrder(shop, await anAdmin(shop), step)).toMatchObject({ ok: true })
    await countPairs(shop.db)
    expect(await namesWith(dress)).toEqual(['Shoes'])
  })

  test('leaves out the product itself and products that are sold out, hidden or archived', async () => {
    const last = await called('Last one', { stock: 1 })
    await bought(dress, bag, shoes, hat, last)
    await countPairs(shop.db)
    const change = (product: Product, to: Partial<typeof products.$inferInsert>) =>
      shop.db.update(products).set(to).where(eq(products.id, product.productId))
    await change(bag, { status: 'inactive' })
    await change(hat, { archivedAt: new Date() })
    expect(await namesWith(dress)).toEqual(['Shoes'])
    expect(await namesWith(dress, shoes)).toEqual([])
    // What is not counted is never out of stock.
    await change(last, { trackInventory: false })
    expect((await namesWith(dress)).toSorted()).toEqual(['Last one', 'Shoes'])
  })

  test('is filled up with the same category, products in the same colors first', async () => {
    const aCategory = async (slug: string, parentId: string | null = null) => {
      const [row] = await shop.db
        .insert(categories)
        .values({ name: slug, slug, parentId })
        .returning()
      return row?.id ?? null
    }
    const parent = await aCategory('women')
    const categoryId = await aCategory('skirts', parent)
    await called('Red beside it', { categoryId: await aCategory('tops', parent), color: 'Red' })
    await called('Elsewhere', { categoryId: await aCategory('men'), color: 'Red' })
    const asked = await called('Red skirt', { categoryId, color: 'Red' })
    const blue = { categoryId, color: 'Blue' }
    const day = (n: number) => new Date(Date.UTC(2026, 8, n))
    await called('Older red', { categoryId, color: 'Red', createdAt: day(1) })
    await called('Newer red', { categoryId, color: 'Red', createdAt: day(2) })
    await called('Blue', { ...blue, createdAt: day(3) })
    await called('Sold out', { ...blue, stock: 0 })
    const retired = await called('Was red once', { ...blue, createdAt: day(2) })
    await shop.db.insert(variants).values({
      productId: retired.productId,
      sku: 'RETIRED',
      color: 'Red',
      retiredAt: new Date(),
    })
    await bought(asked, bag)
    await countPairs(shop.db)
    expect(await namesWith(asked)).toEqual([
      'Bag',
      'Newer red',
      'Older red',
      'Blue',
      'Was red once',
      'Red beside it',
    ])
  })

  test('stays the same when it is counted again, also by two counts at once', async () => {
    await bought(dress, bag)
    await Promise.all([countPairs(shop.db), countPairs(shop.db)])
    const read = () =>
      shop.db
        .select({ times: boughtTogether.times, written: sql<string>`xmin::text` })
        .from(boughtTogether)
        .orderBy(boughtTogether.productId)
    const before = await read()
    expect(before.map(({ times }) => times)).toEqual([1, 1])
    await countPairs(shop.db)
    expect(await read()).toEqual(before)
  })

  test('leaves out bulk orders', async () => {
    const many: Product[] = []
    for (let n = 0; n < 21; n += 1) many.push(await aProduct(shop, { price: 1_000 }))
    await bought(...many)
    await countPairs(shop.db)
    expect(await shop.db.$count(boughtTogether)).toBe(0)
  })
})
