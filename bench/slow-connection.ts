import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import type pg from 'pg'
import { CHEAP_PHONE, countBytes } from '../tests/support/screens/count-bytes.ts'
import { goToPaid } from '../tests/support/screens/way-to-paid.ts'
import { payloadFor, type SoldProduct } from '../tests/support/shoppers.ts'
import { measurePaints, type Paint } from './paints.ts'

const BROWSER = process.env['CHROME_PATH'] ?? '/usr/bin/chromium'

export type SlowConnection = {
  /** The bytes that each step from the home page to a paid order fetched. */
  steps: { name: string; bytes: number }[]
  /** The height of a new customer's checkout on that phone, in its pixels. */
  checkoutHeight: number
  paints: Paint[]
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
export async function measureSlowConnection(
  origin: string,
  pool: pg.Pool,
): Promise<SlowConnection | null> {
  const browser = await openBrowser()
  if (!browser) return null
  try {
    const buyer = await browser.newContext({ ...CHEAP_PHONE, baseURL: origin })
    const page = await buyer.newPage()
    const { total, session } = await countBytes(page)
    const steps: SlowConnection['steps'] = []
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
    // Fills a cart and opens an order that waits for its payment, for the pages of the cart, the checkout and that
    // order.
    const post = async (path: string, data: object) => {
      const answer = await buyer.request.post(path, { headers: { origin }, data })
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
      return (await answer.json()) as { order_number: string; checkout_url: string }
    }
    const read = async (slug: string) =>
      (await (await buyer.request.get(`/api/products/${slug}`)).json()) as SoldProduct
    const bag = await read('canvas-tote-bag')
    const dress = await read('chitenje-wrap-dress')
    const unpaid = await post('/functions/process-payment', payloadFor(bag, 1))
    await post('/api/cart', { product_id: bag.id, quantity: 1 })
    await post('/api/cart', {
      product_id: dress.id,
      variant_id: dress.variants[0]?.id,
      quantity: 1,
    })
    await session.detach()
    const visitor = { ...CHEAP_PHONE, baseURL: origin }
    const storageState = await buyer.storageState()
    const paints = await measurePaints(
      browser,
      visitor,
      { ...visitor, storageState },
      {
        ORDER: new URL(paid).searchParams.get('order') ?? '',
        UNPAID: unpaid.order_number,
        PAYING: unpaid.checkout_url.split('/').at(-1) ?? '',
      },
    )
    return { steps, checkoutHeight, paints }
  } finally {
    await browser.close()
  }
}

/** Adds a customer with an account and the sample's password. */
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
