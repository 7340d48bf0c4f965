import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from '../../support/browse.ts'
import { aDelivered } from '../../support/till/delivered.ts'
import { paid, pick } from '../../support/till/till-device.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')

test('an order of the web shop is taken back at the till as store credit, and a voucher is sold and pays a part of a sale @desk', async ({
  page,
}) => {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  const number = await aDelivered(page)
  await signInAs(page, 'admin@zovala.test')
  await page.goto('/admin/pos')
  await page
    .getByRole('textbox', { name: /new till|Name of this till/ })
    .fill(`Till ${randomUUID().slice(0, 8)}`)
  await button(page, 'Use this name').click()
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('90000')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toBeVisible()

  await page.keyboard.press('F10')
  await dialog(page).getByRole('button', { name: 'Return or exchange' }).click()
  await dialog(page).getByLabel('Receipt or order number').fill(number)
  await button(page, 'Find it').click()
  await button(page, /^One more back/).click()
  await expect(dialog(page).getByLabel('Refund')).not.toHaveText(/MK.0$/)
  await button(page, 'As store credit').click()
  await button(page, 'Take back and refund').click()
  const back = page.getByRole('dialog', { name: 'Taken back' })
  await expect(back).toContainText(number)
  await expect(back.getByLabel('Code')).toHaveText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await button(page, /^Done/).click()

  await page.keyboard.press('F10')
  await dialog(page).getByRole('button', { name: 'Sell a voucher' }).click()
  await dialog(page).getByLabel('What it is to hold').fill('4000')
  await button(page, 'Take cash for it').click()
  await dialog(page).getByLabel('Cash received').fill('5000')
  await button(page, 'Take the cash').click()
  await expect(paid(page).getByLabel('Change due')).toHaveText(/1,000/)
  const code = (await paid(page).getByLabel('Code').textContent()) ?? ''
  await button(page, /^New sale/).click()

  await pick(page, 'Tote')
  await button(page, 'Voucher').click()
  await dialog(page).getByLabel('Code').fill('ABCD-2345-EFGH')
  await button(page, 'Use it').click()
  await expect(dialog(page)).toContainText('There is no gift voucher')
  await dialog(page).getByLabel('Code').fill(code.toLowerCase())
  await button(page, 'Use it').click()
  await expect(dialog(page)).toContainText('all that is on it')
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText(code.slice(-4))
  await button(page, 'Rest in cash').click()
  await dialog(page)
    .getByRole('button', { name: /^Exact/ })
    .click()
  await dialog(page).getByRole('button', { name: /^Take/ }).click()
  await expect(paid(page)).toContainText(`paid by the voucher …${code.slice(-4)}`)
})

test('a sale that a code pays whole is not paid at a price that has changed meanwhile @desk', async ({
  page,
}) => {
  await signInAs(page, 'cashier@zovala.test')
  await page.goto('/admin/pos')
  await page
    .getByRole('textbox', { name: /new till|Name of this till/ })
    .fill(`Till ${randomUUID().slice(0, 8)}`)
  await button(page, 'Use this name').click()
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('0')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toBeVisible()
  await pick(page, 'Tote')
  await page.route('**/admin/pos/credit', async (route) => {
    const { id, amount, shiftId } = route.request().postDataJSON() as {
      id: string
      amount: number
      shiftId: string
    }
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const credit = { id, ending: 'EFGH', amount, balance: amount, shiftId, until }
    await route.fulfill({ json: { credit } })
  })
  await page.route('**/admin/pos/check', async (route) => {
    const { lines } = route.request().postDataJSON() as {
      lines: { variantId: string; unitPrice: number }[]
    }
    const changed = lines.map(({ variantId, unitPrice }) => ({
      variantId,
      unitPrice: unitPrice + 500,
      onHand: 5,
    }))
    await route.fulfill({ json: { ok: false, changed } })
  })
  await button(page, 'Voucher').click()
  await dialog(page).getByLabel('Code').fill('ABCD-2345-EFGH')
  await button(page, 'Use it').click()
  await button(page, 'Pay with it').click()
  await expect(dialog(page)).toContainText('This has changed meanwhile')
  await button(page, 'Change the cart').click()
  await expect(dialog(page)).toContainText(/Rest MK.500/)
})
