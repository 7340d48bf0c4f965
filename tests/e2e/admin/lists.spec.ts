import { expect, test } from '@playwright/test'
import { openAs, signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { sumLayoutShifts } from '../../support/screens/checks.ts'

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
