import { beforeAll, expect, test } from 'vitest'
import { banners, categories } from '../../app/db/tables.server.ts'
import { type ApiDocument, openApiDocument } from '../support/api-document.ts'
import { linkIn, loadBuild, useApp } from '../support/app.ts'
import type { Client } from '../support/client.ts'
import { aPaidOrder, aPendingOrder, aProduct } from '../support/factories.ts'
import { listAddresses } from '../support/route-table.ts'

const app = useApp()
let document: ApiDocument
let api: ReturnType<typeof openApiDocument>

beforeAll(async () => {
  document = (await app.visit().json('/api/openapi.json')).body as ApiDocument
  api = openApiDocument(document)
})

/** The addresses of a route in OpenAPI's notation; the names of parameters are no part of an address. */
const written = (pattern: string) => {
  const path = pattern.replace(/\/:\w+\?/, '').replaceAll(/:\w+/g, '{}')
  return pattern.includes('?') ? [path, `${path}/{}`] : [path]
}

test('the document of the API has every address of the route table under /api and /functions, and no other', async () => {
  const routes = listAddresses((await loadBuild()).routes).map(({ path }) => path)
  const isPublic = (path: string) => /^\/(api|functions)\//.test(path) && path !== '/api/*'
  const inTable = routes.filter(isPublic).flatMap(written)
  const described = Object.keys(document.paths).map((path) =>
    path.replace(/^\/api\/auth\/.+/, '/api/auth/*').replaceAll(/\{\w+\}/g, '{}'),
  )
  expect(inTable.length).toBeGreaterThan(9)
  expect(new Set(described)).toEqual(new Set(inTable))
})

test('requests and answers of every operation are as the document of the API says', async () => {
  const { shop } = app
  const done = new Set<string>()
  const ask = async (who: Client, operation: string, status: number, body?: unknown, to = '') => {
    const [method = '', path = ''] = operation.split(' ')
    if (body !== undefined && status < 400) api.checkRequest(method, path, body)
    const answer = await who.json(to || path, { method, ...(body === undefined ? {} : { body }) })
    expect([operation, answer.status, answer.body]).toEqual([operation, status, expect.anything()])
    api.checkResponse(method, path, status, answer.body)
    if (status < 400) done.add(operation)
    return answer.body as Record<string, unknown>
  }

  const [clothes] = await shop.db
    .insert(categories)
    .values({ name: 'Clothes', slug: 'clothes' })
    .returning()
  const [dresses] = await shop.db
    .insert(categories)
    .values({ name: 'Dresses', slug: 'dresses', parentId: clothes?.id ?? null })
    .returning()
  const product = await aProduct(shop, {
    slug: 'lake-dress',
    categoryId: dresses?.id ?? null,
    price: 20_000,
    weight: 0.25,
    size: 'M',
    color: 'Red',
  })
  await shop.db.insert(banners).values({ title: 'New', startsAt: new Date('2026-01-02') })
  const visitor = app.visit()
  const buyer = await app.signIn()

  await ask(visitor, 'GET /api/openapi.json', 200)
  await ask(visitor, 'GET /api/products', 200)
  await ask(visitor, 'GET /api/products', 400, undefined, '/api/products?min=cheap')
  await ask(visitor, 'GET /api/products/{slug}', 200, undefined, '/api/products/lake-dress')
  await ask(visitor, 'GET /api/products/{slug}', 404, undefined, '/api/products/none')
  await ask(visitor, 'GET /api/categories', 200)
  await ask(visitor, 'GET /api/banners', 200)

  const item = { product_id: product.productId, variant_id: product.variantId, quantity: 2 }
  await ask(visitor, 'POST /api/cart', 401, item)
  const { id } = await ask(buyer, 'POST /api/cart', 201, item)
  await ask(buyer, 'POST /api/cart', 400, { product_id: 'a dress' })
  await ask(buyer, 'POST /api/cart', 409, { ...item, quantity: 90 })
  await ask(buyer, 'GET /api/cart', 200)
  const line = `/api/cart/${String(id)}`
  await ask(buyer, 'GET /api/cart/{id}', 200, undefined, line)
  await ask(buyer, 'PATCH /api/cart/{id}', 200, { quantity: 1 }, line)
  await ask(buyer, 'DELETE /api/cart/{id}', 200, undefined, line)
  await ask(buyer, 'DELETE /api/cart/{id}', 404, undefined, line)
  await ask(buyer, 'DELETE /api/cart', 200)

  await aPaidOrder(shop, buyer.userId, [{ product }])
  const { order } = await aPendingOrder(shop, buyer.userId, [{ product }])
  await ask(buyer, 'GET /api/orders', 200)
  const number = `/api/orders/${order.orderNumber}`
  await ask(buyer, 'GET /api/orders/{order_number}', 200, undefined, number)
  await ask(visitor, 'GET /api/orders/{order_number}', 401, undefined, number)

  const address = {
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '0991234567',
    address: 'Plot 4, Sunnyside',
    city: 'Blantyre',
    district: 'Blantyre',
  }
  const checkout = {
    cartItems: [{ ...item, quantity: 1, price: 20_000 }],
    shippingAddress: address,
    billingAddress: address,
    totalAmount: 22_000,
    courierService: 'bike-riders',
  }
  const pay = 'POST /functions/process-payment'
  await ask(visitor, pay, 401, checkout)
  await ask(buyer, pay, 400, { ...checkout, cartItems: 'none' })
  await ask(buyer, pay, 200, checkout)

  const account = { name: 'Chisomo Banda', email: 'chisomo@example.com', password: 'moyo wabwino' }
  const { email, password } = account
  const person = app.visit()
  const tokenOf = async (name: string) => {
    const mail = (await app.emails(email)).at(-1)
    return new URL(linkIn(mail), 'http://shop').searchParams.get(name) ?? ''
  }
  await ask(person, 'POST /api/auth/sign-up/email', 200, account)
  await ask(person, 'POST /api/auth/sign-in/email', 403, { email, password })
  const token = await tokenOf('confirm')
  await ask(person, 'POST /api/auth/confirm-email', 200, { token, password })
  await ask(person, 'POST /api/auth/sign-in/email', 401, { email, password: 'another one' })
  await ask(person, 'POST /api/auth/sign-in/email', 200, { email, password })
  await ask(person, 'GET /api/auth/get-session', 200)
  await ask(person, 'POST /api/auth/sign-out', 200, {})
  await ask(person, 'POST /api/auth/request-password-reset', 200, { email })
  const reset = { token: await tokenOf('token'), newPassword: 'moyo watsopano' }
  await ask(person, 'POST /api/auth/reset-password', 200, reset)

  expect(api.operations.filter((operation) => !done.has(operation))).toEqual([])
})
