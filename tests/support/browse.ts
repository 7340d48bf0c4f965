import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { hashPassword } from '../../app/platform/auth/passwords.server.ts'
import { openLive } from './open-live.ts'
import { ask } from './product.ts'
import { payloadFor, type SoldProduct } from './shoppers.ts'

/** Playwright's own requests carry cookies but no `Origin` header, which a browser sends. */
export const FROM_HERE = { origin: `http://localhost:${process.env['E2E_PORT'] ?? 3180}` }

/** The data of the shop that the browser's tests share (playwright.config.ts). */
/** The data folder of the shop that these tests browse. */
export const SHOP = join(import.meta.dirname, '..', '..', '.cache', 'e2e-data')

/** Signs in as one of the sample's people without the form, which accounts.spec.ts tests. */
export async function signInAs(
  { request }: { request: APIRequestContext },
  email: string,
  password = 'zovala-demo',
) {
  const data = { email, password }
  const answer = await request.post('/api/auth/sign-in/email', { headers: FROM_HERE, data })
  expect(answer.ok()).toBe(true)
}

/** Opens a page signed in, and waits until its scripts work. */
export async function openAs(page: Page, email: string, path: string) {
  await signInAs(page, email)
  await openLive(page, path)
}

type Variant = { id: string; inventory: number }
type Product = { id: string; slug: string; price: number; inventory_quantity: number }

/** The product with the largest stock, so that tests that sell it at the same time do not run out. */
export async function findWellStocked(request: APIRequestContext) {
  const { products }: { products: Product[] } = await (
    await request.get('/api/products?max=100000&in_stock=true&limit=50')
  ).json()
  const [most] = products.toSorted((a, b) => b.inventory_quantity - a.inventory_quantity)
  const { id, price, variants }: Product & { variants: Variant[] } = await (
    await request.get(`/api/products/${most?.slug}`)
  ).json()
  const [variant] = variants.toSorted((a, b) => b.inventory - a.inventory)
  return { id, price, variantId: variant?.id }
}

/** The password of accounts that tests open. */
export const PASSWORD = 'moyo wabwino'

/** The newest link of this kind in an email to this address, once it has arrived. */
export async function newestLink(request: APIRequestContext, email: string, link: RegExp) {
  const read = async (path: string) => (await request.get(path)).text()
  let found: string | undefined
  await expect(async () => {
    const items = (await read('/dev/mail')).split('<li').filter((item) => item.includes(email))
    const message = items[0]?.match(/\/dev\/mail\?letter=[^"]+/)?.[0]
    expect(message).toBeTruthy()
    found = link.exec(await read(message ?? ''))?.[0]
    expect(found).toBeTruthy()
  }).toPass()
  return found ?? ''
}

/** Opens an account that nobody has confirmed yet; returns its address. */
export async function signUp(request: APIRequestContext) {
  const email = `buyer-${randomUUID().slice(0, 8)}@example.com`
  const account = { name: 'Chisomo Banda', email, password: PASSWORD }
  const made = await request.post('/api/auth/sign-up/email', { headers: FROM_HERE, data: account })
  expect(made.status()).toBe(200)
  return email
}

let hash: Promise<string> | undefined

/**
 * Opens a confirmed account, signed in over `request`; returns its address. Written directly into the database: the
 * form and its email have their own tests in accounts.spec.ts and take more than a second.
 */
export async function openAccount(request: APIRequestContext) {
  const email = `buyer-${randomUUID().slice(0, 8)}@example.com`
  hash ??= hashPassword(PASSWORD)
  await ask(
    SHOP,
    `with made as (
       insert into users (name, email, email_verified) values ('Chisomo Banda', '${email}', true) returning id)
     insert into accounts (user_id, account_id, provider_id, password)
     select id, id::text, 'credential', '${await hash}' from made`,
  )
  await signInAs({ request }, email, PASSWORD)
  return email
}

/** A phone number that no other account has. */
export const newPhone = () => `0991${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`

/**
 * Places an order of one piece for a new account with its own phone number and address, because each of these may have
 * only a few unpaid orders.
 */
export async function placeOrder(
  request: APIRequestContext,
  product: SoldProduct,
  more: { credit_code?: string; lastName?: string } = {},
) {
  await openAccount(request)
  const sent = payloadFor(product, 1)
  const { lastName = sent.lastName } = more
  const own = { phone: newPhone(), address: `Plot ${randomUUID().slice(0, 8)}`, lastName }
  const address = { ...sent.shippingAddress, ...own }
  const placed = await request.post('/functions/process-payment', {
    headers: FROM_HERE,
    data: { ...sent, ...more, shippingAddress: address, billingAddress: address },
  })
  expect(placed.status(), await placed.text()).toBe(200)
  return (await placed.json()) as { order_number: string; checkout_url: string }
}

/** A super_admin gives the person with this address the role of a cashier. */
export async function makeCashier(request: APIRequestContext, email: string) {
  await signInAs({ request }, 'super@zovala.test')
  const list = await (await request.get(`/admin/customers?search=${email}`)).text()
  const id = /person=([\da-f-]{36})/.exec(list)?.[1] ?? ''
  const form = { intent: 'give-role', id, seen: 'customer', role: 'cashier' }
  const given = await request.post('/admin/customers', {
    headers: FROM_HERE,
    form,
    maxRedirects: 0,
  })
  expect(given.status()).toBe(302)
}
