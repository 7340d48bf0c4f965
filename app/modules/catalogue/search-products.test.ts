import { expect, it } from 'vitest'
import { aProduct } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { searchProducts } from './search-products.ts'

const shop = useShop()

it('a search returns the first hits and counts them all, with products of that name first', async () => {
  await aProduct(shop, { name: 'Silk Scarf', description: 'Goes with any dress' })
  for (let n = 0; n < 4; n += 1) await aProduct(shop, { name: `Dress ${n}` })
  const { hits, total } = await searchProducts(shop, '  DRESS ', 3)
  expect(total).toBe(5)
  expect(hits).toHaveLength(3)
  expect(hits.map((hit) => hit.name)).not.toContain('Silk Scarf')
})

it('a search finds nothing for a blank text, and no archived product', async () => {
  await aProduct(shop, { name: 'Hidden', status: 'out_of_stock' })
  expect(await searchProducts(shop, '   ', 10)).toEqual({ hits: [], total: 0, near: [] })
  expect(await searchProducts(shop, 'hidden', 10)).toMatchObject({ hits: [], total: 0, near: [] })
})

it('a search shows the newest products when no product has any of the words', async () => {
  for (const [name, createdAt] of [
    ['Straw Hat', '2020-01-02'],
    ['Felt Hat', '2020-01-03'],
  ] as const)
    await aProduct(shop, { name, createdAt: new Date(createdAt) })
  await aProduct(shop, { name: 'Secret Hat', status: 'inactive' })
  const { hits, total, near, newest = [] } = await searchProducts(shop, 'qqxzv', 10)
  expect([hits, total, near]).toEqual([[], 0, []])
  expect(newest.map(({ name }) => name)).toEqual(['Felt Hat', 'Straw Hat'])
  expect((await searchProducts(shop, 'hat', 10)).newest).toBeUndefined()
})
