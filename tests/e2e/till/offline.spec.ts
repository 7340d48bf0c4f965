import { randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type { TillCatalogue } from '../../../app/rules/till/till-events.ts'
import { FROM_HERE } from '../../support/browse.ts'
import { paid, pick, sell, TillDevice, takeCash } from '../../support/till/till-device.ts'

// The specification's full counts take a quarter of an hour: `npm run test:long`.
const isFull = process.env['TILL_FULL'] === '1'
const MANY_SALES = isFull ? 200 : 8
const MANY_KILLS = isFull ? 50 : 2
const CUTS_AT_PAY = isFull ? 100 : 2
const SELLER = 'super@zovala.test'

const test = base.extend<{ device: TillDevice; page: Page; shop: APIRequestContext }>({
  device: async ({ baseURL }, use) => {
    const device = await TillDevice.open(String(baseURL))
    await use(device)
    await device.close()
  },
  // The device's first page, at a till with its own name.
  page: async ({ device }, use) => {
    await use(await device.setUp(SELLER, `Counter ${randomUUID().slice(0, 6)}`))
  },
  /** The shop as its owner sees it, over a connection that is never cut. */
  shop: async ({ playwright, baseURL }, use) => {
    const shop = await playwright.request.newContext({ baseURL: String(baseURL) })
    await shop.post('/api/auth/sign-in/email', {
      headers: FROM_HERE,
      data: { email: SELLER, password: 'zovala-demo' },
    })
    await use(shop)
    await shop.dispose()
  },
})
// One after the other, because they count the same stock.
test.describe.configure({ mode: 'default', timeout: 120_000 })

/** How many times the shop has each of these sales. */
async function timesSold(shop: APIRequestContext, numbers: (string | null)[]) {
  const rows = (await (await shop.get('/admin/pos-sales.csv')).text()).split('\n')
  return numbers.map((number) => rows.filter((row) => number && row.includes(number)).length)
}

/** The number of each sale: from the till's reserve of numbers, or from the server once it was sent. */
const numbersOf = async (device: TillDevice, page: Page) =>
  (await device.sales(page)).map(({ thing, received }) =>
    thing.kind === 'sale' ? (received?.number ?? thing.number) : null,
  )

async function listTillCatalogue(shop: APIRequestContext, deviceId: string) {
  const headers = { 'X-Till-Device': deviceId }
  const catalogue = (await (
    await shop.get('/admin/pos/goods', { headers })
  ).json()) as TillCatalogue
  const plain = catalogue.products.filter(
    ({ variants, isTracked }) => isTracked && variants.length === 1,
  )
  return { ledger: catalogue.ledger, plain }
}

/**
 * The full counts sell more than the sample shop has in stock; the till gets the new stock before its connection is
 * cut.
 */
async function fillStock(shop: APIRequestContext, deviceId: string, page: Page) {
  const { ledger, plain } = await listTillCatalogue(shop, deviceId)
  for (const { id, variants } of plain) {
    const answer = await shop.post('/admin/stock', {
      headers: FROM_HERE,
      form: {
        intent: 'receive',
        product: id,
        version: String(ledger),
        [`units:${variants[0]?.id}`]: '60',
      },
    })
    expect(answer.ok()).toBe(true)
  }
  const { name, variants } = plain.at(-1) ?? { name: '', variants: [] }
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill(name)
  await expect(
    page
      .getByRole('list', { name: 'Found' })
      .getByText(`${(variants[0]?.onHand ?? 0) + 60} on hand`),
  ).toBeVisible({ timeout: 40_000 })
  await search.fill('')
}

/** Products in one size and color, the largest stock first, without those that other tests buy. */
async function plainProducts(shop: APIRequestContext, deviceId: string) {
  const { plain } = await listTillCatalogue(shop, deviceId)
  return plain
    .map(({ name, variants }) => ({ name, onHand: variants[0]?.onHand ?? 0 }))
    .toSorted((a, b) => b.onHand - a.onHand || (a.name < b.name ? -1 : 1))
    .filter(({ name }) => !/^(Canvas Tote Bag|Last Pair Sandals)$/.test(name))
    .slice(3)
}

const onlyUnsent = (device: TillDevice, page: Page) =>
  expect.poll(async () => (await device.unsent(page)).length, { timeout: 60_000 })

test('a sale made offline survives a power cut and is uploaded once', async ({
  device,
  page,
  shop,
}) => {
  const deviceId = await device.name(page)
  const [product] = await plainProducts(shop, deviceId)
  const name = product?.name ?? ''
  await device.connection.cut()
  await sell(page, name)
  const numbers = await numbersOf(device, page)
  expect(numbers[0]).toMatch(/^POS-\d{4}-\d{6}$/)
  await device.kill()

  const after = await device.start()
  await device.goToTill(after)
  await device.unlock(after)
  expect(await numbersOf(device, after)).toEqual(numbers)
  device.connection.state = 'up'
  await onlyUnsent(device, after).toBe(0)
  expect(await timesSold(shop, numbers)).toEqual([1])
  const now = (await plainProducts(shop, deviceId)).find((one) => one.name === name)
  expect(now?.onHand).toBe((product?.onHand ?? 0) - 1)
})

/** The builds whose files are cached on this device. */
const buildsOf = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => /^zovala-till-(?!pictures)/.test(name)),
  )
