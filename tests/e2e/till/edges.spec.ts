import { randomUUID } from 'node:crypto'
import { test as base, expect, type Page } from '@playwright/test'
import { FROM_HERE, signInAs } from '../../support/browse.ts'

const PASSWORD = 'zovala-demo'
const PIN = '2468'

const test = base.extend<{ name: string }>({
  // oxlint-disable-next-line no-empty-pattern -- the form in which fixtures are asked for
  name: async ({}, use) => use(`Till ${randomUUID().slice(0, 8)}`),
})
test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const basket = (page: Page) => page.getByRole('region', { name: 'Cart' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })

/** A new device as a till with an open shift. */
async function openTill(page: Page, who: string, name: string, pin: string | null = null) {
  await page.goto('/auth?then=%2Fadmin%2Fpos')
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(`${who}@zovala.test`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, /^Sign In$/).click()
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill(name)
  await button(page, 'Use this name').click()
  if (pin) {
    await page.getByLabel('New PIN').fill(pin)
    await button(page, 'Next').click()
    await page.getByLabel('The same PIN again').fill(pin)
    await button(page, 'Set PIN').click()
  } else await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('0')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toBeVisible()
}

async function addTote(page: Page) {
  await search(page).fill('Canvas Tote')
  await page.getByRole('list', { name: 'Found' }).getByRole('button').first().click()
  await expect(basket(page)).toContainText('Canvas Tote Bag')
}

async function payExactly(page: Page) {
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  const paid = page.getByRole('dialog', { name: 'Paid' })
  await expect(paid).toBeVisible()
  return String(/POS-\d{4}-\d{6}/.exec(await paid.innerText()))
}

