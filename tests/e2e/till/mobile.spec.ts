import { type Browser, expect, type Page, test } from '@playwright/test'
import { FROM_HERE, findWellStocked } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

async function signIn(page: Page, email = 'cashier@zovala.test') {
  const data = { email, password: 'zovala-demo' }
  expect(
    (await page.request.post('/api/auth/sign-in/email', { headers: FROM_HERE, data })).status(),
  ).toBe(200)
}

/** A sale that waits for its payment by phone. */
async function ringUp(page: Page) {
  const item = await findWellStocked(page.request)
  const answer = await page.request.post('/functions/process-payment', {
    headers: FROM_HERE,
    data: {
      pos: true,
      paymentMethod: 'paychangu',
      cartItems: [
        { product_id: item.id, variant_id: item.variantId, quantity: 1, price: item.price },
      ],
      totalAmount: item.price,
      customerName: 'Mary Phiri',
      customerPhone: '0991 234 567',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { checkout_url, order_number } = (await answer.json()) as Record<string, string>
  return { number: order_number ?? '', payPath: new URL(checkout_url ?? '').pathname }
}

/** The customer's own phone, on which nobody is signed in. */
async function onThePhone(browser: Browser, path: string, press: 'Pay' | 'Fail' | 'Cancel') {
  const context = await browser.newContext()
  const phone = await context.newPage()
  await phone.goto(path)
  await phone.getByRole('button', { name: press, exact: true }).click()
  if (press !== 'Fail') await phone.waitForURL(/\/(pos|auth|)(\?|\/|$)/)
  await context.close()
}

async function everybodyCanUse(page: Page) {
  await expectNoViolations(page)
  const before = page.viewportSize()
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide, `at ${width}`).toBeLessThanOrEqual(width)
  }
  if (before) await page.setViewportSize(before)
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

test.beforeEach(async ({ page }) => signIn(page))

test('the customer pays on their own phone, and the till shows it at once; the receipt is printed @mostly-phone', async ({
  page,
  browser,
  isMobile,
}) => {
  const { number, payPath } = await ringUp(page)
  await openLive(page, `/pos/success?order=${number}`)
  await expect(heading(page, 'Waiting for the payment of')).toBeVisible()
  const code = page.getByRole('img', { name: /payment page/ })
  // The staff's own styles are loaded: otherwise the code would fill the screen.
  expect((await code.boundingBox())?.width).toBe(isMobile ? 208 : 288)
  await expect(page.getByRole('link', { name: 'Open the payment page here' })).toHaveAttribute(
    'href',
    new RegExp(`${payPath}$`),
  )
  await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/265991234567\?text=/,
  )
  await everybodyCanUse(page)

  await onThePhone(browser, payPath, 'Fail')
  await expect(page.getByText('The last try failed.').first()).toBeVisible()
  await onThePhone(browser, payPath, 'Pay')
  await expect(heading(page, 'Sale paid')).toBeVisible()
  await expect(page.getByText(number)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New sale' })).toHaveAttribute('href', '/pos')
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveAttribute('href', '/admin')
  await everybodyCanUse(page)

  await page.context().addInitScript(() => {
    window.print = () => {}
  })
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Print receipt' }).click()
  await expect((await opened).getByText(number).first()).toBeVisible()
})

test('a till that loses the connection says so, keeps waiting, and catches up', {
  tag: '@mostly-desk',
}, async ({ page, browser }) => {
  const { number, payPath } = await ringUp(page)
  await openLive(page, `/pos/success?order=${number}`)
  await expect(page.getByRole('button', { name: 'Customer says it is paid' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(/^No connection\./)).toBeVisible()
  await expect(page.getByText(/failed/i)).toHaveCount(0)
  await onThePhone(browser, payPath, 'Pay')
  await expect(heading(page, 'Waiting for the payment of')).toBeVisible()
  await page.context().setOffline(false)
  await expect(heading(page, 'Sale paid')).toBeVisible()
})

test('the provider is asked by a button, a new page is opened, and the sale is cancelled by keyboard', {
  tag: '@mostly-desk',
}, async ({ page }) => {
  const { number } = await ringUp(page)
  await openLive(page, `/pos/success?order=${number}`)
  await page.getByRole('button', { name: 'Customer says it is paid' }).click()
  await expect(page.getByText('The payment service knows of no payment yet.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the payment page here' })
  const before = await link.getAttribute('href')
  await page.getByRole('button', { name: 'New payment page' }).click()
  await expect(link).not.toHaveAttribute('href', before ?? '')

  await page.getByRole('button', { name: 'Cancel the payment' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep waiting' })).toBeFocused()
  await everybodyCanUse(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel the payment' }).press('Enter')
  await page.getByRole('button', { name: 'Cancel payment' }).press('Enter')
  await expect(heading(page, 'Payment failed')).toBeVisible()
  await expect(page).toHaveURL(`/pos/failed?order=${number}`)
  await expect(page.getByRole('link', { name: 'Retry POS Sale' })).toHaveAttribute('href', '/pos')
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveAttribute('href', '/admin')
  await everybodyCanUse(page)
})

test('a sale paid at the counter’s own screen, by redirect, and cancelled there may be tried again', {
  tag: '@mostly-desk',
}, async ({ page }) => {
  const paid = await ringUp(page)
  await page.goto(paid.payPath)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(heading(page, 'Sale paid')).toBeVisible()
  await expect(page).toHaveURL(`/pos/success?order=${paid.number}`)
  const { number, payPath } = await ringUp(page)
  await page.goto(payPath)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(heading(page, 'Payment failed')).toBeVisible()
  await expect(page).toHaveURL(`/pos/failed?order=${number}`)
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })
  test('all text is readable, and the code stays dark on white', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    const { number } = await ringUp(page)
    await openLive(page, `/pos/success?order=${number}`)
    await expect(page.getByRole('img', { name: /payment page/ })).toBeVisible()
    const scheme = page.locator('html')
    await expect(scheme).toHaveCSS('color-scheme', 'dark')
    await everybodyCanUse(page)
    await page.goto('/pos/failed?order=POS-2026-999999')
    await expect(heading(page, 'Sale not found')).toBeVisible()
    await everybodyCanUse(page)
  })
})
