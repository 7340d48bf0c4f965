import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { FROM_HERE, newestLink } from '../browse.ts'
import { openDeliveredOrder, openStaff, payFor } from '../connections/cut-shop.ts'
import { openLive } from '../open-live.ts'
import { press, type Screen } from './screen.ts'

const DRESS = '/product/chitenje-wrap-dress'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Opens the search: over the full screen on a phone, under the box on a wider screen. */
async function search(page: Page, text: string) {
  if (isPhone(page)) await press(page, 'Search', 'link')
  const box = page.getByRole('searchbox').filter({ visible: true }).first()
  await box.click()
  if (text) await box.fill(text)
  await page
    .getByText(text ? /Search Results|No products found/ : 'Search Products')
    .filter({ visible: true })
    .first()
    .waitFor()
}
/** Answers the question of an email's link, and waits for the shop's message. */
const answer = (name: string | RegExp) => async (page: Page) => {
  await press(page, name)
  await page.getByRole('banner').getByRole('status').getByRole('paragraph').first().waitFor()
}
const openFilter = async (page: Page) => {
  if ((page.viewportSize()?.width ?? 0) < 1024) await press(page, /^Filter/)
}

/** Fills a wishlist of several screens. */
async function wishForMany(page: Page) {
  const { products } = (await (await page.request.get('/api/products?limit=16')).json()) as {
    products: { id: string }[]
  }
  for (const { id } of products)
    await page.request.post('/wishlist', { headers: FROM_HERE, form: { add: id } })
  await openLive(page, '/wishlist')
}

