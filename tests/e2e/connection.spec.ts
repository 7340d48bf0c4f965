import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { FROM_HERE, newPhone, openAccount } from '../support/browse.ts'
import { again, loseFirstTry, lost, openReady, test } from '../support/connections/cut.ts'
import {
  both,
  enter,
  holds,
  press,
  type Row,
  shows,
  tryRows,
  type as typeIn,
} from '../support/connections/cut-rows.ts'
import {
  buyerAt,
  cartAt,
  findTote,
  lineCount,
  openStaff,
  orderAt,
  ordersAre,
} from '../support/connections/cut-shop.ts'
import { unfold } from '../support/screens/checks.ts'

const CUTS = {
  'before the shop has it': 'down',
  'before its answer': 'cut-after-post',
  'within its answer': 'cut-within-answer',
} as const

const cart = (page: Page, count: string) =>
  page.getByRole('link', { name: `Cart, ${count}`, exact: true })

for (const [when, state] of Object.entries(CUTS))
  test(`Add to Cart, the connection cut ${when}: the choice stays, and the second try counts once`, {
    tag: '@phone',
  }, async ({ page, connection, request }) => {
    await openAccount(request)
    await enter(page, request)
    await openReady(page, '/product/classic-white-shirt')
    const size = page.getByRole('radio', { name: 'L', exact: true })
    await size.check({ force: true })
    connection.state = state
    const tried = loseFirstTry(page)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(lost(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Classic White Shirt' })).toBeVisible()
    await expect(size).toBeChecked()
    await tried
    connection.state = 'up'
    await again(page).click()
    await expect(page.getByText('Added to cart')).toBeVisible()
    await expect(cart(page, '1 item')).toBeVisible()
    // A second press adds another one.
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(cart(page, '2 items')).toBeVisible()
  })

const plot = () => `Plot ${randomUUID().slice(0, 8)}`
async function fillAddress(page: Page) {
  await typeIn('First name', 'Chisomo')(page)
  await typeIn('Last name', 'Banda')(page)
  await typeIn('Phone', newPhone())(page)
  await typeIn('Address', plot())(page)
  await typeIn('City', 'Zomba')(page)
  await page.getByLabel('District').selectOption('Zomba')
}
async function saveAddress(page: Page) {
  await fillAddress(page)
  await press('Save address now')(page)
  await shows('Your address has been saved successfully.')(page)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}
/** Staff issue a code, which the customer types. */
async function fillCredit(page: Page) {
  const staff = await openStaff()
  const form = {
    intent: 'issue',
    credit: randomUUID(),
    kind: 'goodwill',
    amount: '2000',
    email: '',
    reason: 'Lost parcel',
  }
  const issued = await staff.post('/admin/credit', { headers: FROM_HERE, form })
  const [code = ''] = /[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await issued.text()) ?? []
  await staff.dispose()
  await unfold(page, 'Gift voucher or store credit')
  await typeIn('Voucher or credit', code)(page)
  await typeIn('City', 'Zomba')(page)
}
const addresses = (page: Page) => page.locator('#addresses').getByRole('listitem')

// Cart, checkout and payment. Every act has its row or its reason (tests/connection-rows.test.ts). In addition, Fail on
// the test payment page stands for a provider's own page: pressed twice, it fails twice.
const ROWS: Row[] = [
  {
    name: 'a heart',
    act: '/wishlist add',
    isOften: true,
    prepare: buyerAt('/products?search=Canvas+Tote'),
    send: press('Add Canvas Tote Bag to wishlist'),
    done: shows(/Added to wishlist|Already in wishlist/),
  },
  {
    name: 'one more of a line in the cart',
    act: '/cart set-quantity',
    prepare: cartAt('/cart'),
    send: press('One Canvas Tote Bag more'),
    kept: holds('Quantity of Canvas Tote Bag', '1'),
    done: holds('Quantity of Canvas Tote Bag', '2'),
  },
  {
    name: 'a line out of the cart',
    act: '/cart remove',
    prepare: cartAt('/cart'),
    send: press('Remove Canvas Tote Bag'),
    kept: shows('Canvas Tote Bag'),
    done: both(
      shows('Item has been removed from your cart'),
      shows('Your cart is empty'),
      lineCount(0),
    ),
  },
  {
    name: 'what is put back into the cart',
    act: '/cart add',
    prepare: async (request) => {
      await openAccount(request)
      const [variant] = (await findTote(request)).variants
      return { path: `/cart?put-back=${variant?.id}.1&request=${randomUUID()}` }
    },
    send: press('Put it back'),
    done: both((page) => expect(cart(page, '1 item')).toBeVisible(), lineCount(1)),
  },
  {
    name: 'the whole cart',
    act: '/cart clear',
    prepare: cartAt('/cart'),
    fill: (page) => page.getByText('Clear cart').click(),
    send: press('Yes, clear it'),
    kept: shows('Canvas Tote Bag'),
    done: both(shows('Your cart is empty'), lineCount(0)),
  },
  {
    name: 'a code at the checkout',
    act: '/checkout apply-code',
    isOften: true,
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await unfold(page, 'Discount code')
      await typeIn('Code', 'WELCOME10')(page)
      await typeIn('City', 'Zomba')(page)
    },
    send: press(/^Apply/),
    kept: holds('City', 'Zomba'),
    retry: press(/^Apply/),
    done: shows('Discount code "WELCOME10" has been applied successfully.'),
  },
  {
    name: 'a code that is taken back',
    act: '/checkout remove-code',
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await unfold(page, 'Discount code')
      await typeIn('Code', 'WELCOME10')(page)
      await press(/^Apply/)(page)
      await shows('has been applied successfully.')(page)
    },
    send: press(/^Remove discount code/),
    kept: shows('WELCOME10'),
    retry: press(/^Remove discount code/),
    done: (page) => expect(page.getByLabel('Code')).toHaveValue(''),
  },
  {
    name: 'store credit at the checkout',
    act: '/checkout apply-credit',
    prepare: cartAt('/checkout'),
    fill: fillCredit,
    send: press('Use it'),
    kept: holds('City', 'Zomba'),
    retry: press('Use it'),
    done: both(shows('Store credit applied'), shows(/all that is on it/)),
  },
  {
    name: 'store credit that is taken back',
    act: '/checkout remove-credit',
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await fillCredit(page)
      await press('Use it')(page)
      await shows('Store credit applied')(page)
    },
    send: press(/^Remove store credit/),
    kept: shows(/all that is on it/),
    retry: press(/^Remove store credit/),
    done: (page) => expect(page.getByLabel('Voucher or credit')).toHaveValue(''),
  },
  {
    name: 'an address at the checkout',
    act: '/checkout save-address',
    prepare: cartAt('/checkout'),
    fill: fillAddress,
    send: press('Save address now'),
    kept: holds('City', 'Zomba'),
    retry: press('Save address now'),
    done: both(shows('Your address has been saved successfully.'), (page) =>
      expect(addresses(page)).toHaveCount(1),
    ),
  },
  {
    name: 'another default address',
    act: '/checkout default-address',
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await saveAddress(page)
      await saveAddress(page)
      await expect(addresses(page)).toHaveCount(2)
    },
    send: press(/^Make default/),
    retry: press(/^Make default/),
    done: shows('Default address changed'),
  },
  {
    name: 'an address that goes',
    act: '/checkout remove-address',
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await saveAddress(page)
      await expect(addresses(page)).toHaveCount(1)
    },
    send: (page) =>
      addresses(page)
        .getByRole('button', { name: /^Remove/ })
        .click(),
    kept: (page) => expect(addresses(page)).toHaveCount(1),
    retry: (page) =>
      addresses(page)
        .getByRole('button', { name: /^Remove/ })
        .click(),
    done: both(shows('Address removed'), (page) => expect(addresses(page)).toHaveCount(0)),
  },
  {
    name: 'an order',
    act: '/checkout pay',
    isOften: true,
    prepare: cartAt('/checkout'),
    fill: async (page) => {
      await fillAddress(page)
      await page.getByRole('radio', { name: /Bike/ }).check()
    },
    send: press('Pay'),
    kept: holds('City', 'Zomba'),
    retry: press('Pay'),
    done: both(shows('This is a test payment.'), ordersAre('pending')),
  },
  {
    name: 'an order that is paid later',
    act: '/checkout pay-order',
    prepare: orderAt(() => '/orders'),
    send: press(/^Pay now/),
    kept: shows('Cancel order'),
    done: both(shows('This is a test payment.'), ordersAre('pending')),
  },
  {
    name: 'an order that is called off',
    act: '/checkout cancel-order',
    prepare: orderAt(() => '/cart'),
    send: press(/^Cancel order/),
    kept: shows('is waiting for payment'),
    done: both(shows('Order cancelled'), ordersAre('cancelled')),
  },
  {
    name: 'a message that something is wrong',
    act: '/orders/:orderNumber message',
    prepare: orderAt((order) => `/orders/${order}`),
    fill: async (page) => {
      await page.getByText('Write to us about this order').click()
      await page.getByLabel('What is it about?').selectOption('payment')
      await typeIn('Your message', 'I have paid twice')(page)
    },
    send: press('Send message'),
    kept: holds('Your message', 'I have paid twice'),
    done: both(shows('Your message has reached us'), async (page) => {
      await expect(page.getByText('I have paid twice')).toHaveCount(1)
    }),
  },
  {
    name: 'a question about a payment',
    act: '/checkout/success',
    prepare: orderAt((order) => `/checkout/success?order=${order}`),
    send: press('I have paid: check now'),
    kept: shows('Validating your order...'),
    done: async (page) => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(lost(page)).toHaveCount(0)
      await shows('Validating your order...')(page)
    },
  },
  {
    name: 'a test payment',
    act: '/sandbox/pay/:reference',
    prepare: orderAt((_order, payPath) => payPath),
    send: press('Pay'),
    done: both(shows('Thank you for your purchase!'), ordersAre('processing')),
  },
  {
    name: 'a test payment that is cancelled',
    act: '/sandbox/pay/:reference',
    prepare: orderAt((_order, payPath) => payPath),
    send: press('Cancel'),
    done: both(shows('Your cart and what you typed are kept.'), ordersAre('cancelled')),
  },
]

