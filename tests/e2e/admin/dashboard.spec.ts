import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { FROM_HERE, openAs, signInAs } from '../../support/browse.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Opens a panel, which phones fold. */
const unfold = async (page: Page, name: string) => {
  if (isPhone(page)) await page.getByRole('checkbox', { name: `Details: ${name}` }).check()
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, email: string, path: string) {
  await page.goto(`/auth?then=${encodeURIComponent(path)}`)
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('zovala-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
async function checkNarrow(page: Page) {
  const before = page.viewportSize()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflow()).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await overflow()).toBe(0)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  // The narrowest desktop with a menu at the side.
  await page.setViewportSize({ width: 1024, height: 740 })
  expect(await overflow()).toBe(0)
  if (before) await page.setViewportSize(before)
}

type SoldProduct = { id: string; price: number; variants: { id: string; inventory: number }[] }
const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}

/** Places an order of a well-stocked product as a customer in a separate browser. */
async function placeOrder(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  const { request } = page
  const email = 'customer@zovala.test'
  await request.post('/api/auth/sign-in/email', {
    headers: FROM_HERE,
    data: { email, password: 'zovala-demo' },
  })
  const items = (await (await request.get('/api/products/canvas-tote-bag')).json()) as SoldProduct
  const answer = await request.post('/functions/process-payment', {
    headers: { ...FROM_HERE, 'Idempotency-Key': randomUUID() },
    data: {
      cartItems: [
        {
          product_id: items.id,
          variant_id: items.variants[0]?.id,
          quantity: 1,
          price: items.price,
        },
      ],
      shippingAddress: ADDRESS,
      billingAddress: ADDRESS,
      totalAmount: items.price + 2000,
      email,
      firstName: 'Chisomo',
      lastName: 'Banda',
      courierService: 'bike-riders',
      notes: '',
      isFreeDelivery: false,
      discountCode: null,
    },
  })
  const placed = (await answer.json()) as { checkout_url: string; order_number: string }
  expect(answer.status(), JSON.stringify(placed)).toBe(200)
  const pay = async () => {
    await page.goto(placed.checkout_url)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(heading(page, 'Thank you for your purchase!')).toBeVisible()
  }
  return { number: placed.order_number, pay, close: () => context.close() }
}

