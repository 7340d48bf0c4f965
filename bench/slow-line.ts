import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import type pg from 'pg'
import { CHEAP_PHONE, countBytes } from '../tests/support/screens/count-bytes.ts'
import { goToPaid } from '../tests/support/screens/way-to-paid.ts'

const BROWSER = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'
const SLOW_LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
/** Of everybody, then of who has bought: `ORDER` is the order's number, `PAID` the page after the payment. */
const PAGES = [
  '/',
  '/products',
  '/products?search=dress',
  '/category/dresses',
  '/product/chitenje-wrap-dress',
  '/size-guide',
  '/returns-policy',
  '/privacypolicy',
  '/termsofservice',
  '/about-us',
  '/student-discount',
  '/track-order',
  '/newsletter',
  '/reviews/new',
  '/auth',
  '/cart',
  '/checkout',
  '/wishlist',
  '/orders',
  '/orders/ORDER',
  'PAID',
  '/account',
]

export type SlowLine = {
  /** Bytes that each step of the way from home to a paid order fetched. */
  steps: { name: string; bytes: number }[]
  /** Of the checkout of a new customer on that phone, in its pixels. */
  checkoutHeight: number
  /** Milliseconds until each page's largest part is painted, with nothing of the shop in the browser yet. */
  paints: { path: string; paint: number }[]
}

/** Null without a Chromium. */
export const openBrowser = async () =>
  existsSync(BROWSER)
    ? chromium.launch({
        executablePath: BROWSER,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--disable-background-networking',
        ],
      })
    : null

/** A new visitor on a cheap phone at 400 kbit/s and 400 ms; null without a Chromium. */
export async function measureSlowLine(origin: string, pool: pg.Pool): Promise<SlowLine | null> {
  const browser = await openBrowser()
  if (!browser) return null
  try {
    const buyer = await browser.newContext(CHEAP_PHONE)
    const page = await buyer.newPage()
    const { total, session } = await countBytes(page)
    const steps: SlowLine['steps'] = []
    let before = 0
    let checkoutHeight = 0
    const step = async (name: string) => {
      steps.push({ name, bytes: total() - before })
      before = total()
      if (name !== 'checkout') return
      checkoutHeight = await page.evaluate(() => document.documentElement.scrollHeight)
    }
    await page.goto(origin, { waitUntil: 'networkidle' })
    await step('home')
    await goToPaid(page, { ...(await addCustomer(pool, 'first-visit@example.com')), step })
    const paid = page.url()
    // For the pages of a cart and a checkout.
    await page.goto(`${origin}/product/chitenje-wrap-dress`)
    for (const name of ['size', 'color'])
      await page.locator(`main [name=${name}]:not(:disabled)`).first().check({ force: true })
    await page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().tap()
    await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    await session.detach()
    const state = await buyer.storageState()
    const order = new URL(paid).searchParams.get('order') ?? ''
    const paints: SlowLine['paints'] = []
    for (const path of PAGES) {
      const url = path === 'PAID' ? paid : origin + path.replace('ORDER', order)
      paints.push({
        path,
        paint: await paintOf(browser, { ...CHEAP_PHONE, storageState: state }, url),
      })
    }
    return { steps, checkoutHeight, paints }
  } finally {
    await browser.close()
  }
}

async function paintOf(browser: Browser, options: BrowserContextOptions, url: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(() => {
    const seen = window as unknown as { paint: number }
    seen.paint = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.paint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  const paint = await page.evaluate(() => (window as unknown as { paint: number }).paint)
  await context.close()
  return paint
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_LINE)
}

/** Somebody with an account and the sample's password. */
export async function addCustomer(pool: pg.Pool, email: string) {
  await pool.query(
    `with made as (insert into users (name, email, email_verified) values ('Chisomo Banda', $1, true) returning id)
     insert into accounts (user_id, account_id, provider_id, password)
     select made.id, made.id::text, 'credential', sample.password from made,
       (select password from accounts a join users u on u.id = a.user_id where u.email = 'customer@zovala.test') sample`,
    [email],
  )
  return { email, password: 'zovala-demo' }
}
