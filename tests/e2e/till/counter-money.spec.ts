import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import type { TillCatalogue } from '../../../app/rules/till/till-events.ts'
import { signInAs } from '../../support/browse.ts'
import { pick } from '../../support/till/till-device.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Items in the cart' }).getByRole('listitem')
const waits = (page: Page) =>
  page.getByRole('list', { name: 'Waiting for mobile money' }).getByRole('button')
const money = (text: string) => text.replace('MK ', 'MK\u00a0')
const link = (page: Page) => page.getByRole('link', { name: 'Open the payment page here' })

/** A new device as a till with an open shift; and the item at this place among the products with the largest stock. */
async function openTill(page: Page, place: number) {
  let device = ''
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  page.on('request', (request) => {
    device ||= request.headers()['x-till-device'] ?? ''
  })
  await signInAs(page, 'cashier@zovala.test')
  await page.goto('/admin/pos')
  await page
    .getByRole('textbox', { name: /new till|Name of this till/ })
    .fill(`Till ${randomUUID().slice(0, 8)}`)
  await button(page, 'Print').click()
  await button(page, 'Use this name').click()
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('20000')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toBeVisible()
  /** The shop's current products in one size and color, the largest stock first. */
  const plainProducts = async () => {
    const headers = { 'X-Till-Device': device }
    const answer = await page.request.get('/admin/pos/goods', { headers })
    return ((await answer.json()) as TillCatalogue).products
      .filter(({ variants: [, ...others], isTracked }) => isTracked && others.length === 0)
      .map(({ name, price, variants }) => ({ name, price, onHand: variants[0]?.onHand ?? 0 }))
      .toSorted((a, b) => b.onHand - a.onHand || (a.name < b.name ? -1 : 1))
  }
  const product = (await plainProducts())[place]
  if (!product) throw new Error('nothing to sell')
  const onHand = async () =>
    (await plainProducts()).find(({ name }) => name === product.name)?.onHand
  return { ...product, onHand }
}
/** Goes to the waiting screen; returns the customer's payment page. */
async function ask(page: Page) {
  await page.keyboard.press('F6')
  await button(page, 'Ask for the payment').click()
  return payPathOf(page)
}
async function payPathOf(page: Page) {
  await expect(page.getByRole('img', { name: /payment page/ })).toBeVisible()
  return new URL((await link(page).getAttribute('href')) ?? '').pathname
}
/** The customer's own phone, on which nobody is signed in. */
async function onThePhone(browser: Browser, path: string, press: 'Pay' | 'Fail') {
  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto(path)
  await phone.getByRole('button', { name: press, exact: true }).click()
  if (press === 'Pay') await phone.waitForURL((url) => url.pathname === '/')
  else await expect(phone.getByText('That attempt failed.')).toBeVisible()
  await context.close()
}

test('a sale paid partly in cash and partly by phone is Paid after a reload, a failed try and a lost connection @desk', {
  tag: '@long',
}, async ({ page, browser }) => {
  const product = await openTill(page, 0)
  await pick(page, product.name)
  await page.keyboard.press('F6')
  await button(page, 'Part in cash').click()
  await page.getByLabel('Part in cash').fill('2000')
  await button(page, 'Ask for the payment').dblclick()
  const payPath = await payPathOf(page)
  await expect(page.getByText(/2,000 in cash, once this is paid/)).toBeVisible()

  await page.reload()
  await expect(heading(page, 'Waiting for the payment of')).toBeVisible()
  await onThePhone(browser, payPath, 'Fail')
  await expect(page.getByText('The last try failed.').first()).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^No connection\./)).toBeVisible()
  await onThePhone(browser, payPath, 'Pay')
  await expect(heading(page, 'Waiting for the payment of')).toBeVisible()
  const printed = page.waitForEvent('popup')
  await page.context().setOffline(false)
  await printed
  await expect(heading(page, 'Paid')).toBeVisible()
  await expect(page.getByLabel('Cash to take')).toHaveText(money('MK 2,000'))
  const text = await page.getByText(/POS-\d{4}-\d{6}/).textContent()
  await button(page, 'New sale').click()
  await expect(waits(page)).toHaveCount(0)

  const number = /POS-\d{4}-\d{6}/.exec(text ?? '')?.[0] ?? '?'
  await page.keyboard.press('F10')
  await button(page, 'Recent sales').click()
  await page.getByLabel('Receipt number of any sale').fill('pos-1999-000001')
  await button(page, 'Find').click()
  await expect(page.getByText('The till has no sale with that number.')).toBeVisible()
  await page.getByLabel('Receipt number of any sale').fill(number.toLowerCase())
  await button(page, 'Find').click()
  const again = page.waitForEvent('popup')
  await button(page, `Print again: ${number}`).click()
  await again

  const admin = await browser.newContext()
  const owner = await admin.newPage()
  await signInAs(owner, 'super@zovala.test')
  const rows = (await (await owner.request.get('/admin/pos-sales.csv')).text()).split('\n')
  const sold = rows.filter((row) => row.includes(number))
  expect(sold).toHaveLength(1)
  expect(sold[0]).toContain(String(product.price))
  expect(sold[0]).toContain('2000')
  await admin.close()
})