test('an admin renames the till; a PIN that was put off is asked for once; receipts are printed on request', {
  tag: ['@desk', '@long'],
}, async ({ page, name }) => {
  await openTill(page, 'admin', name)
  await page.reload()
  await expect(search(page)).toBeVisible()
  await page.keyboard.press('F10')
  await button(page, 'Settings').click()
  await expect(page.getByLabel('Print the receipt')).toHaveValue('asked')
  await button(page, 'Rename this till').click()
  await page.getByLabel('Name of this till').fill(`${name} door`)
  await button(page, 'Change the name').click()
  await expect(page.getByText(`This device is ${name} door`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('banner')).toContainText(`${name} door`)

  await addTote(page)
  await payExactly(page)
  expect(page.context().pages()).toHaveLength(1)
  const [slip] = await Promise.all([
    page.waitForEvent('popup'),
    button(page, 'Print the receipt').click(),
  ])
  await expect(slip.locator('main')).toContainText(`${name} door`)
  await expect(slip.locator('main')).not.toContainText(/reprint/i)
  await expect(button(page, 'Print again')).toBeVisible()

  await slip.close()
  await button(page, 'New sale').click()
  await page.keyboard.press('F10')
  await button(page, 'Settings').click()
  await page.getByLabel('Print the receipt').selectOption('Never')
  await page.keyboard.press('Escape')
  await addTote(page)
  await payExactly(page)
  await expect(button(page, 'New sale')).toBeVisible()
  await expect(button(page, /Print/)).toHaveCount(0)
  expect(page.context().pages()).toHaveLength(1)
})

test('a till left alone for ten minutes locks itself, and keeps the basket and what was counted', {
  tag: '@desk',
}, async ({ page, name }) => {
  await page.clock.install()
  await openTill(page, 'cashier', name, PIN)
  await addTote(page)
  await page.clock.fastForward('09:00')
  await expect(basket(page)).toContainText('Canvas Tote Bag')
  await page.clock.fastForward('02:00')
  await expect(page.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await expect(page.getByText('Canvas Tote Bag')).toHaveCount(0)
  const unlock = async () => {
    await page.getByLabel(/^PIN of /).fill(PIN)
    await button(page, 'Unlock').click()
  }
  await unlock()
  await expect(basket(page)).toContainText('Canvas Tote Bag')
  await page.keyboard.press('F10')
  await button(page, 'Close shift').click()
  await page.getByLabel('Pieces of 5,000').fill('3')
  await page.getByLabel('Note', { exact: true }).fill('One note is torn')
  await page.clock.fastForward('11:00')
  await expect(page.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await unlock()
  await expect(page.getByLabel('Pieces of 5,000')).toHaveValue('3')
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('One note is torn')
})

test('a till that another device has taken over says so and stops selling; its earlier sales are uploaded once', {
  tag: ['@desk', '@long'],
}, async ({ page, name, playwright, baseURL }) => {
  await page.clock.install()
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await openTill(page, 'cashier', name)
  await page.context().setOffline(true)
  await addTote(page)
  const number = await payExactly(page)
  await button(page, /^New sale/).click()

  const boss = await playwright.request.newContext({ baseURL: String(baseURL) })
  const account = { email: 'super@zovala.test', password: PASSWORD }
  await boss.post('/api/auth/sign-in/email', { headers: FROM_HERE, data: account })
  const taken = await boss.post('/admin/pos/tills', {
    headers: FROM_HERE,
    data: { name, deviceId: randomUUID(), takeOver: true },
  })
  expect(taken.ok()).toBe(true)

  await page.context().setOffline(false)
  await expect(button(page, /all sent/)).toBeVisible()
  await page.clock.fastForward('00:30')
  await expect(page.getByText(`Another device is ${name} now.`)).toBeVisible()
  await expect(search(page)).toHaveCount(0)
  const sold = await (await boss.get('/admin/pos-sales.csv')).text()
  expect(sold.split('\n').filter((row) => row.includes(number))).toHaveLength(1)
  await boss.dispose()
})

test('a till is taken over only after a question that names its cashier, and the other device is notified', {
  tag: ['@desk', '@long'],
}, async ({ page, name, browser, baseURL }) => {
  await page.clock.install()
  await openTill(page, 'cashier', name)
  const boss = await browser.newPage({ baseURL: String(baseURL) })
  await boss.goto('/auth?then=%2Fadmin%2Fpos')
  await boss.getByRole('main').getByLabel('Email', { exact: true }).fill('super@zovala.test')
  await boss.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(boss, /^Sign In$/).click()
  const requested = button(boss, new RegExp(`${name}.*Take over from another device`))
  await requested.click()
  const question = boss.getByRole('dialog', { name: `Take over ${name}?` })
  await expect(question).toContainText('has had a shift open there since')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.clock.fastForward('00:30')
  await expect(search(page)).toBeVisible()

  await requested.click()
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect(boss.getByText(`This device is ${name}.`)).toBeVisible()
  await page.clock.fastForward('00:30')
  await expect(page.getByText(`Another device is ${name} now.`)).toBeVisible()
  await boss.close()
})

test('a till that is taken over says so at once, without waiting for its heartbeat', {
  tag: '@desk',
}, async ({ page, name, playwright, baseURL }) => {
  // From here on no timer fires, not even the heartbeat.
  const news = page.waitForResponse('**/events')
  const sent = page.waitForResponse('**/admin/pos/upload')
  await openTill(page, 'cashier', name)
  await news
  // A device with unsent events, such as the shift that it just opened, stays this till until they are uploaded.
  await sent
  await expect(button(page, /all sent/)).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const boss = await playwright.request.newContext({ baseURL: String(baseURL) })
  await signInAs({ request: boss }, 'super@zovala.test')
  const taken = await boss.post('/admin/pos/tills', {
    headers: FROM_HERE,
    data: { name, deviceId: randomUUID(), takeOver: true },
  })
  expect(taken.ok()).toBe(true)
  await expect(page.getByText(`Another device is ${name} now.`)).toBeVisible()
  await expect(search(page)).toHaveCount(0)
  await boss.dispose()
})
