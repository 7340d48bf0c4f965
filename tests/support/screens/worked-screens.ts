import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, request as requests } from '@playwright/test'
import { FROM_HERE, placeOrder, signInAs } from '../browse.ts'
import { findTote, openDeliveredOrder, payFor } from '../connections/cut-shop.ts'
import { openLive } from '../open-live.ts'
import { zip } from '../storage/zip.ts'
import { film } from './film.ts'
import { press, type Screen } from './screen.ts'

// Records that staff are in the middle of: a return on its way, a payout that has not arrived, a delivery in parts.

type State = Omit<Screen, 'as' | 'route'>

const waitFor = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().waitFor()
async function sendForm(request: APIRequestContext, path: string, form: Record<string, string>) {
  const sent = await request.post(path, { headers: FROM_HERE, form, maxRedirects: 0 })
  expect(sent.status(), await sent.text()).toBe(302)
}
/** Acts as somebody else, in a separate browser. */
async function inBrowser<T>(work: (request: APIRequestContext) => Promise<T>): Promise<T> {
  const request = await requests.newContext({ baseURL: FROM_HERE.origin })
  try {
    return await work(request)
  } finally {
    await request.dispose()
  }
}
const orderAt = (number: string, part: string) => `/admin/orders?order=${number}&part=${part}`

/** A return that its customer requested, moved by these buttons. */
const aReturn =
  (...acts: (readonly [act: string, next: string])[]) =>
  async (page: Page) => {
    const number = await inBrowser(async (buyer) => {
      const order = await openDeliveredOrder(buyer)
      const own = `/orders/${order}`
      const [, units = ''] = /name="(units:[^"]+)"/.exec(await (await buyer.get(own)).text()) ?? []
      const asked = { intent: 'return', return: randomUUID(), reason: 'faulty', [units]: '1' }
      await sendForm(buyer, own, asked)
      return order
    })
    await openLive(page, orderAt(number, 'returns'))
    await waitFor(page, 'Agree')
    for (const [act, next] of acts) {
      await press(page, act)
      await waitFor(page, next)
    }
  }
const AGREED = ['Agree', 'It has arrived'] as const
const ARRIVED = ['It has arrived', 'Note what came'] as const
const INSPECTED = ['Note what came', 'Settle the return'] as const

const aPaidOrder = () =>
  inBrowser(async (buyer) => {
    const { order_number, checkout_url } = await placeOrder(buyer, await findTote(buyer))
    await payFor(buyer, new URL(checkout_url).pathname)
    return order_number
  })

/** Requests a refund of an order by its form. */
async function aRefund(page: Page, way: Record<string, string>) {
  const path = orderAt(await aPaidOrder(), 'money')
  const html = await (await page.request.get(path)).text()
  const form = html.split('<form').find((one) => one.includes('name="what"')) ?? ''
  const refund = randomUUID()
  const valueOf = (name: string) =>
    new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1] ?? ''
  await sendForm(page.request, '/admin/orders', {
    intent: 'refund',
    order: valueOf('order'),
    version: valueOf('version'),
    refund,
    what: 'amount',
    amount: '1000',
    reason: 'faulty',
    ...way,
  })
  return { path, refund }
}
/** A super_admin's refund to a wallet that is not the payer's, approved by a second person and sent. */
async function anAgreedRefund(page: Page, phone: string) {
  const { path, refund } = await aRefund(page, toWallet(phone))
  await inBrowser(async (second) => {
    await signInAs({ request: second }, 'admin@zovala.test')
    await sendForm(second, '/admin/orders', { intent: 'refund-approve', refund, version: '1' })
  })
  await openLive(page, path)
  await press(page, /^Send it now/)
}
/** Numbers of the test provider: a payout to one stays under way, to the other it fails. */
const toWallet = (phone: string) => ({ way: 'wallet', operator: 'airtel', phone })

