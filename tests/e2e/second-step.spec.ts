import { expect, type Page, test } from '@playwright/test'
import { totpCode, totpStep } from '../../app/platform/auth/totp.server.ts'
import { makeCashier, openAccount, PASSWORD, signInAs } from '../support/browse.ts'
import { expectNoViolations, waitForStillness } from '../support/screens/checks.ts'

const checkAccess = async (page: Page) => {
  // A toast that is appearing has pale colors.
  await waitForStillness(page)
  await expectNoViolations(page)
}
const checkWidth = async (page: Page) => {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const size = page.viewportSize()
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await over(), `at ${width}`).toBe(0)
  }
  if (size) await page.setViewportSize(size)
}

for (const scripts of [true, false]) {
  test(`staff set up a second step and sign in with it, scripts ${scripts ? 'on' : 'off'}`, {
    tag: '@phone',
  }, async ({ browser, request }) => {
    const context = await browser.newContext({ javaScriptEnabled: scripts })
    const page = await context.newPage()
    const email = await openAccount(page.request)
    await page.goto('/account')
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeHidden()
    await makeCashier(request, email)
    // The higher role has ended the session.
    await signInAs(page, email, PASSWORD)

    await page.goto('/account')
    if (scripts) await checkAccess(page)
    await checkWidth(page)
    await page.getByRole('button', { name: 'Set it up' }).click()
    const key = page.locator('code')
    await expect(key).toBeVisible()
    if (scripts) await checkAccess(page)
    await checkWidth(page)
    const secret = (await key.innerText()).replaceAll(/\s/g, '')
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Turn the second step on' }).click()
    await expect(page.getByText('That code is not right.')).toBeVisible()
    await page.getByLabel('Code from the app').fill(totpCode(secret, totpStep(new Date())))
    await page.getByLabel('Code from the app').press('Enter')
    const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const recovery = await codes.first().innerText()
    if (scripts) await checkAccess(page)
    await checkWidth(page)

    for (const typed of [totpCode(secret, totpStep(new Date()) + 1), recovery]) {
      await context.clearCookies()
      await page.goto('/auth?then=/account')
      await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Second Step' })).toBeVisible()
      if (scripts && typed !== recovery) await checkAccess(page)
      await page.getByLabel('Code', { exact: true }).fill(typed)
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
    }
    await expect(page.getByText('Recovery codes left: 9')).toBeVisible()
    await expect(page.getByText('Recovery code used')).toBeVisible()
    await context.close()
  })
}
