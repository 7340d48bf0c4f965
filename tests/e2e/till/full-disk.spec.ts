import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { enterAs, test } from '../../support/connections/cut.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const cart = (page: Page) => page.getByRole('region', { name: 'Cart' })
const full = (page: Page) => page.getByText('This device is full')

/** A new device as a till with an open shift, and a tote bag in the cart. */
async function sellingTill(page: Page, pin: string) {
  const name = page.getByRole('textbox', { name: /new till|Name of this till/ })
  await name.fill(`Till ${randomUUID().slice(0, 8)}`)
  await button(page, 'Use this name').click()
  await page.getByLabel('New PIN').fill(pin)
  await button(page, 'Next').click()
  await page.getByLabel('The same PIN again').fill(pin)
  await button(page, 'Set PIN').click()
  await page.getByLabel('Opening float').fill('0')
  await button(page, 'Open shift').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  await addTote(page)
}
async function addTote(page: Page) {
  await page.getByLabel('Search products').fill('Canvas Tote')
  await page.getByRole('list', { name: 'Found' }).getByRole('button').first().click()
  await expect(cart(page)).toContainText('Canvas Tote Bag')
}

/** Runs in the browser: what is stored can be read, and every further write fails as on a full disk. */
function failWrites() {
  for (const name of ['add', 'put', 'delete'] as const)
    IDBObjectStore.prototype[name] = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError')
    }
}

test('a till whose disk is full opens with the cart that was kept; in a new tab it asks for the PIN', {
  tag: '@desk',
}, async ({ page, request }) => {
  await enterAs('cashier@zovala.test', page, request)
  await page.goto('/admin/pos')
  await sellingTill(page, '2468')
  await page.context().addInitScript(failWrites)
  await page.reload()
  await expect(full(page)).toBeVisible()
  await expect(cart(page)).toContainText('Canvas Tote Bag')
  const next = await page.context().newPage()
  await page.close()
  await next.goto('/admin/pos')
  await expect(next.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await expect(full(next)).toBeVisible()
})

test('a till whose disk fills up gives its unsent sales to a file, and says why it sends and closes nothing', {
  tag: '@desk',
}, async ({ page, request }) => {
  await enterAs('cashier@zovala.test', page, request)
  await page.goto('/admin/pos')
  await sellingTill(page, '2468')
  await page.context().setOffline(true)
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await button(page, 'New sale').click()
  await expect(button(page, /1 unsent/)).toBeVisible()
  await page.evaluate(failWrites)
  await page.context().setOffline(false)
  await button(page, /1 unsent/).click()
  const sheet = page.getByRole('dialog')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save to a file').click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('"signature"')
  await button(page, 'Send now').click()
  await expect(sheet.getByText('Free some space on it, then try again.')).toBeVisible()
  await expect(button(page, 'Send now')).toBeEnabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F10')
  await button(page, 'Close shift').click()
  await button(page, 'Close shift').click()
  await sheet.getByRole('button', { name: 'Close shift' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText('Free some space on it, then try again.')).toBeVisible()
  await expect(button(page, /1 unsent/)).toBeVisible()
})
