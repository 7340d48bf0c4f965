import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE, findWellStocked, signInAs } from '../browse.ts'
import { enterAs, openReady, sendThroughCuts, test } from './cut.ts'
import { isOf } from './cut-rows.ts'
import { payFor } from './cut-shop.ts'

export type Act = {
  /** As in cut-rows.ts. */
  act: string
  isOften?: true
  /** Makes the data that the act needs, and returns where the act is when that is not `path`. */
  prepare?: (admin: APIRequestContext, shopper: APIRequestContext) => Promise<string | void>
  path?: string
  /** Everything up to the press that sends the form. */
  fill?: (page: Page) => Promise<unknown>
  send: (page: Page) => Promise<unknown>
  /** Checks what has to stay without a connection. */
  kept?: (page: Page) => Promise<unknown>
  done: (page: Page) => Promise<unknown>
  /** The label of the log entry, and the number of entries that the act writes. */
  log: readonly [label: string, lines: number]
}

export const mark = randomUUID().slice(0, 8)
export const named = (word: string) => `${word} ${mark}`
export const search = (path: string, text: string) =>
  `${path}?${new URLSearchParams({ search: text })}`

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()
export const inDialog = (name: string) => (page: Page) =>
  dialog(page).getByRole('button', { name, exact: true }).click()
export const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name }).filter({ visible: true }).first().click()
export const fills = (name: string, text: string) => (page: Page) =>
  page.getByLabel(name, { exact: true }).fill(text)
export const holds = (name: string, text: string) => (page: Page) =>
  expect(page.getByLabel(name, { exact: true })).toHaveValue(text)
export const shows = (text: string | RegExp) => (page: Page) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
export const counts = (text: string, count: number) => (page: Page) =>
  expect(page.getByRole('button', { name: text })).toHaveCount(count)
export const isOn = (isOn: boolean) => (page: Page) =>
  expect(page.getByRole('switch')).toBeChecked({ checked: isOn })
export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
/** Adds a record of the back office by its own form. */
export async function make(admin: APIRequestContext, path: string, fields: Record<string, string>) {
  const made = await admin.post(path, { headers: FROM_HERE, form: fields, maxRedirects: 0 })
  expect(made.status(), await made.text()).toBe(302)
}
export const product =
  (name: string, units = '0') =>
  (admin: APIRequestContext) =>
    make(admin, '/admin/add-product', {
      name,
      price: '20000',
      sku: `CUT-${randomUUID().slice(0, 8)}`,
      status: 'active',
      track_inventory: 'on',
      inventory_quantity: units,
    })
/** Places a new unpaid order under its own name. */
export async function placeOrder(
  shopper: APIRequestContext,
  lastName: string,
  email = 'customer@zovala.test',
) {
  await signInAs({ request: shopper }, email)
  const { id, variantId, price } = await findWellStocked(shopper)
  const address = {
    firstName: 'Chisomo',
    lastName,
    phone: '0991234567',
    address: 'Plot 4, Sunnyside',
    city: 'Blantyre',
    district: 'Blantyre',
  }
  const placed = await shopper.post('/functions/process-payment', {
    headers: { ...FROM_HERE, 'Idempotency-Key': randomUUID() },
    data: {
      cartItems: [{ product_id: id, variant_id: variantId, quantity: 1, price }],
      shippingAddress: address,
      billingAddress: address,
      totalAmount: price + 2000,
      email,
      firstName: 'Chisomo',
      lastName,
      courierService: 'bike-riders',
    },
  })
  expect(placed.status(), await placed.text()).toBe(200)
  const { checkout_url: pay, order_number: number } = (await placed.json()) as Record<
    'checkout_url' | 'order_number',
    string
  >
  return { number, pay }
}
/** The number of the order that each row is about, once it was placed. */
export const numbers: Record<string, string> = {}
export const anOrder =
  (name: string, isPaid = true, part = 'order') =>
  async (_admin: APIRequestContext, shopper: APIRequestContext) => {
    const { number, pay } = await placeOrder(shopper, named(name))
    if (isPaid) await payFor(shopper, pay)
    numbers[name] = number
    return `/admin/orders?${new URLSearchParams({ search: named(name), order: number, part })}`
  }

/** The number of log entries about it. */
export async function countLog(admin: APIRequestContext, label: string) {
  const html = await (await admin.get(search('/admin/activity', numbers[label] ?? label))).text()
  const [, lines = ''] = /<tbody.*?>(.*?)<\/tbody>/s.exec(html) ?? []
  return lines.split('<tr').length - 1
}

/**
 * A test for each act of the back office, as `tryRows` for the shop's acts; the log tells how often the act was done.
 */
export function tryActs(acts: Record<string, Act>) {
  const tried = Object.entries(acts).filter(
    ([, { isOften }]) => isOften || process.env['CONNECTION'] === 'all',
  )
  for (const [name, act] of tried)
    test(`without a connection the back office keeps ${name}; sent again, it counts once`, {
      tag: '@desk',
    }, async ({ page, connection, request, playwright, baseURL }) => {
      await enterAs('super@zovala.test', page, request)
      const shopper = await playwright.request.newContext({ baseURL: baseURL ?? '' })
      const path = (await act.prepare?.(request, shopper)) ?? act.path ?? ''
      await shopper.dispose()
      const [label, lines] = act.log
      const before = await countLog(request, label)
      await openReady(page, path)
      await act.fill?.(page)
      let sent = 0
      page.on('request', (one) => {
        if (isOf(act.act, one)) sent += 1
      })
      await sendThroughCuts(page, connection, { send: act.send, kept: act.kept })
      await act.done(page)
      expect(sent, act.act).toBeGreaterThan(0)
      expect((await countLog(request, label)) - before).toBe(lines)
    })
}
