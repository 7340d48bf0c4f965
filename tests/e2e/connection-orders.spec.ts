import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { reviewEmailsToken } from '../../app/modules/accounts/review-emails.ts'
import { FROM_HERE, newestLink, openAccount, placeOrder } from '../support/browse.ts'
import {
  both,
  field,
  holds,
  press,
  type Row,
  shows,
  tryRows,
  type as typeIn,
} from '../support/connections/cut-rows.ts'
import {
  cartOf,
  findTote,
  lineCount,
  makeRiderLink,
  openDeliveredOrder,
  openOrderOnItsWay,
  openStaff,
  orderAt,
  ordersAre,
} from '../support/connections/cut-shop.ts'

const onItsWay = (path: (order: string) => string) => async (request: APIRequestContext) => ({
  path: path(await openOrderOnItsWay(request)),
})
const pageOf = (order: string) => `/orders/${order}`
/** A delivered order of which something is returned. */
const bringOrder = async (request: APIRequestContext) => ({
  path: pageOf(await openDeliveredOrder(request)),
})
async function askForReturn(request: APIRequestContext) {
  const { path } = await bringOrder(request)
  const [, units = ''] = /name="(units:[^"]+)"/.exec(await (await request.get(path)).text()) ?? []
  const form = { intent: 'return', return: randomUUID(), reason: 'faulty', [units]: '1' }
  const asked = await request.post(path, { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(asked.status(), await asked.text()).toBe(302)
  return { path }
}
const keeps = (count: number) => (page: Page) =>
  expect(page.getByRole('button', { name: 'I keep it' })).toHaveCount(count)
const REVIEW = '/reviews/new/canvas-tote-bag'
const words = `Carries all that I bought ${randomUUID().slice(0, 8)}`
const chooseStars = (page: Page) => page.getByLabel('5 of 5: I love it').check({ force: true })

/** One piece in the cart that somebody else has bought meanwhile. */
async function saveForLater(request: APIRequestContext) {
  const staff = await openStaff()
  const sku = `LATER-${randomUUID().slice(0, 8)}`
  const form = {
    name: `Last piece ${sku}`,
    price: '20000',
    sku,
    status: 'active',
    track_inventory: 'on',
    inventory_quantity: '1',
  }
  await staff.post('/admin/add-product', { headers: FROM_HERE, form, maxRedirects: 0 })
  const { products } = (await (await staff.get(`/api/products?search=${sku}`)).json()) as {
    products: { id: string; price: number }[]
  }
  const [product = { id: '', price: 0 }] = products
  await openAccount(request)
  await cartOf(request, product.id)
  await placeOrder(staff, { ...product, variants: [] })
  await staff.dispose()
  return { path: '/cart' }
}

const VOUCHER_WORDS = {
  'Amount (MK)': '25000',
  'Your name': 'Mary Phiri',
  'Your email': 'mary@example.com',
  'Your phone number': '0991 234 567',
}
/** A gift voucher that waits for its payment. */
async function buyVoucher(request: APIRequestContext) {
  const voucher = randomUUID()
  const who = { name: 'Mary Phiri', email: 'mary@example.com', phone: '0991234567' }
  const form = { intent: 'buy', voucher, amount: '25000', ...who }
  const bought = await request.post('/gift-voucher', { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(bought.headers()['location']).toContain('/sandbox/pay/')
  return { path: `/gift-voucher?of=${voucher}` }
}

// An order's own page, gift vouchers, reviews, and saved items.
const ROWS: Row[] = [
  {
    name: 'what is to be sent back',
    act: '/orders/:orderNumber return',
    prepare: bringOrder,
    fill: async (page) => {
      await page.getByText('Ask to send something back').click()
      await page.getByLabel('What is wrong?').selectOption('faulty')
    },
    send: press('Ask to send it back'),
    kept: (page) => expect(page.getByLabel('What is wrong?')).toHaveValue('faulty'),
    done: both(shows('We have your request'), keeps(1)),
  },
  {
    name: 'what is not sent back after all',
    act: '/orders/:orderNumber return-cancel',
    prepare: askForReturn,
    send: press('I keep it'),
    kept: keeps(1),
    done: both(shows('You keep it'), keeps(0)),
  },
  {
    name: 'what is saved for later',
    act: '/cart save-for-later',
    prepare: saveForLater,
    send: press(/^Save for later/),
    kept: shows(/^Last piece/),
    done: both(shows('Saved for later'), lineCount(0)),
  },
  {
    name: 'a heart that is taken back',
    act: '/wishlist remove',
    async prepare(request) {
      await openAccount(request)
      const form = { add: (await findTote(request)).id }
      await request.post('/wishlist', { headers: FROM_HERE, form, maxRedirects: 0 })
      return { path: '/wishlist' }
    },
    send: press('Remove Canvas Tote Bag from wishlist'),
    done: both(shows('Removed from wishlist'), shows('No items in your wishlist.')),
  },
  {
    name: 'an order that is paid from its own page',
    act: '/orders/:orderNumber pay',
    prepare: orderAt(pageOf),
    send: press('Pay now'),
    kept: shows(/^Waiting for payment of/),
    done: both(shows('This is a test payment.'), ordersAre('pending')),
  },
  {
    name: 'an order that is given up on its own page',
    act: '/orders/:orderNumber cancel',
    prepare: orderAt(pageOf),
    send: press('Cancel order'),
    kept: shows(/^Waiting for payment of/),
    done: both(shows('Order cancelled'), ordersAre('cancelled')),
  },
  {
    name: 'a gift voucher that is bought',
    act: '/gift-voucher buy',
    prepare: () => ({ path: '/gift-voucher' }),
    async fill(page) {
      for (const [label, text] of Object.entries(VOUCHER_WORDS)) await typeIn(label, text)(page)
    },
    send: press('Go to payment'),
    kept: holds('Your name', 'Mary Phiri'),
    done: shows('This is a test payment.'),
  },
  {
    name: 'the way to the payment of a gift voucher',
    act: '/gift-voucher pay',
    prepare: buyVoucher,
    send: press('Go to the payment page'),
    kept: shows('Waiting for your payment'),
    done: shows('This is a test payment.'),
  },
  {
    name: 'an order that is placed again',
    act: '/orders/:orderNumber again',
    prepare: onItsWay(pageOf),
    send: press('Order again'),
    done: both(shows('Added to your cart'), lineCount(1), async (page) => {
      await holds('Quantity of Canvas Tote Bag', '1')(page)
    }),
  },
  {
    name: 'a new link of an order',
    act: '/orders/:orderNumber new-link',
    prepare: orderAt(pageOf),
    fill: (page) => page.getByText('Follow this order on another phone').click(),
    send: press(/^Make a new link/),
    done: shows('A new link is made'),
  },
  {
    name: 'a parcel that a rider hands over',
    act: '/handover/:orderNumber',
    async prepare(request) {
      const order = await openOrderOnItsWay(request)
      const page = await (await request.get(pageOf(order))).text()
      releaseCode = /Release code<\/dt><dd[^>]*>(\d{4})</.exec(page)?.[1] ?? ''
      const staff = await openStaff()
      const path = await makeRiderLink(staff, order)
      await staff.dispose()
      return { path }
    },
    fill: (page) => field(page, 'The customer’s four figures').fill(releaseCode),
    send: press('Hand over'),
    kept: (page) => holds('The customer’s four figures', releaseCode)(page),
    done: both(shows('Handed over'), ordersAre('delivered')),
  },
  {
    name: 'a link of an order by email',
    act: '/track-order send-link',
    isOften: true,
    async prepare(request) {
      const { order_number } = await placeOrder(request, await findTote(request))
      const session = await (await request.get('/api/auth/get-session')).json()
      tracked = { order: order_number, email: session.user.email }
      await request.post('/api/auth/sign-out', { headers: FROM_HERE, data: {} })
      return { path: '/track-order' }
    },
    async fill(page) {
      await typeIn('Order Number', tracked.order)(page)
      await typeIn('Email', tracked.email)(page)
      await press('Track Order')(page)
    },
    send: press('Email me the link'),
    kept: (page) => shows(tracked.order)(page),
    done: both(shows('The link is on its way'), async (_page, request) => {
      expect(await newestLink(request, tracked.email, /\/orders\/[^"]*key=[\w-]+/)).toContain(
        tracked.order,
      )
    }),
  },
  {
    name: 'the code of a receipt',
    act: '/reviews/new',
    prepare: () => ({ path: '/reviews/new' }),
    fill: typeIn('Code of your receipt', '0000-0000-0000'),
    send: press('Find my receipt'),
    kept: holds('Code of your receipt', '0000-0000-0000'),
    done: shows('We do not know this code'),
  },
  {
    name: 'a review with its photo',
    act: '/reviews/new/:slug',
    isOften: true,
    prepare: onItsWay(() => REVIEW),
    async fill(page) {
      await chooseStars(page)
      await field(page, 'What should others know?').fill(words)
      const create = { width: 300, height: 400, channels: 3 as const, background: '#a00' }
      const buffer = await sharp({ create }).jpeg().toBuffer()
      const photo = { name: 'worn.jpg', mimeType: 'image/jpeg', buffer }
      await page.getByLabel('Choose photos').setInputFiles(photo)
    },
    send: press('Send your review'),
    kept: (page) => holds('What should others know?', words)(page),
    done: both(shows('Thank you for your review!'), async (page) => {
      await expect(page.getByText(words)).toHaveCount(1)
    }),
  },
  {
    name: 'a review that its writer deletes',
    act: '/reviews/new/:slug delete',
    async prepare(request) {
      await openOrderOnItsWay(request)
      const multipart = { stars: '4', words: 'Not for long', writer: 'Chisomo' }
      await request.post(REVIEW, { headers: FROM_HERE, multipart, maxRedirects: 0 })
      return { path: REVIEW }
    },
    fill: (page) => page.getByText('Delete your review…').click(),
    send: press('Yes, delete it'),
    done: shows('Your review is deleted'),
  },
  {
    name: 'a no to emails that ask for reviews',
    act: '/reviews/emails leave',
    async prepare(request) {
      await openAccount(request)
      const { user } = await (await request.get('/api/auth/get-session')).json()
      const sessionSecret = readFileSync('.cache/e2e-data/session-secret', 'utf8').trim()
      const token = reviewEmailsToken({ sessionSecret }, user.id)
      return { path: `/reviews/emails?${new URLSearchParams({ leave: token })}` }
    },
    send: press('Yes, do not ask me'),
    done: shows('We will not ask you for a review again.'),
  },
]
let tracked = { order: '', email: '' }
let releaseCode = ''

tryRows(ROWS, '@phone')
