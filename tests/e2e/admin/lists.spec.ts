import { expect, test } from '@playwright/test'
import { openAs, placeOrder, signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { sumLayoutShifts } from '../../support/screens/checks.ts'
import type { SoldProduct } from '../../support/shoppers.ts'

test('a list is used by keys, which do not act while one types and can be switched off', {
  tag: '@desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/products')
  const rows = page.locator('[data-row]')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-row]:focus')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('Control+x')
  await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('/')
  await page.keyboard.type('jx?/')
  await expect(page.getByRole('searchbox')).toHaveValue('jx?/')
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys of this list' })
  await dialog.getByLabel('Keys are on, on this device').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys of this list' }).click()
  await dialog.getByLabel('Keys are on, on this device').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/edit-product\//)
})

test('more than two filters of a list are folded on a phone, with and without scripts, and show how many are in use', {
  tag: '@phone',
}, async ({ browser, baseURL }) => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      javaScriptEnabled,
      viewport: { width: 360, height: 740 },
    })
    const page = await context.newPage()
    await signInAs(page, 'admin@zovala.test')
    await page.goto('/admin/products?status=active&sort=name')
    const status = page.getByRole('combobox', { name: 'Status' })
    await expect(page.locator('[data-row]').first()).toBeInViewport()
    await expect(status).toBeHidden()
    await page.getByText('Filters (1)').click()
    await expect(status).toBeVisible()
    await expect(status).toHaveValue('active')
    await context.close()
  }
})

test('an order that is closed before the scripts came leads back to its row once they came', {
  tag: '@desk',
}, async ({ page, request }) => {
  const tote = await request.get('/api/products/canvas-tote-bag')
  const { order_number: number } = await placeOrder(request, (await tote.json()) as SoldProduct)
  await signInAs(page, 'admin@zovala.test')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/admin/orders?search=${number}&order=${number}`)
  const close = page.getByRole('link', { name: 'Close details' })
  await close.press('Enter')
  await expect(close).toHaveCSS('opacity', '0.6')
  release()
  await expect(close).toHaveCount(0)
  await expect(page.getByRole('link', { name: number })).toBeFocused()
})

test('on a phone the products of the back office begin below their search and one more row', {
  tag: '@phone',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/products')
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const row = await page.locator('[data-row]').first().boundingBox()
    expect(row?.y, `at ${width}`).toBeLessThanOrEqual(290)
  }
  // What else can be done with a list stands with its filters.
  const file = page.getByRole('link', { name: 'CSV' })
  await expect(file).toBeHidden()
  await page.locator('label', { hasText: 'Filters' }).click()
  await expect(file).toBeVisible()
})

test('the lists of the back office do not shift when their scripts load', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'super@zovala.test')
  for (const path of [
    '/admin',
    '/admin/orders',
    '/admin/orders?search=banda',
    '/admin/products?search=dress',
    '/admin/customers',
    '/admin/stock',
    '/admin/reviews',
    '/admin/returns',
  ]) {
    await openLive(page, path)
    expect(await sumLayoutShifts(page), path).toBeLessThan(0.02)
  }
})

test('the tabs of a list are one row on a phone, with the chosen one in sight, and so are the search and its buttons', {
  tag: '@phone',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/deliveries?state=closed')
  const countRows = (boxes: Element[]) =>
    new Set(boxes.map((box) => Math.round(box.getBoundingClientRect().bottom))).size
  const tabs = page.getByRole('navigation', { name: 'State of the deliveries' }).getByRole('link')
  await expect(tabs).toHaveCount(6)
  expect(await tabs.evaluateAll(countRows)).toBe(1)
  await expect(tabs.last()).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('No deliveries found')).toBeVisible()
  await openLive(page, '/admin/stock')
  // Not the button that sends the search without scripts.
  const tools = page.getByRole('search').locator('input[type=search], [type=button]:visible, a')
  await expect(tools).toHaveCount(4)
  expect(await tools.evaluateAll(countRows)).toBe(1)
  for (const list of ['Within stock', 'Stock level'])
    expect(
      await page.getByRole('navigation', { name: list }).getByRole('link').evaluateAll(countRows),
    ).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})
