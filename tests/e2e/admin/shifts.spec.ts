import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { FROM_HERE } from '../../support/browse.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function signIn(page: Page, email: string, path: string) {
  await page.goto(`/auth?then=${encodeURIComponent(path)}`)
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('zovala-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
async function checkAccess(page: Page) {
  // Waits for transitions, because a button between two colors has a color outside the design.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
  await expectNoViolations(page)
}
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
/** Checks light and dark colors, a width of 320 px, and text twice as large. */
async function checkScreen(page: Page) {
  // axe checks a long page six times.
  test.slow()
  await checkAccess(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await checkAccess(page)
  await page.emulateMedia({ colorScheme: 'light' })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await overflowOf(page)).toBe(0)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  if (before) await page.setViewportSize(before)
}

type SoldProduct = {
  id: string
  name: string
  sku: string
  price: number
  variants: { id: string }[]
}

/** A new till that uploads its events as its screen does. */
async function openTill(request: APIRequestContext) {
  const deviceId = randomUUID()
  const name = `Counter ${deviceId.slice(0, 8)}`
  const answer = await request.post('/admin/pos/tills', {
    headers: FROM_HERE,
    data: { name, deviceId },
  })
  const { till } = (await answer.json()) as { till: { id: string } }
  const start = await request.get('/admin/pos/start', { headers: { 'X-Till-Device': deviceId } })
  const { person } = (await start.json()) as { person: { id: string } }
  const items = (await (await request.get('/api/products/canvas-tote-bag')).json()) as SoldProduct
  const shiftId = randomUUID()
  const made = () => ({ id: randomUUID(), cashierId: person.id, at: new Date().toISOString() })
  const send = async (...events: object[]) => {
    const answer = await request.post('/admin/pos/upload', {
      headers: FROM_HERE,
      data: { deviceId, things: events },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    const { received } = (await answer.json()) as {
      received: { number: string; reviewReasons: string[] }[]
    }
    expect(received).toHaveLength(events.length)
    return received
  }
  return {
    name,
    openShift: () =>
      send({ ...made(), id: shiftId, kind: 'shift-opened', tillId: till.id, float: 10_000 }),
    moveCash: (amount: number, reason: string) =>
      send({ ...made(), kind: 'cash-moved', shiftId, amount, reason }),
    closeShift: (counted: Record<string, number>) =>
      send({ ...made(), kind: 'shift-closed', shiftId, counted, note: null }),
    /** Sells one bag by a price list that the till never had: the sale goes under review. */
    async sell() {
      const [sale] = await send({
        ...made(),
        kind: 'sale',
        shiftId,
        tillId: till.id,
        number: null,
        pricesAsOf: '2020-01-01T00:00:00Z',
        lines: [
          {
            id: randomUUID(),
            productId: items.id,
            variantId: items.variants[0]?.id,
            name: items.name,
            sku: items.sku,
            size: null,
            color: null,
            quantity: 1,
            unitPrice: items.price,
            discount: 0,
          },
        ],
        discount: 0,
        approval: null,
        customerName: null,
        customerPhone: null,
        notes: null,
        subtotal: items.price,
        totalAmount: items.price,
        cashGiven: items.price,
      })
      return { number: sale?.number ?? '', price: items.price }
    },
  }
}
const kwacha = (amount: number) => `MK\u00a0${amount.toLocaleString('en-US')}`

test('a shift is followed as it happens, from its opening to its Z report', {
  tag: '@mostly-phone',
}, async ({ page }) => {
  const stream = page.waitForResponse('**/events')
  await signIn(page, 'admin@zovala.test', '/admin/shifts')
  await expect(heading(page, 'Shifts')).toBeVisible()
  await stream
  await page.evaluate(() => (document.body.dataset['seen'] = 'yes'))

  const till = await openTill(page.request)
  await till.openShift()
  const row = page.getByRole('row').filter({ hasText: till.name })
  await expect(row).toContainText('Open')
  await till.moveCash(-1500, 'Taxi for a parcel')
  const { price } = await till.sell()
  await till.closeShift({ 5000: 1, 500: 7 })
  await expect(row).toContainText('Closed')
  const expected = 10_000 - 1500 + price
  await expect(row).toContainText(`${kwacha(expected - 8500)} short`)
  await expect(page.locator('body')).toHaveAttribute('data-seen', 'yes')

  await row.getByRole('link', { name: till.name }).click()
  const panel = region(page, till.name)
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(panel.getByText('Taxi for a parcel')).toBeVisible()
  await expect(panel.getByText(kwacha(expected)).first()).toBeVisible()

  const opened = page.waitForEvent('popup')
  await panel.getByRole('link', { name: 'Z report' }).click()
  const paper = await opened
  await expect(heading(paper, 'Z report')).toBeVisible()
  await expect(paper.getByText(`7 × ${kwacha(500)}`)).toBeVisible()
  await paper.close()

  await panel.getByRole('link', { name: 'Sales in this shift' }).click()
  await expect(page.getByText('Sales of one shift only.')).toBeVisible()
  await expect(page.getByRole('table').getByRole('link', { name: /^POS-/ })).toHaveCount(1)
})

test('the list of shifts, a shift’s details and its paper are accessible, in light and dark colors @phone @long', async ({
  page,
}) => {
  await signIn(page, 'admin@zovala.test', '/admin/shifts')
  await expect(heading(page, 'Shifts')).toBeVisible()
  const till = await openTill(page.request)
  await till.openShift()
  await till.moveCash(-1500, 'Taxi for a parcel')
  await till.sell()
  await till.closeShift({ 5000: 1, 500: 7 })
  const link = page.getByRole('link', { name: till.name })
  await expect(page.getByRole('row').filter({ hasText: till.name })).toContainText('Closed')
  await checkScreen(page)
  await link.click()
  const panel = region(page, till.name)
  await expect(panel).toBeVisible()
  await checkScreen(page)
  const paper = await panel.getByRole('link', { name: 'Z report' }).getAttribute('href')
  await page.goto(paper ?? '')
  await expect(heading(page, 'Z report')).toBeVisible()
  await checkScreen(page)
})

test('a sale under review is at the top until somebody handles it; a second person is refused', {
  tag: '@mostly-desk',
}, async ({ page, context }) => {
  await signIn(page, 'admin@zovala.test', '/admin/pos-sales')
  await expect(heading(page, 'Orders Management')).toBeVisible()
  const till = await openTill(page.request)
  await till.openShift()
  const { number } = await till.sell()
  // While an open till is silent, the web shop reserves safety stock, which other tests could not buy.
  await till.closeShift({})
  // Nobody handles the review of their own sale.
  await page.goto(`/admin/pos-sales?sale=${number}`)
  await expect(region(page, number).getByText('Done…')).toHaveCount(0)
  await context.clearCookies()
  await signIn(page, 'super@zovala.test', '/admin/pos-sales')
  await expect(heading(page, 'Orders Management')).toBeVisible()
  const size = page.viewportSize()
  // The narrowest desktop with a menu at the side.
  await page.setViewportSize({ width: 1024, height: 740 })
  await page.goto('/admin/pos-sales')
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  if (size) await page.setViewportSize(size)
  await page.goto(`/admin/pos-sales?sale=${number}`)
  const panel = region(page, number)
  await expect(panel.getByText('A price is none that this till had been told.')).toBeVisible()
  await expect(panel.getByText(till.name)).toBeVisible()
  await checkScreen(page)

  const other = await context.newPage()
  await other.goto(`/admin/pos-sales?sale=${number}`)
  const done = async (on: Page, note: string) => {
    await region(on, number).getByText('Done…').click()
    await region(on, number).getByLabel('What you found and did').fill(note)
    await region(on, number).getByRole('button', { name: 'Done' }).click()
  }
  // The second person opened the page before the first was done, and gets no events meanwhile.
  await other.route('**/events', (route) => route.abort())
  await other.reload()
  await done(page, 'The label was old')
  await expect(page.getByText('Your note is kept with it.')).toBeVisible()
  await expect(panel.getByText('Seen to')).toBeVisible()
  await expect(panel.getByText('The label was old')).toBeVisible()
  await done(other, 'Me too')
  await expect(other.getByText('Somebody else has seen to it meanwhile.')).toBeVisible()
  await other.close()
})

test('the dashboard shows the tills of today as they open and close @desk', {
  tag: '@long',
}, async ({ page }) => {
  const stream = page.waitForResponse('**/events')
  await signIn(page, 'admin@zovala.test', '/admin')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await stream
  const till = await openTill(page.request)
  await till.openShift()
  const row = region(page, 'Tills today').getByRole('link', { name: till.name })
  await expect(row).toContainText('Open')
  await till.closeShift({ 5000: 2 })
  await expect(row).toContainText('Exact')
  await checkScreen(page)
})

test('a cashier sees no shifts', { tag: '@mostly-desk' }, async ({ page }) => {
  await signIn(page, 'cashier@zovala.test', '/admin/shifts')
  await expect(
    page.getByText('You are not authorized to access the admin dashboard.'),
  ).toBeVisible()
  expect((await page.request.get('/admin/shifts.csv')).status()).toBe(403)
})
