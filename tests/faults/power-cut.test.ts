import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort, livePostmaster } from '../../server/postgres/postgres-place.ts'
import {
  ask,
  listDescendants,
  makeDataDir,
  openProduct,
  type Product,
  until,
} from '../support/product.ts'
import {
  auditBooks,
  fetchProduct,
  openShoppers,
  payloadFor,
  type Shopper,
} from '../support/shoppers.ts'

// tests/long/kills.test.ts kills everything a hundred times.
const CUTS = 2

/** Ends the product as a power cut does: kills all its processes at once, including the database. */
async function cutPower(product: Product) {
  const postmaster = livePostmaster(join(product.dataDir, 'postgres'))
  const pids = [product.child.pid ?? 0, ...listDescendants(product.child.pid ?? 0)]
  if (postmaster) pids.push(...listDescendants(postmaster), postmaster)
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended meanwhile.
    }
  }
  await product.exited
  await until(
    () => livePostmaster(join(product.dataDir, 'postgres')) === null,
    'the database is dead',
  )
}

test(`the power fails ${CUTS} times while people buy: every acknowledged order is there once`, async () => {
  const dataDir = makeDataDir()
  const port = await freePort()
  const env = { RATE_LIMIT_SCALE: '1000', PAYMENT_POLL_SECONDS: '1' }
  const acknowledged = new Set<string>()
  let shoppers: Shopper[] = []
  let product = await openProduct({ dataDir, port, env })
  await ask(
    dataDir,
    `insert into stock_movements (variant_id, kind, quantity, reason)
     select v.id, 'received', 2000, 'For this test' from variants v join products p on p.id = v.product_id
     where p.slug = 'canvas-tote-bag'`,
  )
  shoppers = await openShoppers(product, 6)
  const bag = await fetchProduct(product, 'canvas-tote-bag')

  for (let cut = 0; cut < CUTS; cut += 1) {
    let isOn = true
    const discount = { code: 'WELCOME10', amount: Math.floor((bag.price * 10 + 50) / 100) }
    const buying = shoppers.map(async (shopper, who) => {
      while (isOn) {
        const body = payloadFor(bag, 1, who % 2 ? discount : undefined)
        // A cut connection is no answer: only the shop's books know whether that order was made.
        const answer = await shopper
          .send('/functions/process-payment', body, { 'Idempotency-Key': randomUUID() })
          .catch(() => null)
        const made = answer?.body['order_number']
        if (answer?.status !== 200 || typeof made !== 'string') continue
        acknowledged.add(made)
        const reference = String(answer.body['checkout_url']).split('/').at(-1) ?? ''
        // Every other customer pays and returns, perhaps just when the power is cut.
        if (acknowledged.size % 2 === 0) await pay(product, reference).catch(() => null)
      }
    })
    const aim = acknowledged.size + 1 + cut * 3
    await until(() => acknowledged.size >= aim, 'some orders are placed')
    await cutPower(product)
    isOn = false
    await Promise.all(buying)
    product = await openProduct({ dataDir, port, env })
    expect(await auditBooks(dataDir)).toEqual([])
  }

  const kept = new Set(await ask(dataDir, 'select order_number from orders'))
  expect([...acknowledged].filter((order) => !kept.has(order))).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(CUTS)
  // The poller finds payments that came during the power cut.
  await until(
    async () =>
      (
        await ask(
          dataDir,
          `select p.reference from payments p join sandbox_payments s on s.reference = p.reference
           where s.status = 'paid' and p.status <> 'paid'`,
        )
      ).length === 0,
    'every payment is settled',
    120_000,
  )
  expect(await auditBooks(dataDir)).toEqual([])
  const [paid] = await ask(dataDir, `select count(*) from orders where paid_at is not null`)
  expect(Number(paid)).toBeGreaterThan(0)
}, 600_000)

/** Pays on the test provider's page and returns, as a browser without scripts does. */
async function pay(product: Product, reference: string) {
  await fetch(`${product.origin}/sandbox/pay/${reference}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'decision=pay',
    redirect: 'manual',
  })
  await fetch(`${product.origin}/payments/return/${reference}`, { redirect: 'manual' })
}
