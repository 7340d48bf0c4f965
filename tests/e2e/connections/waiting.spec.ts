import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE, openAccount } from '../../support/browse.ts'
import { again, loseFirstTry, lost, openReady, test } from '../../support/connections/cut.ts'
import { enter, press } from '../../support/connections/cut-rows.ts'
import { buyerAt, cartAt, findTote } from '../../support/connections/cut-shop.ts'
import { waitUntilLive } from '../../support/open-live.ts'
import type { TestConnection } from '../../support/till/till-connection.ts'

const SHIRT = '/product/classic-white-shirt'
const waits = (page: Page) =>
  page.getByRole('region', { name: 'Waiting for the connection' }).getByRole('listitem')
const counter = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const choose = (page: Page, size: string) =>
  page.getByRole('radio', { name: size, exact: true }).check({ force: true })
const add = press(/^Add to Cart$/)

type Cut = { page: Page; connection: TestConnection; request: APIRequestContext }
/** The cart of a customer with a tote in it, opened while connected. */
async function openCart({ page, request }: Cut) {
  const { path } = await cartAt('/cart')(request)
  await enter(page, request)
  await openReady(page, path)
}
/** Does an act without a connection, and expects it to wait. */
async function doWithout({ page, connection }: Cut, act: () => Promise<unknown>, waiting: RegExp) {
  connection.state = 'down'
  const tried = loseFirstTry(page)
  await act()
  await expect(waits(page)).toHaveText([waiting])
  return tried
}
async function sendNow({ page, connection }: Cut) {
  connection.state = 'up'
  await press('Send now')(page)
}
// Waiting acts are also retried every 20 seconds: such a retry between two presses would leave nothing to press.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const start = window.setInterval
    Object.assign(window, {
      setInterval: (act: TimerHandler, ms?: number) => (ms === 20_000 ? 0 : start(act, ms)),
    })
  }),
)

test('a cart line and a wish added without a connection wait, can be cancelled, and count once each', {
  tag: '@phone',
}, async ({ page, connection, request }) => {
  await openAccount(request)
  await enter(page, request)
  await openReady(page, SHIRT)
  connection.state = 'down'
  await choose(page, 'M')
  await add(page)
  await expect(waits(page)).toHaveText([/^Add to cart: 1 × Classic White Shirt, .*M/])
  await choose(page, 'L')
  await add(page)
  await expect(waits(page)).toHaveCount(2)
  await press(/^Add Classic White Shirt to wishlist$/)(page)
  await expect(waits(page)).toHaveText([
    /Classic White Shirt, .*M/,
    /Classic White Shirt, .*L/,
    /^Add to wishlist: Classic White Shirt/,
  ])
  // Pressing again undoes it: the later act replaces the earlier one.
  await press(/^Add Classic White Shirt to wishlist$/)(page)
  await expect(waits(page)).toHaveCount(3)
  await press(/^Cancel ?: .*Shirt, .*M/)(page)
  await expect(waits(page)).toHaveCount(2)
  // The shop receives the first act, and its answer is lost: it is resent.
  connection.state = 'cut-after-post'
  await press('Send now')(page)
  await expect.poll(() => connection.state).toBe('down')
  await expect(waits(page)).toHaveCount(2)
  connection.state = 'up'
  await again(page).click()
  await expect(waits(page)).toHaveCount(0)
  await expect(counter(page, 'Cart, 1 item')).toBeVisible()
  await expect(counter(page, 'Wishlist, 1 item')).toBeVisible()
  await expect(lost(page)).toHaveCount(0)
})

