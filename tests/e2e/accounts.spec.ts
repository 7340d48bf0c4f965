import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { FROM_HERE, newPhone, openAccount } from '../support/browse.ts'
import { openLive, waitUntilLive } from '../support/open-live.ts'
import { expectNoViolations } from '../support/screens/checks.ts'

const PASSWORD = 'moyo wabwino'
const newEmail = () => `e2e-${randomUUID().slice(0, 8)}@example.com`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function fillSignUp(page: Page, email: string) {
  await page.getByLabel('Full Name').fill('Chisomo Banda')
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}
/** The newest email to an address, once it has arrived. */
async function openEmail(page: Page, email: string, subject: RegExp) {
  const mail = page
    .getByRole('listitem')
    .filter({ hasText: email })
    .getByRole('link', { name: subject })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await mail.first().click()
}
async function signIn(page: Page, email: string, password: string) {
  await page.goto('/auth')
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
const openPage = async (browser: Browser, javaScriptEnabled: boolean) =>
  (await browser.newContext({ javaScriptEnabled })).newPage()

for (const scripts of [true, false]) {
  test(`a stranger opens an account, confirms it by email, ${scripts ? 'and finds the way out' : 'with scripts switched off'}`, {
    tag: '@phone',
  }, async ({ browser }) => {
    const page = await openPage(browser, scripts)
    const email = newEmail()
    await page.goto('/auth?then=/orders')
    await page.getByRole('link', { name: "Don't have an account? Sign up" }).click()
    await expect(heading(page, 'Create Account')).toBeVisible()
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible()
    await fillSignUp(page, email)
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page.getByText('Account created!')).toBeVisible()
    await expect(heading(page, 'Check Your Email')).toBeVisible()

    await openEmail(page, email, /Confirm your email/)
    await expect(page.frameLocator('iframe').getByText('Welcome!')).toBeVisible()
    await page.getByRole('link', { name: /confirm=/ }).click()
    await expect(heading(page, 'Confirm Your Email')).toBeVisible()
    await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toHaveValue(email)
    const password = page.getByLabel('Password', { exact: true })
    const confirm = page.getByRole('button', { name: 'Confirm and Sign In' })
    if (scripts) await expectNoViolations(page)
    await password.fill('not this one')
    await confirm.click()
    await expect(page.getByRole('alert')).toContainText('Email not confirmed')
    await password.fill(PASSWORD)
    await confirm.click()
    await expect(heading(page, 'My Orders')).toBeVisible()
    await expect(page.getByText('Email confirmed')).toBeVisible()
    await expect(page.getByText('No orders yet')).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()

    await page.getByText('Sign out everywhere…').click()
    await page.getByRole('button', { name: 'Yes, sign out everywhere' }).click()
    await expect(page.getByText("You've been signed out on every device.")).toBeVisible()
    await page.goto('/orders')
    await expect(page).toHaveURL(/\/auth\?then=%2Forders$/)
  })
}

test('a forgotten password is replaced by the emailed link', { tag: '@phone' }, async ({
  page,
}) => {
  const email = newEmail()
  await page.goto('/auth?mode=sign-up')
  const create = page.getByRole('button', { name: 'Create Account' })
  await expect(create).toBeInViewport({ ratio: 1 })
  await fillSignUp(page, email)
  await create.click()
  await expect(page.getByText('Account created!')).toBeVisible()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(heading(page, 'Reset Password')).toBeVisible()
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  await openEmail(page, email, /Choose a new password/)
  await page.getByRole('link', { name: /token=/ }).click()
  await page.getByLabel('New Password', { exact: true }).fill('chinsinsi chatsopano')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await signIn(page, email, 'chinsinsi chatsopano')
  await expect(page.getByText('Welcome back!')).toBeVisible()
})

test('a refused sign-in keeps the address and shows the reason, which screen readers announce', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'customer@zovala.test', 'not this one')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Sign in failed')
  await expect(alert).toContainText('Invalid email or password')
  await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toHaveValue(
    'customer@zovala.test',
  )
})

