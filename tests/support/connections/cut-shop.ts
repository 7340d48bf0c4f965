import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test'
import { FROM_HERE, openAccount, placeOrder, signInAs } from '../browse.ts'

/** A signed-in customer. */
export const buyerAt = (path: string) => async (request: APIRequestContext) => {
  await openAccount(request)
  return { path }
}
const TOTE = 'canvas-tote-bag'
export const findTote = async (request: APIRequestContext) =>
  (await (await request.get(`/api/products/${TOTE}`)).json()) as {
    id: string
    price: number
    variants: { id: string }[]
  }
export async function cartOf(request: APIRequestContext, productId: string) {
  const data = { product_id: productId, quantity: 1 }
  const added = await request.post('/api/cart', { headers: FROM_HERE, data })
  expect(added.status(), await added.text()).toBe(201)
}
/** A customer with one bag in the cart. */
export const cartAt = (path: string) => async (request: APIRequestContext) => {
  await openAccount(request)
  await cartOf(request, (await findTote(request)).id)
  return { path }
}
export const lineCount = (count: number) => async (_page: Page, request: APIRequestContext) => {
  const { items } = (await (await request.get('/api/cart')).json()) as { items: unknown[] }
  expect(items).toHaveLength(count)
}
/** A customer whose order waits for its payment. */
export const orderAt =
  (path: (order: string, payPath: string) => string) => async (request: APIRequestContext) => {
    const { order_number, checkout_url } = await placeOrder(request, await findTote(request))
    return { path: path(order_number, new URL(checkout_url).pathname) }
  }
export const ordersAre =
  (...statuses: string[]) =>
  async (_page: Page, request: APIRequestContext) => {
    const { orders } = (await (await request.get('/api/orders')).json()) as {
      orders: { status: string }[]
    }
    expect(orders.map(({ status }) => status)).toEqual(statuses)
  }

/** Reports the payment on the test provider's page. */
export async function payFor(buyer: APIRequestContext, path: string) {
  const form = { decision: 'pay' }
  const paid = await buyer.post(path, { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(paid.status()).toBe(302)
}

/** A super_admin in a separate browser. */
export async function openStaff() {
  const staff = await requests.newContext({ baseURL: FROM_HERE.origin })
  await signInAs({ request: staff }, 'super@zovala.test')
  return staff
}

/** Staff move an order on its page. */
export async function moveOrder(staff: APIRequestContext, number: string, to: string) {
  const page = await (await staff.get(`/admin/orders?order=${number}`)).text()
  const html = page.split('<form').find((form) => form.includes('name="intent" value="move"')) ?? ''
  const [, order = ''] = /name="order" value="([\w-]{36})"/.exec(html) ?? []
  const [, version = ''] = /name="version" value="(\d+)"/.exec(html) ?? []
  const form = { intent: 'move', order, version, to }
  const moved = await staff.post('/admin/orders', { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(moved.status(), await moved.text()).toBe(302)
}

/** A customer with a paid bag on its way. */
export async function openOrderOnItsWay(buyer: APIRequestContext) {
  const { order_number, checkout_url } = await placeOrder(buyer, await findTote(buyer))
  await payFor(buyer, new URL(checkout_url).pathname)
  const staff = await openStaff()
  await moveOrder(staff, order_number, 'shipped')
  await staff.dispose()
  return order_number
}

/** A customer with a paid bag that was delivered. */
export async function openDeliveredOrder(buyer: APIRequestContext) {
  const order = await openOrderOnItsWay(buyer)
  const staff = await openStaff()
  await moveOrder(staff, order, 'delivered')
  await staff.dispose()
  return order
}

/** Staff make the rider's link of an order in its panel; returns its path. */
export async function makeRiderLink(staff: APIRequestContext, number: string) {
  const read = async () => (await staff.get(`/admin/orders?order=${number}`)).text()
  const forms = (await read()).split('<form')
  const html = forms.find((form) => form.includes('value="rider-link"')) ?? ''
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1]
  const made = await staff.post('/admin/orders', {
    headers: FROM_HERE,
    form: {
      intent: 'rider-link',
      order: valueOf('order') ?? '',
      link: valueOf('link') ?? '',
      rider: 'Chisomo, motorbike 4',
      request: randomUUID(),
    },
    maxRedirects: 0,
  })
  expect(made.status(), await made.text()).toBe(302)
  // As the WhatsApp link contains it.
  const link = /%2Fhandover%2FFSC-[\d-]+%3Fkey%3D[\w-]+/.exec(await read())
  return decodeURIComponent(link?.[0] ?? '')
}
