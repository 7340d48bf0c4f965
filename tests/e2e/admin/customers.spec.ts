import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { FROM_HERE, openAs, signInAs } from '../../support/browse.ts'
import { waitUntilLive } from '../../support/open-live.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

async function signIn(page: Page, email: string, then: string) {
  await openAs(page, email, then)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /Manage Banners|Discount Codes|Customers/,
  )
}
const own = (word: string) => `${word}-${randomUUID().slice(0, 8)}`.toUpperCase()
async function checkWidth(page: Page) {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await over()).toBe(0)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await over()).toBe(0)
  if (size) await page.setViewportSize(size)
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const shown = (page: Page, words: string) =>
  expect(page.getByRole('status').getByText(words, { exact: true })).toBeVisible()

test('a banner is created, seen in the shop, moved, switched off and deleted', {
  tag: '@mostly-desk',
}, async ({ page }) => {
  const title = own('Chitenje')
  // After the sample shop's banners, at a position that no other test uses.
  const position = String(1000 + Math.floor(Math.random() * 8000))
  await signIn(page, 'admin@zovala.test', '/admin/banners')
  await page.getByRole('link', { name: 'Add Banner' }).click()
  const form = dialog(page, 'Add Banner')
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await expectNoViolations(page)

  await form.getByLabel('Title', { exact: true }).fill(title)
  await form.getByLabel('Button leads to').fill('/category/dresses')
  await form.getByLabel('Position').fill(position)
  await form.getByText('Preview', { exact: true }).click()
  await expect(form.getByText(title)).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Banner created successfully')
  await expect(form).toBeHidden()

  const card = page.getByRole('listitem').filter({ hasText: title })
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(async () => {
    expect(await (await page.request.get('/')).text()).toContain(title)
  }).toPass({ timeout: 5000 })

  await card.getByRole('button', { name: `Move ${title} up` }).click()
  await expect(card.getByText(position, { exact: true })).toBeHidden()

  await card.getByRole('switch', { name: `${title} is active` }).click()
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible()
  await expect(async () => {
    expect(await (await page.request.get('/')).text()).not.toContain(title)
  }).toPass({ timeout: 5000 })

  await card.getByRole('button', { name: `Delete ${title}` }).click()
  await dialog(page, 'Delete this banner?').getByRole('button', { name: 'Delete banner' }).click()
  await shown(page, 'Banner deleted successfully')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a half-filled banner form is not lost by closing it by mistake', { tag: '@desk' }, async ({
  page,
}) => {
  await signIn(page, 'admin@zovala.test', '/admin/banners?new')
  const form = dialog(page, 'Add Banner')
  await waitUntilLive(page)
  await form.getByLabel('Title', { exact: true }).fill('Half a thought')
  await page.keyboard.press('Escape')
  const question = dialog(page, 'Leave without saving?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await form.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Half a thought')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(form).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/banners$/)

  const add = page.getByRole('link', { name: 'Add Banner' })
  await add.click()
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()

  await add.click()
  await form.getByLabel('Title', { exact: true }).fill('Half a thought')
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('Half a thought')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  await (await asked).accept()
  await reload
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('')
})

