import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE, newestLink, openAccount, PASSWORD, signUp } from '../support/browse.ts'
import {
  both,
  field,
  holds,
  main,
  press,
  type Row,
  shows,
  tryRows,
  type,
} from '../support/connections/cut-rows.ts'
import { openStaff } from '../support/connections/cut-shop.ts'

const newEmail = () => `cut-${randomUUID().slice(0, 8)}@example.com`
const at = (path: string) => () => ({ path })
/** These accounts exist, and nobody is signed in. */
const signedOut = async (request: APIRequestContext) => {
  const email = await openAccount(request)
  await request.post('/api/auth/sign-out', { headers: FROM_HERE, data: {} })
  return email
}
let email = ''
const isSignedIn = (expected: boolean) => async (page: Page) => {
  const session = await page.evaluate(async () => (await fetch('/api/auth/get-session')).json())
  expect(session !== null).toBe(expected)
}
const subscribe = async (request: APIRequestContext, link: RegExp) => {
  const address = newEmail()
  const form = { email: address, then: '/' }
  await request.post('/newsletter', { headers: FROM_HERE, form, maxRedirects: 0 })
  return { path: await newestLink(request, address, link) }
}

const SOLD_OUT = '/product/sold-out-scarf'
const waitFor = async (request: APIRequestContext, link: RegExp) => {
  const address = newEmail()
  const { variants } = (await (await request.get(`/api/products/sold-out-scarf`)).json()) as {
    variants: { id: string }[]
  }
  const form = { email: address, phone: '', variant: variants[0]?.id ?? '', then: '/' }
  await request.post('/waitlist', { headers: FROM_HERE, form, maxRedirects: 0 })
  return { path: await newestLink(request, address, link) }
}

