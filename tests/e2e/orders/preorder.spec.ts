import {
  type APIRequestContext,
  expect,
  type Page,
  request as requests,
  test,
} from '@playwright/test'
import { FROM_HERE, newPhone, openAccount, signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { addProduct } from '../../support/screens/new-products.ts'

const DAY = '2099-12-12'
const TEXT = 'ships from 12 December'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()
const heading = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Whether the work list (`packing`, `preorders`) contains this order. */
async function expectToDo(staff: Page, waiting: string, order: string, isThere: boolean) {
  await openLive(staff, `/admin/orders?waiting=${waiting}&search=${order}`)
  await heading(staff, /Orders/)
  await expect(staff.getByRole('link', { name: order }).filter({ visible: true })).toHaveCount(
    isThere ? 1 : 0,
  )
}

/** A sold-out product without promised units. */
async function soldOut(browserOf: () => Promise<APIRequestContext>) {
  const admin = await browserOf()
  await signInAs({ request: admin }, 'admin@zovala.test')
  const product = await addProduct(admin, 0)
  await admin.dispose()
  return product
}

test('a pre-order is promised with its day, paid, listed separately for staff, and packed once its stock has arrived', {
  tag: ['@phone', '@long'],
}, async ({ page, browser, baseURL }) => {
  test.slow()
  const { id, slug } = await soldOut(() => requests.newContext({ baseURL: baseURL ?? '' }))
  const theirs = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const staff = await theirs.newPage()
  await signInAs(staff, 'admin@zovala.test')

  await openAccount(page.request)
  await openLive(page, `/product/${slug}`)
  await expect(page.getByText('Sold out for now').first()).toBeVisible()

  // Staff promise two units from a day on.
  await openLive(staff, `/admin/stock/${id}`)
  await staff.getByLabel(/^At most so many pre-orders of/).fill('2')
  await staff.getByLabel(/^Day from which pre-orders of/).fill(DAY)
  await button(staff, 'Save pre-orders').click()
  await expect(staff.getByText('Pre-orders saved').first()).toBeVisible()

  // Every page up to the payment shows the shopper the day.
  await openLive(page, `/product/${slug}`)
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()
  await button(page, 'Pre-order').click()
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await heading(page, 'Shopping Cart')
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await heading(page, 'Checkout')
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()
  const address = { 'First name': 'Chisomo', 'Last name': 'Banda', City: 'Blantyre' }
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Phone').fill(newPhone())
  await page.getByLabel('Address', { exact: true }).fill(`Plot of ${slug}`)
  await page.getByLabel('District').selectOption('Blantyre')
  await page.getByRole('radio', { name: /Malawi Posts/ }).check()
  await button(page, /^Pay/).click()
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.getByRole('button', { name: 'Pay' }).click()
  await heading(page, 'Thank you for your purchase!')
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()
  await openLive(page, '/orders')
  const order = (
    await page
      .getByText(/FSC-\d{4}-\d{6}/)
      .first()
      .textContent()
  )?.match(/FSC-[\d-]+/)?.[0]
  if (!order) throw new Error('no order is listed')
  await openLive(page, `/orders/${order}`)
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()

  // Staff see that the order waits, and cannot send it.
  await expectToDo(staff, 'packing', order, false)
  await expectToDo(staff, 'preorders', order, true)
  await openLive(staff, `/admin/orders?order=${order}`)
  await expect(staff.getByText(`${TEXT} · 1 not here yet`).first()).toBeVisible()

  // Received units go to waiting orders before anybody else can buy them.
  await openLive(staff, `/admin/stock/${id}`)
  await staff.getByLabel(/^Units received of/).fill('1')
  await button(staff, 'Receive goods').click()
  await expect(staff.getByText('Stock updated')).toBeVisible()
  await expectToDo(staff, 'preorders', order, false)
  await expectToDo(staff, 'packing', order, true)
  await openLive(page, `/orders/${order}`)
  await expect(page.getByText(TEXT).first()).toBeVisible()
  const { inventory_quantity } = await (
    await page.request.get(`/api/products/${slug}`, { headers: FROM_HERE })
  ).json()
  expect(inventory_quantity).toBe(0)
  await theirs.close()
})