test('a cart line that is raised or removed without a connection waits for it', {
  tag: '@phone',
}, async ({ page, connection, request }) => {
  const cut = { page, connection, request }
  await openCart(cut)
  const more = () => press('One Canvas Tote Bag more')(page)
  await doWithout(cut, more, /^Change to 2: Canvas Tote Bag/)
  await sendNow(cut)
  await expect(waits(page)).toHaveCount(0)
  await expect(counter(page, 'Cart, 2 items')).toBeVisible()
  const remove = () => press('Remove Canvas Tote Bag')(page)
  await doWithout(cut, remove, /^Remove from cart: Canvas Tote Bag/)
  await sendNow(cut)
  await expect(waits(page)).toHaveCount(0)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('clearing a cart without a connection waits, replaces changes of its lines, and keeps lines that are added meanwhile', {
  tag: '@phone',
}, async ({ page, connection, request }) => {
  const cut = { page, connection, request }
  await openCart(cut)
  const clear = async () => {
    await press('One Canvas Tote Bag more')(page)
    await expect(waits(page)).toHaveText([/^Change to 2/])
    await page.getByText('Clear cart', { exact: true }).click()
    await press('Yes, clear it')(page)
  }
  await doWithout(cut, clear, /^Clear cart: 1 item/)
  await expect(page.getByLabel('Quantity of Canvas Tote Bag')).toHaveValue('1')
  // Another device adds one more.
  const [variant] = (await findTote(request)).variants
  const more = { intent: 'add', item: `${variant?.id}.1` }
  await request.post('/cart', { headers: FROM_HERE, form: more })
  await sendNow(cut)
  await expect(waits(page)).toHaveCount(0)
  await expect(counter(page, 'Cart, 2 items')).toBeVisible()
  await doWithout(cut, () => press('Yes, clear it')(page), /^Clear cart: 2 items/)
  await sendNow(cut)
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

test('a waiting act is sent by another page of the shop that is opened later, which shows a refusal', {
  tag: '@phone',
}, async ({ page, context, connection, request }) => {
  await openAccount(request)
  await enter(page, request)
  await openReady(page, SHIRT)
  await choose(page, 'L')
  connection.state = 'down'
  await add(page)
  await expect(waits(page)).toHaveCount(1)
  await page.evaluate(() => {
    const [act] = JSON.parse(localStorage.getItem('zovala:waiting') ?? '[]') as {
      name: string
      fields: [string, string][]
    }[]
    const many = act?.fields.map(([name, value]) => [name, name === 'quantity' ? '999' : value])
    localStorage.setItem(
      'zovala:waiting',
      JSON.stringify([act, { ...act, name: 'many', fields: many }]),
    )
  })
  await page.close()
  connection.state = 'up'
  const later = await context.newPage()
  await later.goto('/wishlist')
  await waitUntilLive(later)
  await expect(counter(later, 'Cart, 1 item')).toBeVisible()
  await expect(later.getByRole('region', { name: 'Not done' }).getByRole('listitem')).toContainText(
    ['Only'],
  )
  await press(/^Dismiss ?: /)(later)
  await expect(later.getByRole('region', { name: 'Not done' })).toHaveCount(0)
  expect(await later.evaluate(() => localStorage.getItem('zovala:waiting'))).toBe('[]')
})

test('a waiting act whose owner was signed out meanwhile is refused by nothing: it is sent once they sign in, and counts once', {
  tag: '@phone',
}, async ({ page, context, connection, request }) => {
  await openAccount(request)
  await enter(page, request)
  await openReady(page, SHIRT)
  await choose(page, 'L')
  const cut = { page, connection, request }
  await doWithout(cut, () => add(page), /^Add to cart: 1 × Classic White Shirt/)
  await context.clearCookies()
  await sendNow(cut)
  await expect(page.getByText('What waits on this device is sent then.')).toBeVisible()
  await expect(waits(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Not done' })).toHaveCount(0)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('zovala.wanted')
  await enter(page, request)
  await page.goto('/wishlist')
  await expect(counter(page, 'Cart, 1 item')).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('zovala:waiting'))).toBe('[]')
})

test('a silent connection is given up after a time: the page stays, and the navigation can be retried', {
  tag: '@phone',
}, async ({ page, connection, request }) => {
  const { path } = await buyerAt(SHIRT)(request)
  await enter(page, request)
  await page.clock.install()
  await openReady(page, path)
  connection.state = 'silent'
  const asked = page.waitForRequest(/\/cart\.data/)
  await counter(page, 'Cart').click()
  await asked
  await page.clock.fastForward(26_000)
  await expect(lost(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(SHIRT)
  connection.state = 'up'
  await again(page).click()
  await expect(page.getByRole('heading', { name: 'Shopping Cart' })).toBeVisible()
})