test('a new order, and the payment of it, appear without a reload', {
  tag: '@mostly-desk',
}, async ({ page, browser, baseURL }) => {
  const stream = page.waitForResponse('**/events')
  await openAs(page, 'admin@zovala.test', '/admin')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await stream
  await page.evaluate(() => (document.body.dataset['seen'] = 'yes'))

  await unfold(page, 'Recent orders')
  const order = await placeOrder(browser, baseURL)
  const row = panel(page, 'Recent orders').getByRole('link', { name: order.number })
  await expect(row).toContainText('Pending')
  await order.pay()
  await expect(row).toContainText('Processing')
  await expect(page.locator('body')).toHaveAttribute('data-seen', 'yes')
  await order.close()

  await row.click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?order=${order.number}`))
})

test('a broken connection is shown quietly, and missed events appear once it is back', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  await page.route('**/events', (route) => route.abort())
  await openAs(page, 'admin@zovala.test', '/admin')
  const notice = page.getByText('The connection to the shop is down.')
  await expect(notice).toBeVisible()
  const order = await placeOrder(browser, baseURL)
  await page.unroute('**/events')
  await expect(notice).toBeHidden()
  await expect(panel(page, 'Recent orders')).toContainText(order.number)
  await order.close()
})

test('an order placed before the event stream opens is on the dashboard once it is open', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  let listen = () => {}
  const mayListen = new Promise<void>((resolve) => (listen = resolve))
  await page.route('**/events', async (route) => {
    await mayListen
    await route.continue()
  })
  await openAs(page, 'admin@zovala.test', '/admin')
  const order = await placeOrder(browser, baseURL)
  listen()
  await expect(panel(page, 'Recent orders')).toContainText(order.number)
  await order.close()
})

test('the dashboard is accessible, in light and dark colors, with the chart rendered', {
  tag: '@phone',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin')
  // The first screen shows the waiting work, and the rest is near.
  const waits = page.getByRole('region', { name: 'What waits' })
  await expect(waits.getByRole('link').first()).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2000)
  await unfold(page, 'Sales by day')
  const sales = panel(page, 'Sales by day')
  await expect(sales.locator('svg.recharts-surface')).toBeVisible()
  // Styles that loaded later have not overridden the staff's style sheet.
  await expect(page.getByRole('link', { name: 'Activity' }).last()).toBeVisible({
    visible: !isPhone(page),
  })
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page)
  await checkNarrow(page)
  const table = sales.getByRole('region', { name: 'Sales by day as a table' })
  await table.focus()
  await expect(table).toBeFocused()
  await expect(table.getByRole('row')).toHaveCount(31)
  const till = page
    .getByRole('navigation', { name: 'Quick links' })
    .getByRole('link', { name: 'Point of Sale' })
  const tab = page.waitForEvent('popup')
  await till.click()
  await expect(await tab).toHaveURL(/\/admin\/pos$/)
})

test('with scripts switched off the dashboard has its figures and its table', {
  tag: '@mostly-phone',
}, async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await signInAs(page, 'admin@zovala.test')
  await page.goto('/admin')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(panel(page, 'Today')).toContainText('sold')
  await unfold(page, 'Sales by day')
  const sales = panel(page, 'Sales by day')
  await expect(sales.getByRole('row')).toHaveCount(31)
  await expect(sales.getByText('Till').first()).toBeHidden()
})

test('a signed-out visitor to the dashboard signs in and is at the dashboard', {
  tag: '@mostly-phone',
}, async ({ page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth\?then=%2Fadmin$/)
  await signIn(page, 'super@zovala.test', '/admin')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('a link to a screen shows that permissions are checked until the screen opens', {
  tag: '@mostly-desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin')
  if (!isPhone(page))
    await expect(panel(page, 'Sales by day').locator('svg.recharts-surface')).toBeVisible()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/admin/newsletter.data*', async (route) => {
    await held
    await route.continue()
  })
  if (isPhone(page)) await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Newsletter' }).filter({ visible: true }).click()
  await expect(page.getByText('Checking permissions…')).toBeInViewport({ ratio: 1 })
  letGo()
  await expect(heading(page, 'Newsletter')).toBeVisible()
  await expect(page.getByText('Checking permissions…')).not.toBeAttached()
})

for (const role of ['cashier', 'customer'])
  test(`a ${role} is denied with the reason, and redirected to the shop after a second`, {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openAs(page, `${role}@zovala.test`, '/')
    const answer = await page.goto('/admin')
    expect(answer?.status()).toBe(403)
    await expect(heading(page, 'Access Denied')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(
      'You are not authorized to access the admin dashboard.',
    )
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible()
  })

test('the activity is searched while one types, filtered, and exported as a file', {
  tag: ['@desk', '@long'],
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/newsletter')
  await expect(heading(page, 'Newsletter')).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Confirmed addresses (CSV)' }).click()
  expect((await file).suggestedFilename()).toBe('newsletter.csv')
  await expectNoViolations(page)
  await checkNarrow(page)

  await page.goto('/admin/activity')
  await expect(page.getByRole('cell', { name: 'Exported' }).first()).toBeVisible()
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page)
  await checkNarrow(page)
  await expect(async () => {
    await page.getByRole('searchbox').fill('zzz-nothing')
    await expect(page.getByText('No activity found')).toBeVisible({ timeout: 1500 })
  }).toPass()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/admin/activity.data*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('searchbox').fill('newsletter')
  await expect(page.getByRole('searchbox')).toHaveAttribute('aria-busy', 'true')
  // Permissions are checked again only for another screen.
  await expect(page.getByText('Checking permissions…')).not.toBeAttached()
  letGo()
  await expect(page.getByRole('cell', { name: 'Exported' }).first()).toBeVisible()
  await page.getByRole('combobox', { name: /^Person/ }).selectOption('admin@zovala.test')
  await expect(page).toHaveURL(/search=newsletter/)
  await expect(page).toHaveURL(/person=admin%40zovala\.test/)
  await page.getByLabel('To day').fill('2020-01-31')
  await expect(page.getByText('No activity found')).toBeVisible()
  await expect(page.getByLabel('To day')).toBeFocused()
  await page.getByLabel('To day').fill('')
  await expect(page.getByRole('cell', { name: 'Exported' }).first()).toBeVisible()
  const all = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await all).suggestedFilename()).toBe('activity.csv')
})
