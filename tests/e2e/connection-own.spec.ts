import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test'
import {
  FROM_HERE,
  newestLink,
  newPhone,
  openAccount,
  PASSWORD,
  signInAs,
} from '../support/browse.ts'
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
import { buyerAt } from '../support/connections/cut-shop.ts'

const NEW_PASSWORD = 'chinsinsi chatsopano'
let email = ''
const atAccount = async (request: APIRequestContext) => {
  email = await openAccount(request)
  return { path: '/account' }
}
const act = (request: APIRequestContext, intent: string, fields: Record<string, string> = {}) =>
  request.post('/account', {
    headers: FROM_HERE,
    form: { intent, ...fields },
    maxRedirects: 0,
  })
const ADDRESS = { firstName: 'Chisomo', lastName: 'Banda', city: 'Zomba', district: 'Zomba' }
const saveAddress = (request: APIRequestContext, address: string) =>
  act(request, 'save-address', { ...ADDRESS, phone: newPhone(), address })
const withAddresses =
  (...addresses: string[]) =>
  async (request: APIRequestContext) => {
    await openAccount(request)
    for (const address of addresses) await saveAddress(request, address)
    return { path: '/account' }
  }
const rowsOf = (page: Page, part: string) => page.locator(`#${part}`).getByRole('listitem')
/** Also signed in on a second device. */
async function onTwoDevices(request: APIRequestContext) {
  const place = await atAccount(request)
  const other = await requests.newContext({ baseURL: FROM_HERE.origin })
  await signInAs({ request: other }, email, PASSWORD)
  await other.dispose()
  return place
}
const opensWith = async (password: string, expected: boolean) => {
  const other = await requests.newContext({ baseURL: FROM_HERE.origin })
  const data = { email, password }
  const answer = await other.post('/api/auth/sign-in/email', { headers: FROM_HERE, data })
  expect(answer.ok()).toBe(expected)
  await other.dispose()
}

// Customers' acts on their own account.
const ROWS: Row[] = [
  {
    name: 'one’s own details',
    act: '/account save-details',
    prepare: buyerAt('/account'),
    fill: typeIn('Full name', 'Tadala Phiri'),
    send: press('Save details'),
    kept: holds('Full name', 'Tadala Phiri'),
    done: both(shows('Details saved'), holds('Full name', 'Tadala Phiri')),
  },
  {
    name: 'a password that is changed',
    act: '/account change-password',
    prepare: atAccount,
    async fill(page) {
      await page.getByText('Change my password').click()
      await typeIn('Current password', PASSWORD)(page)
      await typeIn('New password', NEW_PASSWORD)(page)
    },
    send: press('Change password'),
    kept: holds('New password', NEW_PASSWORD),
    // A new password ends every session, and the new session was lost with the answer: the person signs in with it.
    done: both(
      (page) => expect(field(page, 'Password')).toBeVisible(),
      () => opensWith(NEW_PASSWORD, true),
    ),
  },
  {
    name: 'an address of one’s own',
    act: '/account save-address',
    prepare: buyerAt('/account'),
    async fill(page) {
      await page.getByText('Add an address').click()
      await typeIn('First name', 'Chisomo')(page)
      await typeIn('Last name', 'Banda')(page)
      await page.locator('#addresses').getByLabel('Phone').fill(newPhone())
      await typeIn('Address', 'Plot 12, Chinamwali')(page)
      await typeIn('City', 'Zomba')(page)
      await page.getByLabel('District').selectOption('Zomba')
    },
    send: press('Save address'),
    kept: holds('Address', 'Plot 12, Chinamwali'),
    done: both(shows('Address saved'), (page) => expect(rowsOf(page, 'addresses')).toHaveCount(1)),
  },
  {
    name: 'another default address of one’s own',
    act: '/account default-address',
    prepare: withAddresses('Plot 1', 'Plot 2'),
    send: press(/^Make default/),
    kept: shows('Plot 1'),
    done: shows('Default address changed'),
  },
  {
    name: 'an address of one’s own that goes',
    act: '/account remove-address',
    prepare: withAddresses('Plot 1'),
    send: press('Remove Plot 1, Zomba'),
    kept: shows('Plot 1'),
    done: both(shows('Address removed'), (page) =>
      expect(rowsOf(page, 'addresses')).toHaveCount(0),
    ),
  },
  {
    name: 'the newsletter that one’s account asks for',
    act: '/account join-newsletter',
    prepare: atAccount,
    send: (page) => main(page).getByRole('button', { name: 'Subscribe' }).click(),
    done: shows('Almost there'),
  },
  {
    name: 'the newsletter that one’s account ends',
    act: '/account leave-newsletter',
    async prepare(request) {
      const place = await atAccount(request)
      await act(request, 'join-newsletter')
      const link = await newestLink(request, email, /\/newsletter\?confirm=[\w-]+/)
      const form = { confirm: link.split('=')[1] ?? '' }
      await request.post('/newsletter', { headers: FROM_HERE, form, maxRedirects: 0 })
      return place
    },
    send: press('Unsubscribe'),
    kept: shows('You are on the list.'),
    done: shows('You have left the list'),
  },
  {
    name: 'an end to emails that ask for reviews',
    act: '/account end-review-emails',
    prepare: atAccount,
    send: press('Do not ask me'),
    done: both(
      shows('We will not ask you for a review again.'),
      shows('We do not ask you for reviews.'),
    ),
  },
  {
    name: 'emails that ask for reviews, taken again',
    act: '/account take-review-emails',
    async prepare(request) {
      const place = await atAccount(request)
      await act(request, 'end-review-emails')
      return place
    },
    send: press('Ask me again'),
    done: shows(/^We ask once for each order/),
  },
  {
    name: 'another device that is signed out',
    act: '/account end-session',
    prepare: onTwoDevices,
    send: press(/^Sign out this device/),
    // The device is signed out already: the second answer says so.
    done: both(shows(/signed out( already)?\./), (page) =>
      expect(page.getByRole('button', { name: /^Sign out this device/ })).toHaveCount(0),
    ),
  },
  {
    name: 'every other device that is signed out',
    act: '/account end-other-sessions',
    prepare: onTwoDevices,
    send: press('Sign out every other device'),
    done: both(shows('Every other device is signed out.'), (page) =>
      expect(page.getByRole('button', { name: /^Sign out this device/ })).toHaveCount(0),
    ),
  },
  {
    name: 'the erasure of one’s account',
    act: '/account erase-account',
    async prepare(request) {
      await atAccount(request)
      return { path: '/account?erase=1' }
    },
    send: press('Erase my account for good'),
    kept: shows('This cannot be undone.'),
    // After the account is erased nobody is signed in: the shop asks to sign in.
    done: both(
      (page) => expect(field(page, 'Password')).toBeVisible(),
      () => opensWith(PASSWORD, false),
    ),
  },
]

tryRows(ROWS, '@phone')