const IN_ORDERS: State[] = [
  { state: 'a return that is asked for', path: '/admin', open: aReturn() },
  { state: 'a return that is agreed to', path: '/admin', open: aReturn(AGREED) },
  { state: 'a return that has arrived', path: '/admin', open: aReturn(AGREED, ARRIVED) },
  {
    state: 'a return that was inspected',
    path: '/admin',
    async open(page) {
      await aReturn(AGREED, ARRIVED, INSPECTED)(page)
      await page.getByLabel('Money for what came back').selectOption('bank')
    },
  },
  {
    state: 'money that is to be sent',
    path: '/admin',
    async open(page) {
      const { path } = await aRefund(page, { way: 'bank' })
      await openLive(page, path)
      await waitFor(page, /^I have sent it/)
    },
  },
  {
    state: 'money that somebody else has to agree to',
    path: '/admin',
    async open(page) {
      const { path } = await aRefund(page, toWallet('0990000002'))
      await openLive(page, path)
      await page.getByText('Somebody else of the staff has to agree').waitFor()
    },
  },
  {
    state: 'money that is on its way',
    path: '/admin',
    async open(page) {
      await anAgreedRefund(page, '0990000002')
      await waitFor(page, /^Ask the provider/)
    },
  },
  {
    state: 'money that did not arrive',
    path: '/admin',
    async open(page) {
      await anAgreedRefund(page, '0990000001')
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('button', { name: /^Try it again/ })).toBeVisible()
      }).toPass()
    },
  },
  {
    state: 'a status that is asked about',
    path: '/admin',
    async open(page) {
      await openLive(page, orderAt(await aPaidOrder(), 'order'))
      await press(page, 'Shipped')
      await waitFor(page, 'Set to Shipped')
    },
  },
  {
    state: 'a status that can be undone',
    path: '/admin',
    async open(page) {
      await openLive(page, orderAt(await aPaidOrder(), 'order'))
      await press(page, 'Shipped')
      await press(page, 'Set to Shipped')
      await waitFor(page, 'Undo')
    },
  },
]

async function chooseTote(page: Page, after: string) {
  await page.getByLabel('Scan, or search by name').fill('Canvas Tote Bag')
  await press(page, 'Find')
  await press(page, 'Add Canvas Tote Bag')
  await page
    .getByLabel(new RegExp(`^${after} Canvas Tote Bag`))
    .first()
    .waitFor()
}
async function aDelivery(page: Page, units: string) {
  await press(page, 'New delivery')
  await chooseTote(page, 'Units of')
  await page.getByLabel(/^Units of Canvas Tote Bag/).fill(units)
}
async function expectDelivery(page: Page) {
  await aDelivery(page, '5')
  await press(page, 'Mark as expected')
  await page.getByText('Expected', { exact: true }).first().waitFor()
}
async function book(page: Page) {
  await press(page, 'Book into stock')
  await page.getByRole('heading', { name: 'Booked into stock' }).waitFor()
}
const IN_DELIVERIES: State[] = [
  { state: 'expected', path: '/admin/deliveries', open: expectDelivery },
  {
    state: 'partly received',
    path: '/admin/deliveries',
    async open(page) {
      await expectDelivery(page)
      await page.getByLabel(/^Units of Canvas Tote Bag/).fill('2')
      await book(page)
    },
  },
  {
    state: 'booked',
    path: '/admin/deliveries',
    async open(page) {
      await aDelivery(page, '3')
      await book(page)
    },
  },
]

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IN_IMPORTS: State[] = [
  {
    state: 'a zip that is checked',
    path: '/admin/import',
    async open(page) {
      const picture = Buffer.from(PIXEL, 'base64')
      const buffer = zip([
        { name: 'canvas-tote-bag_9.png', bytes: picture },
        { name: 'nobody-has-this.png', bytes: picture },
      ])
      const file = { name: 'pictures.zip', mimeType: 'application/zip', buffer }
      await page.getByLabel('Zip file').setInputFiles(file)
      await press(page, 'Check the pictures')
      await page.getByText('nobody-has-this.png').first().waitFor()
    },
  },
  {
    state: 'a file that was brought in',
    path: '/admin/import?kind=customers',
    async open(page) {
      const buffer = Buffer.from(`Name,Email\nChisomo,in-${randomUUID()}@example.com\n`)
      const file = { name: 'customers.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await press(page, 'Check the file')
      await press(page, 'Import 1 customer')
      await page.getByText(/1 added, 0 changed/).waitFor()
    },
  },
]

const IN_PRODUCTS: State[] = [
  {
    state: 'the camera',
    path: '/admin/products',
    async open(page) {
      await page.evaluate(film, { labels: [] })
      await press(page, 'Scan with the camera')
      await page.getByRole('dialog').locator('video').waitFor()
    },
  },
]

const IN_STAFF: State[] = [
  {
    state: 'with an invitation',
    path: '/admin/staff',
    async open(page) {
      await page
        .getByLabel('Email of the new member of staff')
        .fill(`thokozani.${randomUUID().slice(0, 8)}@example.com`)
      await press(page, 'Invite')
      await page
        .getByRole('button', { name: /^Withdraw the invitation/ })
        .first()
        .waitFor()
    },
  },
]

export const WORKED_SCREENS: Omit<Screen, 'as'>[] = Object.entries({
  '/admin/orders': IN_ORDERS,
  '/admin/orders/new': [
    {
      state: 'with a product',
      path: '/admin/orders/new',
      open: (page: Page) => chooseTote(page, 'Units of'),
    },
  ],
  '/admin/deliveries/:deliveryId': IN_DELIVERIES,
  '/admin/import/:importId': IN_IMPORTS,
  '/admin/products': IN_PRODUCTS,
  '/admin/staff': IN_STAFF,
}).flatMap(([route, states]) => states.map((state: State) => ({ route, ...state })))
