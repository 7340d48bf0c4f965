import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { FROM_HERE, placeOrder } from '../support/browse.ts'
import { enterAs } from '../support/connections/cut.ts'
import { enter } from '../support/connections/cut-rows.ts'
import { openLive } from '../support/open-live.ts'
import type { SoldProduct } from '../support/shoppers.ts'

/** The page gets the shop's events when the test sends them, and the test can advance its timers. */
async function followByHand(page: Page) {
  await page.clock.install()
  await page.addInitScript(() => {
    const sources: EventTarget[] = []
    Object.assign(window, { sources })
    window.EventSource = class extends EventTarget {
      constructor() {
        super()
        sources.push(this)
      }
      close() {}
    } as unknown as typeof EventSource
  })
}
async function notify(page: Page) {
  await page.evaluate(() => {
    for (const source of (window as unknown as { sources: EventTarget[] }).sources)
      source.dispatchEvent(new MessageEvent('order'))
  })
  await page.clock.runFor(1000)
}

/**
 * Holds back the page that follows an act, before the request reaches the shop (`asked`) or after the answer
 * (`answered`).
 */
async function holdNext(page: Page, when: 'asked' | 'answered') {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let state: 'before' | 'sent' | 'held' = 'before'
  await page.route(/\.data(\?|$)/, async (route) => {
    if (state === 'before' && route.request().method() === 'POST') {
      const response = await route.fetch()
      state = 'sent'
      return route.fulfill({ response })
    }
    if (state !== 'sent') return route.continue()
    state = 'held'
    const response = when === 'answered' ? await route.fetch() : undefined
    reached.resolve()
    await held.promise
    // A page that has aborted the request waits for no answer.
    return (response ? route.fulfill({ response }) : route.continue()).catch(() => {})
  })
  return { reached: reached.promise, release: held.resolve }
}

async function makeProduct(admin: APIRequestContext) {
  const name = `Followed ${randomUUID().slice(0, 8)}`
  const form = {
    name,
    price: '20000',
    sku: `LIVE-${randomUUID().slice(0, 8)}`,
    status: 'active',
    track_inventory: 'on',
    inventory_quantity: '1',
  }
  const made = await admin.post('/admin/add-product', {
    headers: FROM_HERE,
    form,
    maxRedirects: 0,
  })
  expect(made.status(), await made.text()).toBe(302)
  return `/admin/stock?${new URLSearchParams({ search: name })}`
}
async function receiveOne(page: Page) {
  await page.getByRole('link', { name: /^Receive/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'One more' }).click()
  return dialog.getByRole('button', { name: 'Receive', exact: true })
}
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text).first()

test('an event of a sale between a back-office act and its page does not remove the act’s toast', {
  tag: '@desk',
}, async ({ page, request }) => {
  await enterAs('super@zovala.test', page, request)
  const path = await makeProduct(request)
  await followByHand(page)
  await openLive(page, path)
  const button = await receiveOne(page)
  const next = await holdNext(page, 'answered')
  await button.click()
  await next.reached
  await notify(page)
  next.release()
  await expect(toast(page, 'Stock updated')).toBeVisible()
})

test('a list that follows sales in another back-office tab does not take this tab’s toast', {
  tag: '@desk',
}, async ({ page, request, context }) => {
  await enterAs('super@zovala.test', page, request)
  const path = await makeProduct(request)
  const other = await context.newPage()
  await followByHand(other)
  await openLive(other, '/admin/orders')
  await openLive(page, path)
  await page.bringToFront()
  const button = await receiveOne(page)
  const next = await holdNext(page, 'asked')
  await button.click()
  await next.reached
  // The headers are enough, because they set the browser's cookies.
  const followed = other.waitForResponse(/\/admin\/orders\.data/)
  await notify(other)
  await followed
  next.release()
  await expect(toast(page, 'Stock updated')).toBeVisible()
})

test('an event of an order between a shopper’s act and its page does not remove the act’s toast', {
  tag: '@phone',
}, async ({ page, request }) => {
  const tote = await request.get('/api/products/canvas-tote-bag')
  await placeOrder(request, (await tote.json()) as SoldProduct)
  await enter(page, request)
  await followByHand(page)
  await openLive(page, '/orders')
  const next = await holdNext(page, 'answered')
  await page.getByRole('button', { name: /^Cancel order/ }).click()
  await next.reached
  await notify(page)
  next.release()
  await expect(toast(page, 'Order cancelled')).toBeVisible()
})