// An email that is requested twice is sent twice: the newer link works (decision record 22).
const ROWS: Row[] = [
  {
    name: 'a sign-in',
    act: '/auth sign-in',
    isOften: true,
    prepare: async (request) => {
      email = await signedOut(request)
      return { path: '/auth' }
    },
    fill: async (page) => {
      await type('Email', email)(page)
      await type('Password', PASSWORD)(page)
    },
    send: (page) => main(page).getByRole('button', { name: 'Sign In', exact: true }).click(),
    kept: holds('Password', PASSWORD),
    done: both(shows("You've been successfully signed in."), isSignedIn(true)),
  },
  {
    name: 'a sign-in for what was to go into the cart',
    act: '/auth sign-in',
    prepare: async (request) => {
      email = await signedOut(request)
      return { path: '/product/canvas-tote-bag' }
    },
    fill: async (page) => {
      await press('Add to Cart')(page)
      await page.getByRole('link', { name: 'Sign in', exact: true }).click()
      await type('Email', email)(page)
      await type('Password', PASSWORD)(page)
    },
    send: (page) => main(page).getByRole('button', { name: 'Sign In', exact: true }).click(),
    done: both(shows('Canvas Tote Bag has been added to your cart'), (page) =>
      expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible(),
    ),
  },
  {
    name: 'a new account',
    act: '/auth sign-up',
    prepare: at('/auth?mode=sign-up'),
    fill: async (page) => {
      email = newEmail()
      await type('Full Name', 'Chisomo Banda')(page)
      await type('Email', email)(page)
      await type('Password', PASSWORD)(page)
    },
    send: press('Create Account'),
    kept: holds('Full Name', 'Chisomo Banda'),
    done: both(shows('Account created!'), async (_page, request) => {
      // Each try sends an email, and the newest link works.
      await expect(async () => {
        const link = await newestLink(request, email, /\/auth\?confirm=[\w-]+/)
        expect(await (await request.get(link)).text()).toContain('Confirm Your Email')
      }).toPass()
    }),
  },
  {
    name: 'the confirmation of an address',
    act: '/auth confirm',
    prepare: async (request) => ({
      path: await newestLink(request, await signUp(request), /\/auth\?confirm=[\w-]+/),
    }),
    fill: type('Password', PASSWORD),
    send: press('Confirm and Sign In'),
    kept: holds('Password', PASSWORD),
    done: both(shows('Email confirmed'), isSignedIn(true)),
  },
  {
    name: 'a forgotten password',
    act: '/auth reset',
    prepare: async (request) => {
      email = await signedOut(request)
      return { path: '/auth?mode=reset' }
    },
    fill: (page) => type('Email', email)(page),
    send: press('Send Reset Email'),
    kept: (page) => expect(field(page, 'Email')).toHaveValue(email),
    done: shows('Password reset email sent'),
  },
  {
    name: 'a new password',
    act: '/auth new-password',
    prepare: async (request) => {
      email = await signedOut(request)
      const data = { email }
      await request.post('/api/auth/request-password-reset', { headers: FROM_HERE, data })
      return { path: await newestLink(request, email, /\/auth\?token=[\w-]+/) }
    },
    fill: type('New Password', 'chinsinsi chatsopano'),
    send: press('Save Password'),
    kept: holds('New Password', 'chinsinsi chatsopano'),
    done: both(shows('You are signed in with your new password.'), isSignedIn(true)),
  },
  {
    name: 'an invitation to the staff',
    act: '/invitation accept',
    async prepare() {
      email = newEmail()
      const staff = await openStaff()
      const form = { intent: 'invite', email, role: 'cashier' }
      await staff.post('/admin/staff', { headers: FROM_HERE, form, maxRedirects: 0 })
      const path = await newestLink(staff, email, /\/invitation\?token=[\w-]+/)
      await staff.dispose()
      return { path }
    },
    async fill(page) {
      await type('Full Name', 'Thoko Banda')(page)
      await type('Password', PASSWORD)(page)
    },
    send: press('Accept the invitation'),
    kept: holds('Full Name', 'Thoko Banda'),
    // The link is used up; the newcomer is signed in by the password typed with it.
    done: both(
      (page) => page.waitForURL(/\/admin\/pos/),
      (page) => isSignedIn(true)(page),
    ),
  },
  {
    name: 'a sign-out',
    act: '/auth sign-out',
    prepare: async (request) => {
      await openAccount(request)
      return { path: '/about-us' }
    },
    fill: (page) => page.locator('summary[aria-label=Menu]').click(),
    send: press('Sign Out'),
    done: both(shows("You've been successfully signed out."), isSignedIn(false)),
  },
  {
    name: 'the end of all sessions',
    act: '/auth sign-out-everywhere',
    prepare: async (request) => {
      await openAccount(request)
      return { path: '/orders' }
    },
    fill: (page) => page.getByText('Sign out everywhere…').click(),
    send: press('Yes, sign out everywhere'),
    done: both(shows("You've been signed out on every device."), isSignedIn(false)),
  },
  {
    // Its script loads with the first touch, which here is the press that sends the form.
    name: 'the newsletter',
    act: '/newsletter',
    isOften: true,
    prepare: at('/about-us'),
    fill: async (page) => {
      email = newEmail()
      await page.getByLabel('Newsletter').fill(email)
    },
    send: press('Subscribe'),
    kept: (page) => expect(page.getByLabel('Newsletter')).toHaveValue(email),
    done: shows('Almost there'),
  },
  {
    name: 'a place on the list of the newsletter',
    act: '/newsletter confirm',
    prepare: (request) => subscribe(request, /\/newsletter\?confirm=[\w-]+/),
    send: press('Yes, write to me'),
    done: shows('You are on the list'),
  },
  {
    name: 'the way off the list of the newsletter',
    act: '/newsletter leave',
    prepare: (request) => subscribe(request, /\/newsletter\?leave=[\w-]+/),
    send: press('Yes, leave the list'),
    done: shows('You have left the list'),
  },
  {
    name: 'who wants to be told when something is back',
    act: '/waitlist',
    prepare: async (request) => {
      await signedOut(request)
      return { path: SOLD_OUT }
    },
    fill: async (page) => {
      email = newEmail()
      await type('Email', email)(page)
    },
    send: press('Tell me when it is back'),
    kept: (page) => holds('Email', email)(page),
    done: shows('Almost there'),
  },
  {
    name: 'a yes to be told when it is back',
    act: '/waitlist confirm',
    prepare: (request) => waitFor(request, /\/waitlist\?confirm=[\w-]+/),
    send: press('Yes, tell me'),
    done: shows('We will tell you'),
  },
  {
    name: 'a no to be told when it is back',
    act: '/waitlist leave',
    prepare: (request) => waitFor(request, /\/waitlist\?leave=[\w-]+/),
    send: press('Yes, do not tell me'),
    done: shows('You are off the list'),
  },
  {
    name: 'a question about an order',
    act: '/track-order',
    prepare: at('/track-order'),
    fill: async (page) => {
      await type('Order Number', 'FSC-2026-000001')(page)
      await type('Email', 'nobody@example.com')(page)
    },
    send: press('Track Order'),
    kept: holds('Order Number', 'FSC-2026-000001'),
    done: shows('Order not found'),
  },
]

tryRows(ROWS, '@phone')
