import { expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { openOwnPostgres } from '../../server/postgres/postgres.ts'
import { makeCashier, openAccount, PASSWORD, signInAs } from '../support/browse.ts'
import { expectNoViolations } from '../support/screens/checks.ts'

/** A phone with a fingerprint sensor, simulated by Chromium. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** As after ten minutes, when the last proof of who they are no longer counts. */
async function forgetProof(email: string) {
  const database = await openOwnPostgres('.cache/e2e-data')
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `update sessions set proven_at = proven_at - interval '11 minutes'
     where user_id = (select id from users where email = $1)`,
    [email],
  )
  await client.end()
  await database.stopIfUnused()
}

test('a passkey is made, signs in, and answers “Is it you?”', { tag: '@phone' }, async ({
  page,
}) => {
  // A message that is fading in has pale colors.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addDevice(page)
  const email = await openAccount(page.request)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of this passkey').fill('My phone')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(page.getByText('“My phone” signs you in from now on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove the passkey My phone' })).toBeVisible()
  await expectNoViolations(page)

  await page.context().clearCookies()
  await page.goto('/auth?then=/account')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  await expect(page.getByText('Passkey added')).toBeVisible()

  await forgetProof(email)
  await page.getByRole('button', { name: 'Remove the passkey My phone' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(question).toBeVisible()
  await expectNoViolations(page)
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('“My phone” opens nothing here any more.')).toBeVisible()
  await expect(question).toBeHidden()

  await page.context().clearCookies()
  await page.goto('/auth?then=/account')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('That passkey does not open an account here.')).toBeVisible()
})

test('staff use a passkey after the password', { tag: '@desk' }, async ({ page, request }) => {
  await addDevice(page)
  const email = await openAccount(page.request)
  await makeCashier(request, email)
  await signInAs(page, email, PASSWORD)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Make the passkey' }).click()
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await page.context().clearCookies()
  await page.goto('/auth?then=/account')
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Second Step' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
})

test('the sign-in page without scripts has the password, and no button that does nothing', {
  tag: '@phone',
}, async ({ browser, request }) => {
  const email = await openAccount(request)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/auth?then=/account')
  await expect(page.getByText('passkey')).toHaveCount(0)
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  await context.close()
})
