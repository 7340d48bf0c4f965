import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cartItems, products, profiles, users } from '../../app/db/tables.server.ts'
import { listTillCatalogue } from '../../app/modules/till/devices/list-catalogue.ts'
import { useApp } from '../support/app.ts'
import { aPaidOrder, aProduct } from '../support/factories.ts'

// docs/security.md, Fields that not everybody sees or sets

const app = useApp()
const COST = 7_654_321

test('the cost of a product is shown to whoever runs the shop, but neither to shoppers nor at the till', async () => {
  const { shop } = app
  const product = await aProduct(shop, { costPrice: COST })
  const [made] = await shop.db.select().from(products)
  const slug = made?.slug ?? ''
  const customer = await app.signIn('customer')
  const { order } = await aPaidOrder(shop, customer.userId, [{ product }])
  const read = async (client: typeof customer, path: string) => {
    const answer = await client.fetch(path)
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }
  for (const path of [
    '/api/products',
    `/api/products/${slug}`,
    `/product/${slug}`,
    `/product/${slug}.data`,
    '/api/orders',
    `/api/orders/${order.orderNumber}`,
    '/orders.data',
    '/account/data.json',
  ])
    expect(await read(customer, path), path).not.toContain(String(COST))
  const catalogue = JSON.stringify(await listTillCatalogue(shop))
  expect(catalogue).toContain(product.productId)
  expect(catalogue).not.toContain(String(COST))
  const admin = await app.signIn('admin')
  expect(await read(admin, `/admin/edit-product/${product.productId}`)).toContain(String(COST))
})

test('unknown fields in a form are ignored: price, owner, role, confirmation', async () => {
  const { shop } = app
  const product = await aProduct(shop)
  const [one, other] = [await app.signIn('customer'), await app.signIn('customer')]
  const added = await one.json('/api/cart', {
    body: {
      product_id: product.productId,
      variant_id: product.variantId,
      quantity: 1,
      price: 1,
      unit_price: 1,
      total: 1,
      user_id: other.userId,
      userId: other.userId,
      id: '00000000-0000-4000-8000-000000000000',
      __proto__: { price: 1 },
      constructor: { prototype: { price: 1 } },
    },
  })
  expect(added.status).toBeLessThan(300)
  const lines = await shop.db.select().from(cartItems)
  expect(lines).toMatchObject([{ userId: one.userId, price: product.price, quantity: 1 }])

  await app.visit().json('/api/auth/sign-up/email', {
    body: {
      name: 'Chisomo',
      email: 'chisomo@example.com',
      password: 'moyo wabwino',
      role: 'super_admin',
      emailVerified: true,
      id: one.userId,
      image: 'javascript:alert(1)',
    },
  })
  const [made] = await shop.db.select().from(users).where(eq(users.email, 'chisomo@example.com'))
  expect(made).toMatchObject({ emailVerified: false, image: null })
  const [profile] = await shop.db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, made?.id ?? ''))
  expect(profile?.role).toBe('customer')
})
