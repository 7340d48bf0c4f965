// The users of the long traffic test: shoppers, cashiers, staff. Each acts until the traffic ends.
import type { SignedIn } from '../app.ts'
import type { Client } from '../client.ts'
import { payloadFor, type SoldProduct } from '../shoppers.ts'
import { aSoldLine, aTill } from '../till/till.ts'
import type { Traffic } from './visitors.ts'

const PAGES = [
  '/',
  '/products',
  '/category/dresses',
  '/category/bags',
  '/products?search=shirt',
  '/about-us',
]
const THINKS = 15_000
const ORDERS_EVERY = 8

export async function signInAs(client: Client, email: string): Promise<SignedIn> {
  const { status, body } = await client.json('/api/auth/sign-in/email', {
    body: { email, password: 'zovala-demo' },
  })
  const { user } = body as { user?: { id: string } }
  if (!user) throw new Error(`${email} was not signed in: ${status} ${JSON.stringify(body)}`)
  return { ...client, userId: user.id, email }
}

/** Browses, partly without an account; every eighth visit ends with a paid order. */
export async function shop(traffic: Traffic, bag: SoldProduct, email: string, n: number) {
  const client = traffic.open()
  let isSignedIn = false
  // Spread over time, not all in the same second.
  await traffic.read((n % 30) * 1000)
  for (let visit = n; !traffic.isOver(); visit += 1) {
    for (const page of [PAGES[visit % PAGES.length] ?? '/', '/product/canvas-tote-bag']) {
      await client.fetch(page)
      await traffic.read(THINKS)
      if (traffic.isOver()) return
    }
    if (visit % ORDERS_EVERY > 0) continue
    if (!isSignedIn) await signInAs(client, email)
    isSignedIn = true
    await client.json('/api/cart', {
      body: { product_id: bag.id, variant_id: bag.variants[0]?.id, quantity: 1 },
    })
    await client.fetch('/checkout')
    await traffic.read(THINKS)
    const { body } = await client.json('/functions/process-payment', { body: payloadFor(bag, 1) })
    const { checkout_url: page } = body as { checkout_url?: string }
    if (!page) continue
    await traffic.read(THINKS)
    // Returns from the payment page as a browser does: first the return address, then the page of thanks.
    await client.open(await client.post(new URL(page).pathname, { decision: 'pay' }))
    await traffic.read(THINKS)
    await client.fetch('/orders')
  }
}

// One person may have only a few open shifts.
const SELLERS = ['cashier', 'admin', 'super']

/** Sells a bag every ten seconds, and sends the sale at once. */
export async function sell(traffic: Traffic, bag: SoldProduct, n: number) {
  const seller = `${SELLERS[n % SELLERS.length]}@zovala.test`
  const till = await aTill(await signInAs(traffic.open(), seller))
  await till.send(till.openShift)
  const product = {
    productId: bag.id,
    variantId: bag.variants[0]?.id ?? '',
    price: bag.price,
    name: 'Canvas tote bag',
  }
  while (!traffic.isOver()) {
    const { received } = await till.send(till.sale([aSoldLine(product)]))
    if (received?.[0]?.reviewReasons.length !== 0)
      traffic.faults.push(`a sale went to review: ${JSON.stringify(received)}`)
    await till.get('goods')
    await traffic.read(10_000)
  }
}

const SCREENS = [
  '/admin',
  '/admin/orders',
  '/admin/products',
  '/admin/stock',
  '/admin/pos-sales',
  '/admin/health',
]

/** Visits the screens of the back office, one every five seconds. */
export async function lookAfter(traffic: Traffic, n: number) {
  const admin = await signInAs(traffic.open(), 'admin@zovala.test')
  for (let turn = n; !traffic.isOver(); turn += 1) {
    await admin.fetch(SCREENS[turn % SCREENS.length] ?? '/admin')
    await traffic.read(5_000)
  }
}
