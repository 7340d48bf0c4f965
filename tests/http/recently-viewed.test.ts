import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { products } from '../../app/db/tables.server.ts'
import type { CardProduct } from '../../app/rules/catalogue/products.ts'
import { useApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { aProduct, type TestProduct } from '../support/factories.ts'

const app = useApp()
const read = async (who: Client, ids: string[]) => {
  const answer = await who.fetch(`/recently-viewed?ids=${ids.join()}`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return (await answer.json()) as CardProduct[]
}

let hat: TestProduct
let bag: TestProduct
beforeEach(async () => {
  hat = await aProduct(app.shop, { name: 'Hat' })
  bag = await aProduct(app.shop, { name: 'Bag', price: 9_000 })
})

test('recently viewed products come in their order and at the current price', async () => {
  const visitor = app.visit()
  const names = async () =>
    (await read(visitor, [hat.productId, bag.productId])).map(({ name, price }) => [name, price])
  expect(await names()).toEqual([
    ['Hat', 20_000],
    ['Bag', 9_000],
  ])
  await app.shop.db.update(products).set({ price: 8_000 }).where(eq(products.id, bag.productId))
  expect((await names())[1]).toEqual(['Bag', 8_000])
})

test('a recently viewed product that is sold out, hidden, gone or an invalid id is left out', async () => {
  const sold = await aProduct(app.shop, { stock: 0 })
  const hidden = await aProduct(app.shop, { status: 'inactive' })
  const ids = ["'; drop", '', randomUUID(), sold.productId, hidden.productId, hat.productId]
  expect((await read(app.visit(), ids)).map(({ name }) => name)).toEqual(['Hat'])
  expect(await read(app.visit(), [])).toEqual([])
})

test('a dozen recently viewed products are listed at most, each once', async () => {
  const ids = [hat.productId, hat.productId, ...Array.from({ length: 10 }, () => randomUUID())]
  expect(await read(app.visit(), [...ids, bag.productId])).toHaveLength(1)
})

test('recently viewed products show the hearts of the account that asks', async () => {
  const customer = await app.signIn()
  await customer.post('/wishlist', { add: hat.productId, back: '/' })
  expect((await read(customer, [hat.productId]))[0]?.isWished).toBe(true)
  expect((await read(app.visit(), [hat.productId]))[0]?.isWished).toBe(false)
})