test('the typed password can be made visible', { tag: '@phone' }, async ({ page }) => {
  await openLive(page, '/auth')
  const field = page.getByLabel('Password', { exact: true })
  await field.fill('moyo')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await expect(field).toHaveValue('moyo')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('signing in works with the keyboard alone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/auth?then=/orders')
  await page.getByRole('main').getByLabel('Email', { exact: true }).focus()
  await page.keyboard.type('customer@zovala.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('zovala-demo')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My Orders')).toBeVisible()
})

for (const scripts of [true, false])
  test(`an order that is not found gives a visible message, scripts ${scripts ? 'on' : 'off'}`, {
    tag: '@phone',
  }, async ({ browser }) => {
    const page = await openPage(browser, scripts)
    await page.goto('/track-order')
    if (scripts) await waitUntilLive(page)
    await page.getByLabel('Order Number').fill('FSC-2020-999999')
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
    const answer = page.getByRole('main').getByRole('alert')
    await expect(answer).toContainText('Order not found')
    await expect(answer).toBeInViewport({ ratio: 1 })
    if (scripts) await expect(answer.locator('..')).toBeFocused()
    await page.context().close()
  })

test('refusals, order pages and staff pages are accessible @phone @long', async ({ page }) => {
  await page.goto('/auth?mode=sign-up')
  await fillSignUp(page, 'customer@zovala.test')
  await page.getByLabel('Full Name').fill('')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('alert')).toContainText('Missing information')
  await expectNoViolations(page)
  await signIn(page, 'admin@zovala.test', 'zovala-demo')
  await expect(page.getByText('Welcome back!')).toBeVisible()
  for (const path of ['/orders', '/admin', '/admin/pos']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

for (const scripts of [true, false])
  test(`a customer who opens the back office is redirected to the shop with the reason, scripts ${scripts ? 'on' : 'off'}`, {
    tag: '@phone',
  }, async ({ browser }) => {
    const page = await openPage(browser, scripts)
    await signIn(page, 'customer@zovala.test', 'zovala-demo')
    await expect(page.getByText('Welcome back!')).toBeVisible()
    const answer = await page.goto('/admin')
    expect(answer?.status()).toBe(403)
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByText('Unauthorized', { exact: true })).toBeVisible()
    await expect(
      page.getByText('You are not authorized to access the admin dashboard.'),
    ).toBeVisible()
    await page.goto('/admin/pos')
    await expect(heading(page, 'Access Denied')).toBeVisible()
    await expect(
      page.getByText("You don't have permission to access the POS system."),
    ).toBeVisible()
  })

test('a new address that is being typed stays when an old one is removed, and is empty once it is saved', {
  tag: '@desk',
}, async ({ page }) => {
  await openAccount(page.request)
  const address = { firstName: 'Chisomo', lastName: 'Banda', city: 'Zomba', district: 'Zomba' }
  await page.request.post('/account', {
    headers: FROM_HERE,
    form: { intent: 'save-address', ...address, phone: newPhone(), address: 'Plot 1' },
    maxRedirects: 0,
  })
  await openLive(page, '/account')
  const part = page.locator('#addresses')
  await part.getByText('Add an address').click()
  const typed = { 'First name': 'Tiyamike', 'Last name': 'Phiri', City: 'Zomba', Address: 'Plot 2' }
  for (const [label, text] of Object.entries(typed))
    await part.getByLabel(label, { exact: true }).fill(text)
  await part.getByLabel('Phone').fill(newPhone())
  await part.getByLabel('District').selectOption('Zomba')
  await part.getByRole('button', { name: 'Remove Plot 1, Zomba' }).click()
  await expect(page.getByText('Address removed')).toBeVisible()
  for (const [label, text] of Object.entries(typed))
    await expect(part.getByLabel(label, { exact: true })).toHaveValue(text)
  await part.getByRole('button', { name: 'Save address' }).click()
  await expect(part.getByRole('listitem').filter({ hasText: 'Plot 2' })).toBeVisible()
  await expect(part.getByLabel('First name')).toHaveValue('')
})