test('a sale cancelled after a reload has its items in the basket again; a late payment is reported @desk @long', async ({
  page,
  browser,
}) => {
  const product = await openTill(page, 1)
  const before = await product.onHand()
  await pick(page, product.name)
  await page.route('**/functions/process-payment', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('F6')
  await button(page, 'Ask for the payment').click()
  await expect(heading(page, 'Not sent')).toBeVisible()
  await button(page, 'Send it again').click()
  const payPath = await payPathOf(page)
  expect(await product.onHand()).toBe(Number(before) - 1)
  await page.reload()
  await button(page, 'Cancel the payment').click()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Cancel payment')).toBeHidden()
  await button(page, 'Cancel the payment').click()
  await button(page, 'Cancel payment').dblclick()
  await expect(page.getByText('Sale cancelled')).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  expect(await product.onHand()).toBe(before)

  await onThePhone(browser, payPath, 'Pay')
  await waits(page).filter({ hasText: 'Paid after it was cancelled' }).click({ timeout: 20_000 })
  await button(page, 'Print the receipt').click()
  await expect(heading(page, 'Paid')).toBeVisible()
  await button(page, 'New sale').click()
  await expect(waits(page)).toHaveCount(0)
  await expect(lines(page)).toHaveCount(1)
})

test('two sales wait while others are served, in two tabs, and each is paid and printed once @desk @long', async ({
  page,
  browser,
}) => {
  const product = await openTill(page, 0)
  const paths: string[] = []
  // The first one arrives, but its answer is lost.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/functions/process-payment', lose, { times: 1 })
  for (let customers = 0; customers < 2; customers += 1) {
    await pick(page, product.name)
    paths.push(await ask(page))
    await button(page, 'Serve the next customer').click()
    // The next sale starts with an empty search, which would delete text typed earlier.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(waits(page)).toHaveCount(customers + 1)
  }
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto('/admin/pos')
  await expect(waits(other)).toHaveCount(2)
  for (const path of paths) await onThePhone(browser, path, 'Pay')
  await expect(waits(other).filter({ hasText: 'Paid: print the receipt' })).toHaveCount(2)
  await page.keyboard.press('F10')
  await button(page, 'Close shift').click()
  await expect(page.getByText('is paid. Its receipt is not printed yet.')).toHaveCount(2)
  await expect(page.getByText('still waits for its payment')).toHaveCount(0)
  await button(page, 'Back to selling').click()
  // A paid sale is not asked about again, however long its receipt takes.
  let requests = 0
  other.on('request', (request) => {
    if (request.url().includes('/admin/pos/sales/')) requests += 1
  })
  await other.clock.runFor(60_000)
  await other.evaluate(async () => (await fetch('/icon.svg')).ok)
  expect(requests).toBe(0)
  const first = waits(page).filter({ hasText: 'Paid: print the receipt' }).first()
  await first.click()
  await expect(heading(page, 'Paid')).toBeVisible()
  await expect(waits(other)).toHaveCount(1)
  await waits(other).click()
  await expect(heading(other, 'Paid')).toBeVisible()
  await expect(waits(page)).toHaveCount(0)
})

test('a till that was refused for asking too often still shows what it knows: an unsent sale is not sent @desk @long', async ({
  page,
}) => {
  const product = await openTill(page, 2)
  await pick(page, product.name)
  await page.route('**/functions/process-payment', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('F6')
  await button(page, 'Ask for the payment').click()
  await expect(heading(page, 'Not sent')).toBeVisible()
  let refused = 0
  await page.route('**/admin/pos/sales/*', (route) => {
    refused += 1
    const json = { error: 'Please try again in 5 minutes.', reason: 'too-many-attempts' }
    return route.fulfill({ status: 429, json })
  })
  // The second one leaves once the first refusal was handled.
  await expect.poll(() => refused, { timeout: 15_000 }).toBeGreaterThan(1)
  await expect(heading(page, 'Not sent')).toBeVisible()
  await expect(button(page, 'Send it again')).toBeVisible()
})