const seenPictures = (page: Page) =>
  page
    .getByRole('list', { name: 'Found' })
    .locator('img')
    .evaluateAll((pictures) =>
      (pictures as HTMLImageElement[])
        .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        .map(({ src }) => src),
    )

test('a PIN opens the till after a night without power and network, with its catalogue and the catalogue’s age @long', async ({
  device,
  page,
  shop,
}) => {
  const [product] = await plainProducts(shop, await device.name(page))
  const name = product?.name ?? ''
  const [before] = await buildsOf(page)
  await expect.poll(async () => (await seenPictures(page)).length).toBeGreaterThan(0)
  const [picture] = await seenPictures(page)

  // The shop is rebuilt while the till is open: it continues, and has cached the new build for its next start.
  device.connection.isNewBuild = true
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/admin/pos')
      await registration?.update()
      return Boolean(registration?.waiting)
    })
  await expect.poll(isWaiting).toBe(true)
  expect(await buildsOf(page)).toEqual([before, 'zovala-till-next-build'])
  await sell(page, name)
  await device.kill()
  await device.connection.cut()
  expect(page.isClosed()).toBe(true)

  const morning = await device.start()
  await device.goToTill(morning)
  await expect(morning.getByRole('heading', { name: 'The till is locked' })).toBeVisible()
  await expect(morning.getByText(name)).toHaveCount(0)
  await device.unlock(morning)
  await expect.poll(() => buildsOf(morning)).toEqual(['zovala-till-next-build'])
  await expect(morning.getByRole('button', { name: /^Offline/ })).toContainText('Prices seen')
  await expect.poll(() => seenPictures(morning)).toContain(picture)
  await pick(morning, name)
})

test('two tabs send at once, and each sale arrives once', { tag: '@long' }, async ({
  device,
  page,
  shop,
}) => {
  const deviceId = await device.name(page)
  const [product] = await plainProducts(shop, deviceId)
  const other = await page.context().newPage()
  await device.goToTill(other)
  await expect(other.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  await device.connection.cut()
  for (const tab of [page, other, page, other]) await sell(tab, product?.name ?? '')
  const numbers = await numbersOf(device, page)
  expect(new Set(numbers).size).toBe(4)

  device.connection.uploads.length = 0
  device.connection.state = 'up'
  await Promise.all(
    [page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('online')))),
  )
  await onlyUnsent(device, page).toBe(0)
  await onlyUnsent(device, other).toBe(0)
  expect(device.connection.uploads.flat()).toHaveLength(4)
  expect(await timesSold(shop, numbers)).toEqual([1, 1, 1, 1])
})

test('a sale whose connection is cut during the answer is sent again and recorded once', {
  tag: '@long',
}, async ({ device, page, shop }) => {
  const deviceId = await device.name(page)
  const [product] = await plainProducts(shop, deviceId)
  device.connection.uploads.length = 0
  device.connection.state = 'answers-lost'
  await sell(page, product?.name ?? '')
  await expect.poll(() => device.connection.answersLost).toBeGreaterThan(0)
  expect(await device.unsent(page)).toHaveLength(1)
  device.connection.state = 'up'
  await onlyUnsent(device, page).toBe(0)
  expect(device.connection.uploads.length).toBeGreaterThan(1)
  expect(await timesSold(shop, await numbersOf(device, page))).toEqual([1])
})

