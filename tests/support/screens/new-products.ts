import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { FROM_HERE } from '../browse.ts'

/** A day that is in the future of every test. */
export const PREORDER_DAY = '2099-12-12'

/** Sends a form as the back office does. */
async function send(admin: APIRequestContext, path: string, form: Record<string, string>) {
  const sent = await admin.post(path, { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(sent.status(), await sent.text()).toBe(302)
}

/** Adds a product without sizes or colors for one test, so that its sales disturb no other test. */
export async function addProduct(admin: APIRequestContext, inventory: number) {
  const mark = randomUUID().slice(0, 8)
  await send(admin, '/admin/add-product', {
    name: `Blouse ${mark}`,
    price: '20000',
    sku: `SCREEN-${mark}`,
    status: 'active',
    track_inventory: 'on',
    inventory_quantity: String(inventory),
  })
  const slug = `blouse-${mark}`
  const { id } = (await (await admin.get(`/api/products/${slug}`)).json()) as { id: string }
  return { id, slug }
}

/** The only variant of a product without sizes or colors. */
async function variantOf(admin: APIRequestContext, product: string) {
  const page = await (await admin.get(`/admin/stock/${product}`)).text()
  return /name="seen:([^"]+)"/.exec(page)?.[1] ?? ''
}

/** Allows pre-orders of five more units. */
export async function allowPreorders(admin: APIRequestContext, product: string) {
  const variant = await variantOf(admin, product)
  await send(admin, `/admin/stock/${product}`, {
    intent: 'preorders',
    product,
    version: '0',
    [`limit:${variant}`]: '5',
    [`from:${variant}`]: PREORDER_DAY,
    [`seen:${variant}`]: '',
  })
}

/** Corrects the stock of the product from `before` to none. */
export async function countNone(admin: APIRequestContext, product: string, before: number) {
  await send(admin, `/admin/stock/${product}`, {
    intent: 'adjust',
    product,
    variant: await variantOf(admin, product),
    version: '0',
    reason: 'counted',
    units: '0',
    seen: String(before),
    note: '',
  })
}
