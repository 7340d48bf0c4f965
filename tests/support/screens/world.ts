import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { FROM_HERE, newestLink, newPhone, openAccount, PASSWORD, signInAs } from '../browse.ts'
import { makeRiderLink } from '../connections/cut-shop.ts'
import { payloadFor, type SoldProduct } from '../shoppers.ts'
import { closeShift } from '../till/close-shift.ts'
import { addProduct, allowPreorders, countNone, PREORDER_DAY } from './new-products.ts'

type Request = APIRequestContext
type Product = Omit<SoldProduct, 'variants'> & { variants: { id: string; inventory: number }[] }

/** The data that a customer's and the staff's screens show, made through the shop's own acts. */
export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * A customer with orders in every state, a full cart and a review; somebody who waits for a sold-out scarf; and
 * somebody whose cart holds an item that has sold out since.
 */
export async function makeWorld(open: () => Promise<Request>) {
  const customer = await open()
  const email = await openAccount(customer)
  const phone = newPhone()
  // Two units of one size, so that the order can be sent in parts.
  const paid = await order(customer, phone, 'canvas-tote-bag', {}, 2)
  await pay(customer, paid)
  const shipped = await order(customer, phone)
  await pay(customer, shipped)
  const admin = await open()
  await signInAs({ request: admin }, 'super@zovala.test')
  await ship(admin, shipped.number)
  const riderLink = await makeRiderLink(admin, shipped.number)
  await post(customer, `/orders/${shipped.number}`, {
    intent: 'message',
    kind: 'not-arrived',
    text: 'Is it on its way?',
  })
  const unpaid = await order(customer, phone)
  const visitor = await open()
  const confirmed = await askWhenBack(visitor, 'sold-out-scarf')
  await post(visitor, '/waitlist', { confirm: confirmed.split('=').at(-1) ?? '' })
  const waiting = await askWhenBack(visitor, 'sold-out-scarf')
  const list = await (await customer.get('/reviews/new')).text()
  const reviewed = /\/reviews\/new\/([\w-]+)"/.exec(list)?.[1] ?? ''
  const wrote = await customer.post(`/reviews/new/${reviewed}`, {
    headers: FROM_HERE,
    multipart: { request: randomUUID(), stars: '4', words: 'Lovely cloth', writer: 'Chisomo' },
    maxRedirects: 0,
  })
  expect(wrote.status(), await wrote.text()).toBe(302)
  const preorder = await addProduct(admin, 0)
  await allowPreorders(admin, preorder.id)
  const preordered = await order(customer, phone, preorder.slug, { preorder_from: PREORDER_DAY })
  await pay(customer, preordered)
  await fillCart(customer, 'canvas-tote-bag', 'chitenje-wrap-dress', preorder.slug)
  const late = await open()
  const lateEmail = await openAccount(late)
  const soldOut = await addProduct(admin, MANY)
  await fillCart(late, 'canvas-tote-bag', soldOut.slug)
  await countNone(admin, soldOut.id, MANY)
  const reader = `reads-${randomUUID().slice(0, 8)}@example.com`
  await post(visitor, '/newsletter', { email: reader, then: '/' })
  const home = await (await customer.get(`/orders/${paid.number}`)).text()
  const link = /\/orders\/FSC-[\d-]+\?key=[^"&<\s]+/.exec(home)?.[0] ?? ''
  return {
    email,
    password: PASSWORD,
    paid: paid.number,
    shipped: shipped.number,
    unpaid: unpaid.number,
    paymentPath: new URL(unpaid.url).pathname,
    reviewed,
    orderLink: link,
    riderLink,
    waiting,
    preorder,
    preordered: preordered.number,
    lateEmail,
    newsletter: await newestLink(visitor, reader, /\/newsletter\?confirm=[\w-]+/),
    leaving: await newestLink(visitor, reader, /\/newsletter\?leave=[\w-]+/),
    productId: (await read(customer, 'canvas-tote-bag')).id,
    shift: await closeShift(await open()),
  }
}

/** More units than the shop reserves for its tills. */
const MANY = 20

const read = async (request: Request, slug: string) =>
  (await (await request.get(`/api/products/${slug}`)).json()) as Product

/** Sends a form as the page does. */
async function post(request: Request, path: string, form: Record<string, string>) {
  const answer = await request.post(path, {
    headers: FROM_HERE,
    form: { request: randomUUID(), ...form },
    maxRedirects: 0,
  })
  expect(answer.status(), `${path} ${await answer.text()}`).toBe(302)
}

async function order(
  request: Request,
  phone: string,
  slug = 'canvas-tote-bag',
  more = {},
  units = 1,
) {
  const sent = payloadFor(await read(request, slug), units)
  const address = { ...sent.shippingAddress, phone, address: `Plot ${randomUUID().slice(0, 8)}` }
  const placed = await request.post('/functions/process-payment', {
    headers: FROM_HERE,
    data: {
      ...sent,
      cartItems: sent.cartItems.map((item) => ({ ...item, ...more })),
      shippingAddress: address,
      billingAddress: address,
    },
  })
  expect(placed.status(), await placed.text()).toBe(200)
  const { order_number: number, checkout_url: url } = await placed.json()
  return { number: String(number), url: String(url) }
}

/**
 * Pays, and waits until the shop knows it: otherwise the payment would interfere with what staff do next with the
 * order.
 */
async function pay(request: Request, { number, url }: { number: string; url: string }) {
  await post(request, new URL(url).pathname, { decision: 'pay' })
  const statusOf = async () => {
    const { orders }: { orders: { order_number: string; status: string }[] } = await (
      await request.get('/api/orders')
    ).json()
    return orders.find(({ order_number }) => order_number === number)?.status
  }
  await expect.poll(statusOf).toBe('processing')
}

async function ship(admin: Request, number: string) {
  // Reads the order's panel only, because the list beside it names other orders, too.
  const read = async (field: string) => {
    const page = await (await admin.get(`/admin/orders?order=${number}`)).text()
    const panel = page.slice(page.indexOf('class="side-panel'))
    return new RegExp(`name="${field}" value="([^"]+)"`).exec(panel)?.[1] ?? ''
  }
  const id = await read('order')
  for (const form of [
    { intent: 'waybill', waybill: 'CTS 4471' },
    { intent: 'move', to: 'shipped' },
  ])
    await post(admin, '/admin/orders', { ...form, order: id, version: await read('version') })
}

async function fillCart(request: Request, ...slugs: string[]) {
  for (const slug of slugs) {
    const { id, variants } = await read(request, slug)
    const [most] = variants.toSorted((a, b) => b.inventory - a.inventory)
    const data = { product_id: id, quantity: 1, ...(most && { variant_id: most.id }) }
    const added = await request.post('/api/cart', { headers: FROM_HERE, data })
    expect(added.status(), await added.text()).toBe(201)
  }
}

/** The link in the email that asks the visitor to confirm the request. */
async function askWhenBack(visitor: Request, slug: string) {
  const email = `waits-${randomUUID().slice(0, 8)}@example.com`
  const page = await (await visitor.get(`/product/${slug}`)).text()
  const variant = /name="variant" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await post(visitor, '/waitlist', { variant, then: `/product/${slug}`, email, phone: '' })
  return newestLink(visitor, email, /\/waitlist\?[\w=&;-]+/)
}
