import { expect, it } from 'vitest'
import { aProduct, aUser } from '../../../tests/support/ladder.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { addToWishlist, countWishlist, listWishlist, removeFromWishlist } from './wishlist.ts'

const shop = useShop()

it('a product is put into a wishlist once, and named', async () => {
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

it('of two taps at once one is told that it is there already', async () => {
  const { userId } = await aUser(shop)
  const product = await aProduct(shop)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => addToWishlist(shop.db, userId, product.productId)),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
})

it('a product that is unknown or put away is refused', async () => {
  const { userId } = await aUser(shop)
  const away = await aProduct(shop, { status: 'inactive' })
  for (const id of ['', 'x', '0b5f3f0c-5d38-4b3c-9e6e-2f6f6a1f7b11', away.productId])
    expect(await addToWishlist(shop.db, userId, id)).toMatchObject({ reason: 'product-not-found' })
})

it('taking out what is not in is no error, and touches nobody else', async () => {
  const [mine, hers] = [await aUser(shop), await aUser(shop)]
  const product = await aProduct(shop)
  await addToWishlist(shop.db, hers.userId, product.productId)
  await removeFromWishlist(shop.db, mine.userId, product.productId)
  await removeFromWishlist(shop.db, mine.userId, 'nonsense')
  expect((await listWishlist(shop, hers.userId)).products).toHaveLength(1)
  await removeFromWishlist(shop.db, hers.userId, product.productId)
  expect((await listWishlist(shop, hers.userId)).products).toHaveLength(0)
})