/** Simulates a page of products that the server could not read: it is null in the server's data. */
async function loseWishlist(page: Page) {
  await page.route('**/wishlist.data*', async (route) => {
    const response = await route.fetch()
    // The data is one array: an object holds the indexes of its names and values, and -5 stands for null (turbo-stream
    // 2).
    const values = JSON.parse(await response.text()) as (object | string | number)[]
    const name = `_${values.indexOf('page')}`
    for (const one of values)
      if (typeof one === 'object' && Object.hasOwn(one, name)) Object.assign(one, { [name]: -5 })
    await route.fulfill({ response, body: `${JSON.stringify(values)}\n` })
  })
  await page
    .getByRole('link', { name: /^Wishlist/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByText('Error loading wishlist.').waitFor()
}

/** Buys a gift voucher and pays for it. */
async function buyVoucher(page: Page) {
  const voucher = randomUUID()
  const who = { name: 'Mary Phiri', email: 'mary@example.com', phone: '0991234567' }
  const form = { intent: 'buy', voucher, amount: '25000', ...who }
  const asked = { headers: FROM_HERE, form, maxRedirects: 0 }
  const bought = await page.request.post('/gift-voucher', asked)
  const { pathname } = new URL(bought.headers()['location'] ?? '', FROM_HERE.origin)
  await payFor(page.request, pathname)
  await openLive(page, `/gift-voucher?of=${voucher}`)
  await page.getByRole('heading', { name: 'Thank you! It is paid' }).waitFor()
}

/** An account whose address nobody has confirmed yet. */
async function openAnAccount(page: Page) {
  const main = page.getByRole('main')
  await main.getByLabel('Full Name').fill('Chisomo Banda')
  await main
    .getByLabel('Email', { exact: true })
    .fill(`new-${randomUUID().slice(0, 8)}@example.com`)
  await main.getByLabel('Password', { exact: true }).fill('moyo wabwino')
  await press(page, 'Create Account')
  await page.getByRole('heading', { level: 1, name: 'Check Your Email' }).waitFor()
}

/** Invites somebody to the staff and opens the link. */
async function openInvitation(page: Page) {
  const email = `invited-${randomUUID().slice(0, 8)}@example.com`
  const staff = await openStaff()
  const form = { intent: 'invite', email, role: 'cashier' }
  await staff.post('/admin/staff', { headers: FROM_HERE, form, maxRedirects: 0 })
  const path = await newestLink(staff, email, /\/invitation\?token=[\w-]+/)
  await staff.dispose()
  await openLive(page, path)
  await page.getByRole('button', { name: 'Accept the invitation' }).waitFor()
}

const VISITORS: Omit<Screen, 'as'>[] = [
  { route: '/', state: 'home', path: '/', isQuick: true },
  { route: '/', state: 'home as a list', path: '/?view=list' },
  {
    route: '/',
    state: 'the menu open',
    path: '/',
    open: async (page) => isPhone(page) && page.locator('summary[aria-label=Menu]').click(),
  },
  { route: '/', state: 'search before a word', path: '/', open: (page) => search(page, '') },
  { route: '/', state: 'search with hits', path: '/', open: (page) => search(page, 'dress') },
  { route: '/', state: 'search without hits', path: '/', open: (page) => search(page, 'zzzzqq') },
  { route: '/auth', state: 'sign in', path: '/auth', isQuick: true },
  { route: '/auth', state: 'create account', path: '/auth?mode=sign-up' },
  { route: '/auth', state: 'reset password', path: '/auth?mode=reset' },
  {
    route: '/auth',
    state: 'where the email went',
    path: '/auth?mode=sign-up',
    open: openAnAccount,
  },
  { route: '/invitation', state: 'a dead link', path: '/invitation?token=x' },
  { route: '/invitation', state: 'a living link', path: '/about-us', open: openInvitation },
  { route: '/gift-voucher', state: 'paid', path: '/about-us', open: buyVoucher },
  { route: '/gift-voucher', state: 'the form', path: '/gift-voucher' },
  {
    route: '/gift-voucher',
    state: 'what its form lacks',
    path: '/gift-voucher',
    open: async (page) => {
      await page.locator('form:has([name=amount])').evaluate((form) => {
        if (form instanceof HTMLFormElement) form.noValidate = true
      })
      await press(page, 'Go to payment')
      await page.locator('[aria-invalid]').first().waitFor()
    },
  },
  { route: '/product/:slug', state: 'sizes and colors', path: DRESS, isQuick: true },
  { route: '/product/:slug', state: 'no choice', path: '/product/canvas-tote-bag' },
  {
    route: '/product/:slug',
    state: 'sold out, with the waitlist',
    path: '/product/sold-out-scarf',
  },
  {
    route: '/product/:slug',
    state: 'to pre-order',
    path: ({ preorder }) => `/product/${preorder.slug}`,
  },
  {
    route: '/product/:slug',
    state: 'reviewed by a customer',
    path: ({ reviewed }) => `/product/${reviewed}`,
  },
  {
    route: '/product/:slug',
    state: 'the size guide open',
    path: DRESS,
    open: async (page) => {
      await press(page, /^Size guide/, 'link')
      await page.getByRole('dialog', { name: 'Size guide' }).waitFor()
    },
  },
  {
    route: '/product/:slug',
    state: 'asked for what is not chosen',
    path: DRESS,
    open: (page) => press(page, 'Add to Cart'),
  },
  {
    route: '/product/:slug',
    state: 'asked to sign in',
    path: '/product/canvas-tote-bag',
    open: async (page) => {
      await press(page, 'Add to Cart')
      await page.getByRole('link', { name: /^Sign in to add it/ }).waitFor()
    },
  },
  {
    route: '/product/:slug',
    state: 'a picture on the full screen',
    path: DRESS,
    open: async (page) => {
      await press(page, /full screen/i)
      await page.getByRole('dialog').waitFor()
    },
  },
  { route: '/category/:slug', state: 'a category', path: '/category/dresses', isQuick: true },
  { route: '/category/:slug', state: 'as a list', path: '/category/bags?view=list' },
  {
    route: '/category/:slug',
    state: 'the filter open',
    path: '/category/dresses',
    open: openFilter,
  },
  { route: '/category/:slug', state: 'nothing found', path: '/category/dresses?search=zzzzqq' },
  { route: '/products', state: 'all', path: '/products' },
  { route: '/products', state: 'narrowed', path: '/products?search=dress&on_sale=true' },
  { route: '/products', state: 'nothing found', path: '/products?search=zzzzqq' },
  { route: '/products', state: 'the filter open', path: '/products', open: openFilter },
  { route: '/cart', state: 'of a visitor', path: '/cart' },
  { route: '/checkout/failed', state: 'failed', path: '/checkout/failed' },
  { route: '/about-us', state: 'text', path: '/about-us' },
  { route: '/size-guide', state: 'tables', path: '/size-guide' },
  { route: '/returns-policy', state: 'text', path: '/returns-policy' },
  { route: '/student-discount', state: 'text', path: '/student-discount' },
  { route: '/privacypolicy', state: 'text', path: '/privacypolicy' },
  { route: '/termsofservice', state: 'text', path: '/termsofservice' },
  { route: '/track-order', state: 'the form', path: '/track-order' },
  { route: '/newsletter', state: 'the form', path: '/newsletter' },
  { route: '/newsletter', state: 'confirm', path: ({ newsletter }) => newsletter },
  { route: '/newsletter', state: 'leave', path: ({ leaving }) => leaving },
  {
    route: '/newsletter',
    state: 'a link that opens nothing',
    path: '/newsletter?confirm=x',
    open: answer('Yes, write to me'),
  },
  { route: '/waitlist', state: 'confirm', path: ({ waiting }) => waiting },
  {
    route: '/waitlist',
    state: 'leave',
    path: ({ waiting }) => `/waitlist?leave=${waiting.split('=').at(-1)}`,
  },
  {
    route: '/waitlist',
    state: 'a link that opens nothing',
    path: '/waitlist?leave=x',
    open: answer(/^Yes/),
  },
  { route: '/reviews/emails', state: 'leave', path: '/reviews/emails?leave=x' },
  {
    route: '/reviews/emails',
    state: 'a link that opens nothing',
    path: '/reviews/emails?leave=x',
    open: answer('Yes, do not ask me'),
  },
  { route: '/reviews/new', state: 'the code of a receipt', path: '/reviews/new' },
  { route: '/orders/:orderNumber', state: 'by its link', path: ({ orderLink }) => orderLink },
  { route: '/orders/:orderNumber', state: 'unknown', path: '/orders/FSC-2026-000001' },
  { route: '/handover/:orderNumber', state: 'a parcel', path: ({ riderLink }) => riderLink },
  {
    route: '/handover/:orderNumber',
    state: 'a wrong code',
    path: ({ riderLink }) => riderLink,
    open: async (page) => {
      await page.getByLabel('The customer’s four figures').fill('12')
      await press(page, 'Hand over')
      await page.getByRole('alert').waitFor()
    },
  },
  { route: '/handover/:orderNumber', state: 'unknown', path: '/handover/FSC-2026-000001' },
  { route: '/dev/mail', state: 'the emails', path: '/dev/mail' },
  { route: '/404', state: 'not found', path: '/404' },
  { route: '/*', state: 'not found', path: '/no-such-page', isQuick: true },
]

const CUSTOMERS: Omit<Screen, 'as'>[] = [
  { route: '/cart', state: 'filled, with a pre-order', path: '/cart' },
  {
    route: '/cart',
    state: 'about to be cleared',
    path: '/cart',
    open: (page) => page.getByText('Clear cart').click(),
  },
  { route: '/checkout', state: 'empty, with a pre-order', path: '/checkout' },
  {
    route: '/checkout',
    state: 'refused',
    path: '/checkout',
    open: async (page) => {
      await page.getByRole('radio', { name: /Bike/ }).check()
      await page.getByLabel('Phone').fill('12')
      await press(page, /^Pay$/)
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    route: '/checkout/success',
    state: 'paid',
    path: ({ paid }) => `/checkout/success?order=${paid}`,
  },
  {
    route: '/checkout/success',
    state: 'waits for the payment',
    path: ({ unpaid }) => `/checkout/success?order=${unpaid}`,
  },
  { route: '/orders', state: 'in every state', path: '/orders' },
  { route: '/orders/:orderNumber', state: 'paid', path: ({ paid }) => `/orders/${paid}` },
  {
    route: '/orders/:orderNumber',
    state: 'shipped with a waybill and a message',
    path: ({ shipped }) => `/orders/${shipped}`,
  },
  {
    route: '/orders/:orderNumber',
    state: 'paid, with a pre-order',
    path: ({ preordered }) => `/orders/${preordered}`,
  },
  {
    route: '/orders/:orderNumber',
    state: 'waits for the payment',
    path: ({ unpaid }) => `/orders/${unpaid}`,
  },
  {
    route: '/orders/:orderNumber',
    state: 'a return without a piece',
    path: '/orders',
    async open(page) {
      await page.goto(`/orders/${await openDeliveredOrder(page.request)}`)
      await page.getByText('Ask to send something back').click()
      await page.getByLabel('Send it back').uncheck()
      await page.getByLabel('What is wrong?').selectOption('faulty')
      await press(page, 'Ask to send it back')
      await page.getByRole('alert').waitFor()
    },
  },
  {
    route: '/orders/:orderNumber/invoice',
    state: 'paid',
    path: ({ paid }) => `/orders/${paid}/invoice`,
  },
  { route: '/wishlist', state: 'empty', path: '/wishlist' },
  { route: '/wishlist', state: 'not read', path: '/cart', open: loseWishlist },
  { route: '/account', state: 'of a customer', path: '/account' },
  { route: '/reviews/new', state: 'what was bought', path: '/reviews/new' },
  {
    route: '/reviews/new/:slug',
    state: 'written',
    path: ({ reviewed }) => `/reviews/new/${reviewed}`,
  },
  { route: '/sandbox/pay/:reference', state: 'waits', path: ({ paymentPath }) => paymentPath },
]

const LATECOMERS: Omit<Screen, 'as'>[] = [
  { route: '/cart', state: 'with what is sold out since', path: '/cart' },
  { route: '/wishlist', state: 'long', path: '/wishlist', open: wishForMany },
  {
    route: '/wishlist',
    state: 'long, the filter open',
    path: '/wishlist',
    async open(page) {
      await wishForMany(page)
      await openFilter(page)
    },
  },
  {
    route: '/wishlist',
    state: 'narrowed to nothing',
    path: '/wishlist',
    async open(page) {
      await wishForMany(page)
      await openLive(page, '/wishlist?name=zzzzqq&in_stock=1')
      await page.getByText('No products found.').waitFor()
    },
  },
]

export const SHOPPERS_SCREENS: Screen[] = [
  ...VISITORS.map((one) => ({ ...one, as: 'visitor' as const })),
  ...CUSTOMERS.map((one) => ({ ...one, as: 'customer' as const })),
  ...LATECOMERS.map((one) => ({ ...one, as: 'latecomer' as const })),
]