test('links out of a till keep its screen without a network, with a message @long', async ({
  device,
  page,
}) => {
  await device.connection.cut()
  for (const way of ['Exit POS', 'Admin']) {
    await page.getByRole('link', { name: way, exact: true }).click()
    await expect(page.getByText('No connection')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('No connection')).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\/pos$/)
  }
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  device.connection.state = 'up'
  await page.getByRole('link', { name: 'Exit POS' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('nobody can sign out in the shop or the back office while this device has an unsent sale @long', async ({
  device,
  page,
  shop,
}) => {
  const [product] = await plainProducts(shop, await device.name(page))
  device.connection.state = 'answers-lost'
  await sell(page, product?.name ?? '')
  await expect.poll(() => device.connection.answersLost).toBeGreaterThan(0)
  const tab = await page.context().newPage()
  const base = new URL(page.url()).origin
  for (const path of ['/size-guide', '/admin/products']) {
    await tab.goto(base + path)
    await tab.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
    await expect(tab.getByText('Not everything is sent')).toBeVisible()
    await expect(tab).toHaveURL(base + path)
  }
  await tab.getByRole('link', { name: 'Open the till' }).click()
  await expect(tab).toHaveURL(`${base}/admin/pos`)
  device.connection.state = 'up'
  await onlyUnsent(device, page).toBe(0)
  await tab.goto(`${base}/admin/products`)
  await tab.getByRole('button', { name: 'Sign Out' }).filter({ visible: true }).click()
  await expect(tab.getByText("You've been successfully signed out.")).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
})

test(`${MANY_SALES} sales in two tabs, ${MANY_KILLS} power cuts, an unstable connection: all arrive once @long`, async ({
  device,
  page: first,
  shop,
}) => {
  test.setTimeout(isFull ? 3_600_000 : 300_000)
  const deviceId = await device.name(first)
  if (isFull) await fillStock(shop, deviceId, first)
  const before = await plainProducts(shop, deviceId)
  const left = before.map(({ name, onHand }) => ({ name, onHand }))
  const sold = new Map<string, number>()
  let tabs = [first, await first.context().newPage()]
  await device.goToTill(tabs[1] as Page)
  await device.connection.cut()
  const killAt = Math.max(1, Math.floor(MANY_SALES / MANY_KILLS))
  for (let sale = 0; sale < MANY_SALES; sale++) {
    const [most] = left.toSorted((a, b) => b.onHand - a.onHand)
    if (!most) throw new Error('nothing to sell')
    await sell(tabs[sale % 2] as Page, most.name)
    most.onHand -= 1
    sold.set(most.name, (sold.get(most.name) ?? 0) + 1)
    // The connection returns for a moment, and breaks in the middle of an upload.
    if (sale % 5 === 2) {
      device.connection.state = Math.random() < 0.5 ? 'answers-lost' : 'up'
      await (tabs[0] as Page).evaluate(() => window.dispatchEvent(new Event('online')))
      if (Math.random() < 0.5)
        await expect.poll(() => device.connection.uploads.length).toBeGreaterThan(0)
      await device.connection.cut()
    }
    if (sale % killAt === killAt - 1) {
      await device.kill()
      const page = await device.start()
      await device.goToTill(page)
      await device.unlock(page)
      const second = await page.context().newPage()
      await device.goToTill(second)
      await expect(second.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
      tabs = [page, second]
    }
  }
  const [page] = tabs as [Page]
  const ids = (await device.sales(page)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(MANY_SALES)
  device.connection.state = 'up'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await onlyUnsent(device, page).toBe(0)
  // A till that is offline for long runs out of numbers and continues to sell: such a sale gets its number when it is
  // sent.
  const numbers = await numbersOf(device, page)
  expect(new Set(numbers).size).toBe(MANY_SALES)
  expect(await timesSold(shop, numbers)).toEqual(numbers.map(() => 1))
  const after = new Map(
    (await plainProducts(shop, deviceId)).map(({ name, onHand }) => [name, onHand]),
  )
  for (const { name, onHand } of before)
    expect(after.get(name), name).toBe(onHand - (sold.get(name) ?? 0))
})

test(`${CUTS_AT_PAY} power cuts between the pay button and the receipt: every sale shown as Paid is recorded, none twice @long`, async ({
  device,
  page: first,
  shop,
}) => {
  test.setTimeout(isFull ? 3_600_000 : 300_000)
  const deviceId = await device.name(first)
  if (isFull) await fillStock(shop, deviceId, first)
  const catalogue = await plainProducts(shop, deviceId)
  await device.connection.cut()
  let page = first
  let known = 0
  for (let cut = 0; cut < CUTS_AT_PAY; cut++) {
    const name = catalogue[cut % catalogue.length]?.name ?? ''
    if ((await page.getByRole('region', { name: 'Cart' }).getByText(name).count()) === 0)
      await pick(page, name)
    const pay = await takeCash(page)
    let wasPaid = false
    const seen = paid(page)
      .waitFor({ timeout: 5_000 })
      .then(
        () => (wasPaid = true),
        () => {},
      )
    await pay.click()
    // At any moment in that time: from before the write until after the confirmation.
    const moment = (cut * 7) % 60
    await Promise.race([seen, new Promise((done) => setTimeout(done, moment))])
    const promised = wasPaid
    await device.kill()
    page = await device.start()
    await device.goToTill(page)
    await device.unlock(page)
    const now = (await device.sales(page)).length
    expect(now - known, `cut ${cut}, after ${moment} ms`).toBeLessThanOrEqual(1)
    if (promised) expect(now, `cut ${cut}: it said Paid`).toBe(known + 1)
    // Items that were not sold are still in the basket.
    if (now === known) await expect(page.getByRole('region', { name: 'Cart' })).toContainText(name)
    else await expect(page.getByRole('region', { name: 'Cart' })).not.toContainText(name)
    known = now
  }
  device.connection.state = 'up'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await onlyUnsent(device, page).toBe(0)
  const numbers = await numbersOf(device, page)
  expect(await timesSold(shop, numbers)).toEqual(numbers.map(() => 1))
})
