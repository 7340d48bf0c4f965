import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TillCatalogue } from '../../app/rules/till/till-events.ts'
import { ask, makeDataDir, openProduct } from '../support/product.ts'
import { auditBooks } from '../support/shoppers.ts'

const SALES = 200
const AT_ONCE = 20
/** The milliseconds after which a connection is cut; every third request is not cut. */
const CUTS = [1, 4, 12, 30, 75, 160]

test('200 sales, sent by two tabs at once over connections that are cut repeatedly, arrive once', async () => {
  const dataDir = makeDataDir()
  const product = await openProduct({ dataDir, env: { WEB_WORKERS: '2' } })
  const deviceId = randomUUID()
  let token = ''
  async function send<T>(path: string, body?: unknown, cutAfter?: number): Promise<T> {
    const response = await fetch(product.origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Till-Device': deviceId,
        // A new connection for each request, so that both processes are used.
        connection: 'close',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(cutAfter === undefined ? {} : { signal: AbortSignal.timeout(cutAfter) }),
    })
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
    return (await response.json()) as T
  }
  const cashier = { email: 'cashier@zovala.test', password: 'zovala-demo' }
  const signedIn = await send<{ token: string; user: { id: string } }>(
    '/api/auth/sign-in/email',
    cashier,
  )
  token = signedIn.token
  const { till } = await send<{ till: { id: string } }>('/admin/pos/tills', {
    name: 'Market',
    deviceId,
  })
  const { numbers } = await send<{ numbers: string[] }>('/admin/pos/numbers', {
    tillId: till.id,
    count: SALES,
  })
  const items = await send<TillCatalogue>('/admin/pos/goods')
  const article = items.products.find(({ isTracked, variants: [one] }) => isTracked && one?.onHand)
  const variant = article?.variants[0]
  if (!article || !variant) throw new Error('nothing to sell')

  const shiftId = randomUUID()
  const made = () => ({
    id: randomUUID(),
    cashierId: signedIn.user.id,
    at: new Date().toISOString(),
  })
  const { price } = article
  const events = [
    { ...made(), id: shiftId, kind: 'shift-opened', tillId: till.id, float: 0 },
    ...numbers.map((number) => ({
      ...made(),
      kind: 'sale',
      shiftId,
      tillId: till.id,
      number,
      pricesAsOf: items.asOf,
      lines: [
        {
          id: randomUUID(),
          productId: article.id,
          variantId: variant.id,
          name: article.name,
          sku: variant.sku,
          size: variant.size,
          color: variant.color,
          quantity: 1,
          unitPrice: price,
          discount: 0,
        },
      ],
      discount: 0,
      approval: null,
      customerName: null,
      customerPhone: null,
      notes: null,
      subtotal: price,
      totalAmount: price,
      cashGiven: price,
    })),
  ]

  const arrived = new Map<string, string | null>()
  let asked = 0
  let lost = 0
  async function tab() {
    for (;;) {
      const unsent = events.filter(({ id }) => !arrived.has(id)).slice(0, AT_ONCE)
      if (unsent.length === 0) return
      asked += 1
      // Two of three connections are cut, each after a different time.
      const cutAfter = asked % 3 === 0 ? undefined : CUTS[asked % CUTS.length]
      try {
        const { received } = await send<{ received: { id: string; number: string | null }[] }>(
          '/admin/pos/upload',
          { deviceId, things: unsent },
          cutAfter,
        )
        for (const one of received) {
          // However often it was sent, it has one number.
          expect(arrived.get(one.id) ?? one.number).toBe(one.number)
          arrived.set(one.id, one.number)
        }
      } catch (error) {
        if (cutAfter === undefined) throw error
        lost += 1
      }
    }
  }
  await Promise.all([tab(), tab()])
  expect(lost).toBeGreaterThan(0)
  expect(arrived.size).toBe(SALES + 1)
  expect(new Set(arrived.values())).toEqual(new Set([null, ...numbers]))

  const money = `count(*), count(distinct sale_number), sum(total_amount), sum(cash_amount)`
  const ofShift = `from pos_sales where shift_id = '${shiftId}'`
  expect(await ask(dataDir, `select ${money} ${ofShift}`)).toEqual([
    [SALES, SALES, SALES * price, SALES * price].join('|'),
  ])
  const short = Math.max(0, SALES - variant.onHand)
  expect(
    await ask(
      dataDir,
      `select sum(quantity), sum(missing) from pos_sale_items i join pos_sales s on s.id = i.pos_sale_id where shift_id = '${shiftId}'`,
    ),
  ).toEqual([`${SALES}|${short}`])
  expect(await ask(dataDir, `select inventory from variants where id = '${variant.id}'`)).toEqual([
    String(Math.max(0, variant.onHand - SALES)),
  ])
  expect(await ask(dataDir, `select count(*) from unreadable_till_events`)).toEqual(['0'])
  expect(await ask(dataDir, `select count(*) from shifts where till_id = '${till.id}'`)).toEqual([
    '1',
  ])
  expect(await auditBooks(dataDir)).toEqual([])
  await product.end()
})
