import { resolve } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { totpCode, totpStep } from '../../app/platform/auth/totp.server.ts'
import { FROM_HERE, makeCashier, openAccount, PASSWORD, signInAs } from '../support/browse.ts'
import { again, openReady } from '../support/connections/cut.ts'
import {
  both,
  field,
  holds,
  main,
  press,
  type Row,
  shows,
  tryRows,
  type as typeIn,
} from '../support/connections/cut-rows.ts'
import { openStaff } from '../support/connections/cut-shop.ts'
import { ask } from '../support/product.ts'

let email = ''
let secret = ''
const act = (request: APIRequestContext, intent: string, fields: Record<string, string> = {}) =>
  request.post('/account', { headers: FROM_HERE, form: { intent, ...fields } })
const codeOf = (later = 0) => totpCode(secret, totpStep(new Date()) + later)

async function atAccount(request: APIRequestContext) {
  email = await openAccount(request)
  return { path: '/account' }
}
/** A cashier. */
async function cashier(request: APIRequestContext) {
  const place = await atAccount(request)
  const staff = await openStaff()
  await makeCashier(staff, email)
  await staff.dispose()
  await signInAs({ request }, email, PASSWORD)
  return place
}
/** A cashier whose app has got the key. */
async function withKey(request: APIRequestContext) {
  const place = await cashier(request)
  await act(request, 'begin-second-step')
  const html = await (await request.get('/account')).text()
  secret = (/<code[^>]*>([^<]+)</.exec(html)?.[1] ?? '').replaceAll(/\s/g, '')
  return place
}
async function withApp(request: APIRequestContext) {
  const place = await withKey(request)
  await act(request, 'confirm-second-step', { code: codeOf() })
  return place
}
const signIn = async (page: Page) => {
  await main(page).getByLabel('Email', { exact: true }).fill(email)
  await typeIn('Password', PASSWORD)(page)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}

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
async function makePasskey(page: Page) {
  await addDevice(page)
  await press('Add a passkey')(page)
  await typeIn('Name of this passkey', 'My phone')(page)
}
async function addPasskey(page: Page) {
  await makePasskey(page)
  await press('Make the passkey')(page)
  await shows('“My phone” signs you in from now on.')(page)
}
const codes = (count: number) => (page: Page) =>
  expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(
    count,
  )
const passkeys = (count: number) => (page: Page) =>
  expect(page.getByRole('button', { name: 'Remove the passkey My phone' })).toHaveCount(count)

// The second step, passkeys, and the question "Is it you?".
const ROWS: Row[] = [
  {
    name: 'a second step that is begun',
    act: '/account begin-second-step',
    prepare: cashier,
    send: press('Set it up'),
    done: shows('Type the six digits that the app shows.'),
  },
  {
    name: 'a second step that is turned on',
    act: '/account confirm-second-step',
    prepare: withKey,
    fill: (page) => typeIn('Code from the app', codeOf())(page),
    send: press('Turn the second step on'),
    // Codes are shown once, and these were lost with the answer: the page says that it is on, and offers new ones.
    done: both(shows(/^On: after your password/), press('Make new recovery codes'), codes(10)),
  },
  {
    name: 'new recovery codes',
    act: '/account new-recovery-codes',
    prepare: withApp,
    send: press('Make new recovery codes'),
    done: codes(10),
  },
  {
    name: 'a second step that is turned off',
    act: '/account end-second-step',
    prepare: withApp,
    send: press('Turn it off'),
    done: both(shows('Second step off'), shows(/^Off\./)),
  },
  {
    name: 'the code after the password',
    act: '/auth second-step',
    async prepare(request) {
      await withApp(request)
      await request.post('/api/auth/sign-out', { headers: FROM_HERE, data: {} })
      return { path: '/auth' }
    },
    async fill(page) {
      await signIn(page)
      await typeIn('Code', codeOf(1))(page)
    },
    send: press('Go on'),
    // A code signs in once, and that session's cookie was lost: the person signs in anew.
    done: shows(/it was sent twice\. Please sign in again\.$/),
  },
  {
    name: 'a passkey that is begun',
    act: '/account begin-passkey',
    prepare: atAccount,
    fill: addDevice,
    send: press('Add a passkey'),
    done: (page) => expect(field(page, 'Name of this passkey')).toBeVisible(),
  },
  {
    name: 'a passkey that was made',
    act: '/account add-passkey',
    prepare: atAccount,
    fill: makePasskey,
    send: press('Make the passkey'),
    // Without the script that asks the device, no passkey was made yet.
    retry: async (page) => {
      const isMade = await again(page).isVisible()
      return isMade ? again(page).click() : press('Make the passkey')(page)
    },
    kept: holds('Name of this passkey', 'My phone'),
    done: both(shows('“My phone” signs you in from now on.'), passkeys(1)),
  },
  {
    name: 'a passkey that is removed',
    act: '/account remove-passkey',
    prepare: atAccount,
    fill: addPasskey,
    send: press('Remove the passkey My phone'),
    done: both(shows(/opens nothing here any more|was removed already/), passkeys(0)),
  },
  {
    name: 'a sign-in by passkey',
    act: '/auth passkey',
    prepare: atAccount,
    async fill(page) {
      await addPasskey(page)
      await page.context().clearCookies()
      await openReady(page, '/auth')
    },
    send: press('Sign in with a passkey'),
    // A signature counts once; the device signs again.
    retry: press('Sign in with a passkey'),
    done: shows("You've been successfully signed in."),
  },
  {
    name: 'the answer to “Is it you?”',
    act: '/account download-data',
    async prepare(request) {
      const place = await atAccount(request)
      await ask(
        resolve('.cache/e2e-data'),
        `update sessions set proven_at = proven_at - interval '11 minutes'
         where user_id = (select id from users where email = '${email}')`,
      )
      return place
    },
    async fill(page) {
      await press('Download my data…')(page)
      await page.getByLabel('Your password, or a code of your app').fill(PASSWORD)
    },
    send: press('Go on'),
    kept: (page) =>
      expect(page.getByLabel('Your password, or a code of your app')).toHaveValue(PASSWORD),
    done: shows('Your file is ready'),
  },
]

tryRows(ROWS, '@phone')
