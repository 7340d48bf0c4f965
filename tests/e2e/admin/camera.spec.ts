import { expect, type Page, test } from '@playwright/test'
import { labelBars } from '../../../app/rules/stock/labels.ts'
import { openAs, SHOP } from '../../support/browse.ts'
import { ask } from '../../support/product.ts'
import { film } from '../../support/screens/film.ts'
import { openShift } from '../../support/screens/till-screens.ts'

const CODE = '2000000000008'
const barsOf = (code: string) => labelBars(code) ?? []
const scan = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' })

test('the camera reads a label and searches for it; a refused camera gives a message', {
  tag: '@desk',
}, async ({ page }) => {
  await page.addInitScript(film, { labels: [barsOf(CODE)], times: 1 })
  await openAs(page, 'admin@zovala.test', '/admin/products')
  await scan(page).click()
  await expect(page).toHaveURL(new RegExp(`search=${CODE}`))
  await expect(page.getByRole('searchbox')).toHaveValue(CODE)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await scan(page).click()
  await expect(page.getByRole('alert')).toContainText('does not let the shop use the camera')
  await page.keyboard.press('Escape')
  await expect(scan(page)).toBeFocused()
})

/** Barcodes of the sample shop, of two sizes that no other test counts. */
const listCodes = async (product: string) =>
  ask(
    SHOP,
    `select barcode from variants where barcode is not null and retired_at is null
       and product_id = (select id from products where name = '${product}') order by position limit 2`,
  )

test('a stock-take counts several labels one after the other in one camera window, each once', {
  tag: ['@desk', '@long'],
}, async ({ page }) => {
  const codes = await listCodes('Chitenje Wrap Dress')
  expect(codes).toHaveLength(2)
  await page.addInitScript(film, { labels: codes.map(barsOf) })
  await openAs(page, 'admin@zovala.test', '/admin/stock-takes')
  await page.getByRole('button', { name: 'Begin a stock-take' }).click()
  await scan(page).click()
  const counted = page.locator('main table tbody tr')
  await expect(counted).toHaveCount(1)
  await page.evaluate(() => (window.filmed = 1))
  await expect(counted).toHaveCount(2)
  await page.evaluate(() => (window.filmed = 0))
  await expect(page.getByRole('cell', { name: '2', exact: true })).toHaveCount(1)
  const camera = page.getByRole('dialog', { name: 'Scan with the camera' })
  await expect(camera).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(camera).toHaveCount(0)
  await expect(counted).toHaveCount(2)
})

test('a till adds the product of a label that its camera sees once, and closes the window', {
  tag: ['@desk', '@long'],
}, async ({ page }) => {
  const [code = ''] = await listCodes('Chitenje Wrap Dress')
  await page.addInitScript(film, { labels: [barsOf(code)] })
  await openAs(page, 'cashier@zovala.test', '/admin/pos')
  await openShift(page)
  await scan(page).click()
  await expect(page.getByRole('button', { name: /^One more: Chitenje Wrap Dress/ })).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