tryRows(ROWS, '@phone')

for (const { name, prepare, fill, send, kept, done } of ROWS.filter(({ name }) =>
  /^an order( that is paid later)?$/.test(name),
))
  test(`when the connection breaks on the way to the payment page, the page keeps ${name}`, {
    tag: '@phone',
  }, async ({ page, connection, request }) => {
    const { path } = await prepare(request)
    await enter(page, request)
    await openReady(page, path)
    await fill?.(page)
    connection.state = 'cut-after-answer'
    await send(page)
    await expect(lost(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await kept?.(page)
    connection.state = 'up'
    await again(page).click()
    await done(page, request)
  })

test('when only the script of the next screen is lost, its form is sent again automatically, and counts once', {
  tag: '@phone',
}, async ({ page, request }) => {
  await openAccount(request)
  await enter(page, request)
  await openReady(page, '/products?search=Canvas+Tote')
  const script = await page.evaluate(() => {
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name
    const { routes } = window.__reactRouterManifest
    return Object.values(routes).find(({ id }) => id.endsWith('catalogue/wishlist'))?.module
  })
  expect(script).toBeDefined()
  const isScript = (url: URL) => url.pathname === script
  await page.route(isScript, (route) => route.abort())
  await press('Add Canvas Tote Bag to wishlist')(page)
  await shows(/Added to wishlist|Already in wishlist/)(page)
  expect(new URL(page.url()).pathname).toBe('/products')
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible()
})