test('a code is created, copied, found, switched off and deleted', {
  tag: ['@desk', '@long'],
}, async ({ page, context }) => {
  const code = own('Sale')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'admin@zovala.test', '/admin/discount-codes')
  await page.getByRole('link', { name: 'Create Code' }).click()
  const form = dialog(page, 'Create Discount Code')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Discount code is required')).toBeVisible()
  await expect(form.getByText('Discount value must be greater than 0')).toBeVisible()
  await form.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await expect(form.getByLabel('Value (%)')).toHaveAttribute('step', '1')
  await form.getByLabel('Value (%)').fill('101')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Percentage discount cannot exceed 100%')).toBeVisible()
  await expectNoViolations(page)

  await form.getByLabel('Type').selectOption('Free Shipping')
  await expect(form.getByLabel(/^Value/)).toHaveCount(0)
  await form.getByLabel('Type').selectOption('Fixed Amount')
  await expect(form.getByLabel('Value (MK)')).toHaveAttribute('step', '1')
  await form.getByLabel('Value (MK)').fill('5000')
  await form.getByLabel('Maximum uses').fill('3')
  await form.getByLabel('Starts').fill('2031-03-05T09:30')
  await form.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Discount code created successfully')

  await page.getByRole('searchbox', { name: 'Search by code' }).fill(code.toLowerCase())
  await expect(page).toHaveURL(/search=sale-/)
  const row = page.getByRole('row').filter({ hasText: code })
  for (const words of ['Fixed Amount', 'MK 5,000', '0/3', 'Mar 05, 2031, 09:30', 'Not Started'])
    await expect(row).toContainText(words)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)
  await checkWidth(page)

  await row.getByRole('button', { name: `Copy ${code}` }).click()
  await shown(page, 'Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)

  await row.getByRole('switch', { name: `${code} is active` }).click()
  await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Delete ${code}` }).click()
  await dialog(page, `Delete ${code}?`).getByRole('button', { name: 'Delete code' }).click()
  await shown(page, 'Discount code deleted successfully')
  await expect(page.getByText('No discount codes found.')).toBeVisible()
})

test('a code edited in two tabs is shown to the later editor in both versions, who decides', {
  tag: '@desk',
}, async ({ page, context }) => {
  const code = own('Twice')
  await signIn(page, 'admin@zovala.test', '/admin/discount-codes?new')
  const fresh = dialog(page, 'Create Discount Code')
  await fresh.getByLabel('Code', { exact: true }).fill(code)
  await fresh.getByLabel('Value (%)').fill('10')
  await fresh.getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Discount code created successfully')

  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(`/admin/discount-codes?search=${code}`)
    await tab.getByRole('link', { name: `Edit ${code}` }).click()
  }
  const form = (tab: Page) => dialog(tab, 'Edit Discount Code')
  await form(page).getByLabel('Value (%)').fill('20')
  await form(page).getByLabel('Maximum uses').fill('7')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await shown(page, 'Discount code updated successfully')

  await form(second).getByLabel('Value (%)').fill('30')
  await form(second).getByRole('button', { name: 'Save' }).click()
  const notice = form(second).getByRole('alert')
  await expect(notice).toContainText('has changed this while you were editing')
  await expect(notice.getByRole('row', { name: 'Value 20% 30%' })).toBeVisible()
  await expect(notice.getByRole('row')).toHaveCount(2)
  await expect(form(second).getByLabel('Maximum uses')).toHaveValue('7')
  await expectNoViolations(second)
  await notice.getByRole('button', { name: 'Save mine over it' }).click()
  await shown(second, 'Discount code updated successfully')
  await expect(second.getByRole('row').filter({ hasText: code })).toContainText('30%')
  await expect(second.getByRole('row').filter({ hasText: code })).toContainText('0/7')
  await expect(second.getByRole('link', { name: `Edit ${code}` })).toBeFocused()
})

test('a super admin finds a person, looks at them, and gives a role after a question', {
  tag: '@mostly-desk',
}, async ({ page, request }) => {
  const name = `Mayeso ${own('Phiri')}`
  const email = `${own('e2e').toLowerCase()}@example.com`
  await request.post('/api/auth/sign-up/email', {
    headers: FROM_HERE,
    data: { name, email, password: 'moyo wabwino' },
  })
  await signIn(page, 'super@zovala.test', '/admin/customers')
  await expect(page.getByText('Select a customer to view details')).toBeVisible()
  await expectNoViolations(page)
  await checkWidth(page)

  await page.getByRole('searchbox').fill(email)
  await expect(page).toHaveURL(/search=e2e-/)
  await expect(page.getByRole('link', { name: new RegExp(email) })).toHaveCount(1)
  await page.getByRole('link', { name: new RegExp(email) }).click()
  const details = page.getByRole('region', { name: 'Customer Details' })
  await expect(details).toContainText(name)
  await expect(details).toContainText('No orders yet')
  await expect(details).toContainText('No addresses saved')
  await expectNoViolations(page)
  await checkWidth(page)

  await details.getByLabel('Role', { exact: true }).selectOption('cashier')
  await details.getByRole('button', { name: 'Change role…' }).click()
  const question = dialog(page, `Make ${name} cashier?`)
  await expectNoViolations(page)
  await question.getByRole('link', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await details.getByLabel('Role', { exact: true }).selectOption('cashier')
  await details.getByRole('button', { name: 'Change role…' }).click()
  await question.getByRole('button', { name: 'Make cashier' }).click()
  await shown(page, 'Role changed')
  await expect(details.getByText('cashier', { exact: true }).first()).toBeVisible()
  await expect(question).toBeHidden()

  await details.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await dialog(page, `Sign ${name} out everywhere?`)
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await shown(page, 'Signed out')
})

test('an admin sees roles, but no controls to change them', { tag: '@mostly-desk' }, async ({
  page,
}) => {
  await signIn(page, 'admin@zovala.test', '/admin/customers?search=customer@zovala.test')
  await page.getByRole('link', { name: /customer@zovala\.test/ }).click()
  const details = page.getByRole('region', { name: 'Customer Details' })
  await expect(details.getByText('customer', { exact: true })).toBeVisible()
  await expect(details.getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Admin' }).click()
  await expect(page).toHaveURL(/\/admin$/)
})

test('codes are found and edited by keyboard only', { tag: '@desk' }, async ({ page }) => {
  await signIn(page, 'admin@zovala.test', '/admin/discount-codes')
  await waitUntilLive(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('BIGSPEND')
  await expect(page.getByRole('row')).toHaveCount(2)
  const edit = page.getByRole('link', { name: 'Edit BIGSPEND' })
  for (let step = 0; step < 12; step += 1) {
    if (await edit.evaluate((link) => link === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Edit Discount Code').getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Edit Discount Code')).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(page).toHaveURL(/search=BIGSPEND(&status=)?$/)
})

test('with scripts switched off codes are still created and roles still given', {
  tag: '@mostly-phone',
}, async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const code = own('Plain')
  await signInAs(page, 'super@zovala.test')
  await page.goto('/admin/discount-codes?new')
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? 0
  const form = page.getByRole('dialog', { name: 'Create Discount Code' })
  expect(await top(form)).toBeLessThan(await top(page.getByRole('searchbox')))
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Discount value must be greater than 0')).toBeVisible()
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue(code)
  await page.getByLabel('Value (%)').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Discount code created successfully')).toBeVisible()

  await page.goto('/admin/customers?search=cashier@zovala.test')
  await page.getByRole('link', { name: /cashier@zovala\.test/ }).click()
  await page.getByLabel('Role', { exact: true }).last().selectOption('admin')
  await page.getByRole('button', { name: 'Change role…' }).click()
  await expect(page.getByRole('heading', { name: 'Make Mphatso Mwale admin?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make admin' })).toBeVisible()
})
