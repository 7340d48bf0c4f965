import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import { type Client, openClient } from '../client.ts'
import { fillCheckout } from '../payments/checkout-form.ts'
import { until } from '../product.ts'
import { makeCustomers, payloadFor, type SoldProduct } from '../shoppers.ts'

/** An order that the shop has acknowledged: its key, and the times of the first request and of the answer. */
export type Acknowledged = { key: string; number: string | null; began: number; at: number }
type Shopper = { email: string; client: Client; token: string; variantId: string | undefined }

const AGAIN = 300
const LONGEST = 20_000

/**
 * Shoppers who order endlessly, half of them by the form and half by the API. They repeat each order under its key
 * until it is acknowledged, as a person does who has seen no answer.
 */
export async function openOrderLoad(origin: string, database: pg.Pool, count: number) {
  const acknowledged: Acknowledged[] = []
  const paid: string[] = []
  const refused: string[] = []
  let retries = 0
  let stopping = false

  const bag = (await (await fetch(`${origin}/api/products/canvas-tote-bag`)).json()) as SoldProduct
  await database.query(
    `insert into stock_movements (variant_id, kind, quantity, reason)
     select v.id, 'received', 900000, 'load' from variants v join products p on p.id = v.product_id
     where p.id = $1`,
    [bag.id],
  )
  const shoppers = await openShoppers(origin, database, count)

  const insist = (ask: () => Promise<Response>) => askUntilAnswered(ask, () => (retries += 1))

  async function orderByApi({ token }: Shopper, shouldPay: boolean) {
    const key = randomUUID()
    const began = Date.now()
    const send = (path: string, body: string | URLSearchParams, headers = {}) =>
      insist(() =>
        fetch(new URL(path, origin), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, ...headers },
          body,
          redirect: 'manual',
          signal: AbortSignal.timeout(LONGEST),
        }),
      )
    const response = await send('/functions/process-payment', JSON.stringify(payloadFor(bag, 1)), {
      'content-type': 'application/json',
      'idempotency-key': key,
    })
    if (!response) return
    const text = await response.text()
    if (response.status !== 200) {
      refused.push(`${response.status} ${text.slice(0, 200)}`)
      return
    }
    const { order_number: number, checkout_url: page } = JSON.parse(text) as Record<string, string>
    acknowledged.push({ key, number: number ?? null, began, at: Date.now() })
    if (!shouldPay || !page) return
    const done = await send(new URL(page).pathname, new URLSearchParams({ decision: 'pay' }))
    await done?.body?.cancel()
    if (done && done.status < 400 && number) paid.push(number)
  }

  async function orderByForm({ client }: Shopper) {
    const began = Date.now()
    const page = await insist(() => client.fetch('/checkout'))
    if (page?.status !== 200) {
      refused.push(`checkout page ${page?.status}`)
      return
    }
    const fields = await fillCheckout(client, await page.text())
    const key = fields['checkout_key'] ?? ''
    const response = await insist(() => client.post('/checkout', fields))
    if (!response) return
    const to = response.headers.get('location')
    if (to?.includes('/sandbox/pay/')) {
      acknowledged.push({ key, number: null, began, at: Date.now() })
      return
    }
    const text = await response.text()
    const shown = /role="alert"[^>]*>(.{0,300})/s.exec(text)?.[1] ?? text.slice(0, 200)
    refused.push(`form ${response.status} to ${to}: ${shown}`)
  }

  const readOrders = async () => {
    const { rows } = await database.query<{ key: string; number: string; paid: boolean }>(
      `select idempotency_key as key, order_number as number, paid_at is not null as paid
       from orders join users on users.id = orders.user_id where users.email = any($1)`,
      [shoppers.map(({ email }) => email)],
    )
    return rows
  }

  const running = shoppers.map(async (shopper, n) => {
    for (let turn = n; !stopping; turn += 1) {
      if (n % 2 === 0) await orderByApi(shopper, turn % 3 === 0)
      else await orderByForm(shopper)
      await wait(AGAIN)
    }
  })

  return {
    acknowledged,
    paid,
    refused,
    retries: () => retries,
    /** Acknowledged orders whose first request came after this moment. */
    startedAfter: (moment: number) => acknowledged.filter(({ began }) => began > moment),
    /** Starts no more orders, and finishes those in progress. */
    async stop() {
      stopping = true
      await Promise.all(running)
    },
    /**
     * After `stop`: expects every acknowledged order under its number, and no others, because a request repeated under
     * its key is the same order. Paid orders count as paid, at once or when the provider is asked.
     */
    async expectOnce() {
      expect(refused).toEqual([])
      const rows = await readOrders()
      const keys = (of: { key: string }[]) => of.map(({ key }) => key).toSorted()
      expect(keys(rows)).toEqual(keys(acknowledged))
      const numbers = new Map(rows.map(({ key, number }) => [key, number]))
      for (const { key, number } of acknowledged) if (number) expect(numbers.get(key)).toBe(number)
      await until(async () => {
        const settled = new Set((await readOrders()).flatMap((row) => (row.paid ? row.number : [])))
        return paid.every((number) => settled.has(number))
      }, 'every order that was paid is paid')
    },
  }
}

/**
 * Repeats a request until its answer is not a failure of the shop's; a lost answer is requested again. An error without
 * a name (500) is a bug, and counts as an answer.
 */
export async function askUntilAnswered(
  ask: () => Promise<Response>,
  onRetry: () => void,
): Promise<Response | null> {
  for (let n = 0; n < 300; n += 1) {
    try {
      const response = await ask()
      if (response.status <= 500) return response
      await response.body?.cancel()
    } catch {
      // The connection was cut, or nobody listens.
    }
    onRetry()
    await wait(AGAIN)
  }
  return null
}

/** Customers, each signed in by its own session. */
async function openShoppers(origin: string, database: pg.Pool, count: number): Promise<Shopper[]> {
  const emails = await makeCustomers((statement) => database.query(statement), count)
  const bag = (await (await fetch(`${origin}/api/products/canvas-tote-bag`)).json()) as SoldProduct
  return Promise.all(
    emails.map(async (email, n) => {
      const client = openClient(
        (request) =>
          fetch(new Request(request, { redirect: 'manual', signal: AbortSignal.timeout(LONGEST) })),
        origin,
        '127.0.0.1',
      )
      const { body } = await client.json('/api/auth/sign-in/email', {
        body: { email, password: 'zovala-demo' },
      })
      const variantId = bag.variants[0]?.id
      if (n % 2 === 1) {
        const { status } = await client.json('/api/cart', {
          body: { product_id: bag.id, variant_id: variantId, quantity: 1 },
        })
        if (status !== 201) throw new Error(`The cart takes nothing: ${status}`)
      }
      return { email, client, token: (body as { token: string }).token, variantId }
    }),
  )
}
