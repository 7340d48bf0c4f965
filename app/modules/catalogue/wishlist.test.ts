import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { products } from '../../db/tables.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { countChoices } from './filter-counts.ts'
import { addToWishlist, countWishlist, listWishlist, removeFromWishlist } from './wishlist.ts'

const shop = useShop()

it('a product is added to a wishlist once, and the answer has its name', async () => {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop, { name: 'Lake Dress' })
  expect(await addToWishlist(shop.db, userId, product.productId)).toEqual({
    ok: true,
    productName: 'Lake Dress',
  })
  expect(await addToWishlist(shop.db, userId, product.productId)).toMatchObject({
    reason: 'already-in-wishlist',
  })
  expect(await countWishlist(shop.db, userId)).toBe(1)
})

it('a product that several requests add to the wishlist at once is added by one, and the others are refused', async () => {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => addToWishlist(shop.db, userId, product.productId)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})

it('an unknown or archived product is refused', async () => {
  const { userId } = await aUser(shop)
  const away = await aProduct(shop, { status: 'inactive' })
  for (const id of ['', 'x', '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11', away.productId])
    expect(await addToWishlist(shop.db, userId, id)).toMatchObject({ reason: 'product-not-found' })
})

it('removing a product that is not in the wishlist is no error, and leaves other wishlists alone', async () => {
  const [mine, hers] = [await aUser(shop), await aUser(shop)]
  const product = await aProduct(shop)
  await addToWishlist(shop.db, hers.userId, product.productId)
  await removeFromWishlist(shop.db, mine.userId, product.productId)
  await removeFromWishlist(shop.db, mine.userId, 'nonsense')
  expect((await listWishlist(shop, hers.userId)).products).toHaveLength(1)
  await removeFromWishlist(shop.db, hers.userId, product.productId)
  expect((await listWishlist(shop, hers.userId)).products).toHaveLength(0)
})

it('a wishlist is filtered like every product list, and counted within itself', async () => {
  const [mine, hers] = [await aUser(shop), await aUser(shop)]
  const red = await aProduct(shop, { name: 'Red Wrap', size: 'M', color: 'Red', stock: 3 })
  const navy = await aProduct(shop, { name: 'Navy Wrap', size: 'L', color: 'Navy', stock: 0 })
  const cheap = await aProduct(shop, { name: 'Sun Hat', price: 5000, comparePrice: 9000 })
  const hidden = await aProduct(shop, { name: 'Old Hat', color: 'Green' })
  await aProduct(shop, { name: 'Black Wrap', size: 'M', color: 'Black' })
  for (const { productId } of [red, navy, cheap, hidden])
    await addToWishlist(shop.db, mine.userId, productId)
  await addToWishlist(shop.db, hers.userId, red.productId)
  await shop.db
    .update(products)
    .set({ status: 'inactive' })
    .where(eq(products.id, hidden.productId))
  const list = async (changes: Partial<ProductFilter>) => {
    const filter = { ...ALL_PRODUCTS, ...changes }
    const page = await listWishlist(shop, mine.userId, filter)
    expect(page.total).toBe(page.products.length)
    return page.products.map(({ name }) => name).toSorted()
  }
  expect(await list({})).toEqual(['Navy Wrap', 'Red Wrap', 'Sun Hat'])
  expect(await list({ sizes: ['M'] })).toEqual(['Red Wrap'])
  expect(await list({ colors: ['Navy', 'Black'] })).toEqual(['Navy Wrap'])
  expect(await list({ inStock: true, name: 'wrap' })).toEqual(['Red Wrap'])
  expect(await list({ onSale: true })).toEqual(['Sun Hat'])
  const wishedBy = mine.userId
  const counts = await countChoices(shop, ALL_PRODUCTS, { wishedBy })
  const found = (choices: { value: string; count: number }[] = []) =>
    choices.map(({ value, count }) => `${value} ${count}`)
  expect(found(counts?.sizes)).toEqual(['M 1', 'L 1'])
  expect(found(counts?.colors).toSorted()).toEqual(['Navy 1', 'Red 1'])
  expect([counts?.onSale, counts?.inStock]).toEqual([1, (await list({ inStock: true })).length])
})
