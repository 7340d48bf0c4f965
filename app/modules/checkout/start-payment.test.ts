import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { payments } from '../../db/tables.server.ts'
import type { OpenedPayment, PaymentToOpen } from '../../platform/payments/payments.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { endOpening, takeOpeningTurn } from '../payments/payments.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { giveUpOrder } from './give-up-order.ts'
import { placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'
import { payOrder, paySale } from './start-payment.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
  ;({ userId } = await aUser(shop))
})

async function anOrder() {
  const request = aCheckoutRequest([{ product: dress }])
  const placed = await placeOrder(shop, userId, request)
  if (!placed.ok || !placed.payment) throw new Error('not placed')
  /** The same request once more: it has not made the order. */
  const again = async () => {
    const repeated = await placeOrder(shop, userId, request)
    if (!repeated.ok || !repeated.payment) throw new Error('not repeated')
    return { ...repeated, payment: repeated.payment }
  }
  return { placed: { ...placed, payment: placed.payment }, again }
}
async function aSale(customerName: string | null = null) {
  const rung = await ringUpProviderSale(shop, userId, {
    lines: [{ ...dress, quantity: 1 }],
    totalAmount: 20_000,
    customerName,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
    cashAmount: 5000,
  })
  if (!rung.ok) throw new Error(rung.reason)
  return rung
}
const attempts = () => shop.db.select().from(payments).orderBy(asc(payments.createdAt))

/** A shop whose provider does so with what it is to open; and what it was to open. */
function withProvider(open: (payment: PaymentToOpen) => Promise<OpenedPayment>, name = 'sandbox') {
  const opened: PaymentToOpen[] = []
  const provider = {
    ...shop.payments,
    name: name as Shop['payments']['name'],
    open: async (payment: PaymentToOpen) => {
      opened.push(payment)
      return open(payment)
    },
  }
  return { opened, shop: { ...shop, payments: provider } }
}
const opens = async ({ reference }: PaymentToOpen): Promise<OpenedPayment> => ({
  ok: true,
  checkoutUrl: `https://pay.example/${reference}`,
})
const pollsAfter = async () => {
  const { rows } = await shop.db.execute<{ reference: string; after: number }>(
    sql`select data ->> 'reference' as reference, round(extract(epoch from start_after - created_on))::int as after
        from pgboss.job where name = 'poll-payment' order by created_on`,
  )
  return rows.map(({ reference, after }) => [reference, after])
}

test('the provider gets the amount, the payer and the address to which the buyer returns', async () => {
  const { placed } = await anOrder()
  const provider = withProvider(opens)
  const { reference } = placed.payment
  expect(await payOrder(provider.shop, placed)).toEqual({
    ok: true,
    checkoutUrl: `https://pay.example/${reference}`,
    number: placed.order.orderNumber,
  })
  expect(provider.opened).toEqual([
    {
      reference,
      amount: 22_000,
      title: 'Zovala',
      description: `Zovala ${placed.order.orderNumber}`,
      firstName: 'Chisomo',
      lastName: 'Banda',
      email: 'person@example.com',
      returnUrl: `http://localhost:3999/payments/return/${reference}`,
    },
  ])
  expect((await attempts())[0]).toMatchObject({
    checkoutUrl: `https://pay.example/${reference}`,
    openingAt: null,
  })
})

test('a payment of a till sale is for the part not paid in cash, under the customer’s name if there is one', async () => {
  const provider = withProvider(opens)
  for (const name of ['Tadala', null]) {
    const { sale, payment } = await aSale(name)
    expect(await paySale(provider.shop, sale, payment)).toMatchObject({ number: sale.saleNumber })
  }
  expect(provider.opened).toMatchObject([
    { amount: 15_000, firstName: 'Tadala' },
    { amount: 15_000 },
  ])
  expect(provider.opened[1]).not.toHaveProperty('firstName')
})

test('an order has one payment page, however often it is requested', async () => {
  const { placed, again } = await anOrder()
  const provider = withProvider(opens)
  const first = await payOrder(provider.shop, placed)
  expect(await payOrder(provider.shop, await again())).toEqual(first)
  expect(provider.opened).toHaveLength(1)
})

test('an order whose payment page is not opened tries at most ten more times in ten minutes', async () => {
  const { placed, again } = await anOrder()
  const provider = withProvider(async () => ({
    ok: false,
    reason: 'provider-unreachable',
    report: { code: 'no-answer', seconds: 8 },
  }))
  const limited = { ...provider.shop, rateLimiter: openRateLimiter(shop.db, 1) }
  expect(await payOrder(limited, placed)).toMatchObject({ reason: 'provider-unreachable' })
  for (let n = 1; n <= 10; n += 1)
    expect(await payOrder(limited, await again())).toMatchObject({ reason: 'provider-unreachable' })
  for (const _ of [1, 2])
    expect(await payOrder(limited, await again())).toEqual({
      ok: false,
      reason: 'too-many-attempts',
      minutes: 10,
    })
  expect(provider.opened).toHaveLength(11)
  expect(await attempts()).toHaveLength(12)
  expect((await attempts()).at(-1)).toMatchObject({ openingAt: null })
})

test('an order that was paid meanwhile leads to its return page', async () => {
  const { placed, again } = await anOrder()
  await payOrder(shop, placed)
  const { reference } = placed.payment
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
  expect(await payOrder(shop, await again())).toEqual({
    ok: true,
    checkoutUrl: `http://localhost:3999/payments/return/${reference}`,
    number: placed.order.orderNumber,
  })
})

test('an order that waits for no payment is refused a payment page, with its number', async () => {
  const { placed, again } = await anOrder()
  await giveUpOrder(shop, placed.order.id)
  const provider = withProvider(opens)
  expect(await payOrder(provider.shop, await again())).toEqual({
    ok: false,
    reason: 'payment-failed',
    closed: placed.order.orderNumber,
  })
  const { sale, payment } = await aSale()
  const closed = { ...sale, paymentStatus: 'cancelled' as const }
  expect(await paySale(provider.shop, closed, payment)).toMatchObject({ closed: sale.saleNumber })
  expect(provider.opened).toEqual([])
})

test('no payment page is opened for an order or a sale while online payment is off', async () => {
  const provider = withProvider(opens)
  const off = { ...provider.shop, config: { ...shop.config, payments: 'off' as const } }
  expect(await payOrder(off, (await anOrder()).placed)).toEqual({
    ok: false,
    reason: 'payments-off',
  })
  const { sale, payment } = await aSale()
  expect(await paySale(off, sale, payment)).toEqual({ ok: false, reason: 'pos-payments-off' })
  expect(provider.opened).toEqual([])
})

test('an order of a provider that no longer takes payments gets a new attempt with the current provider', async () => {
  const { placed } = await anOrder()
  await shop.db.execute(sql`delete from pgboss.job`)
  const other = withProvider(opens, 'paychangu')
  const started = await payOrder(other.shop, placed)
  const [first, next] = await attempts()
  expect(next).toMatchObject({ amount: 22_000, provider: 'paychangu', status: 'open' })
  expect(next?.orderId).toBe(placed.order.id)
  expect(started).toMatchObject({ ok: true, checkoutUrl: next?.checkoutUrl })
  expect(first?.checkoutUrl).toBeNull()
  expect(other.opened).toMatchObject([{ reference: next?.reference, firstName: 'Chisomo' }])
  expect(await pollsAfter()).toEqual([[next?.reference, shop.config.paymentPollSeconds]])
})

describe('a provider that opens no payment page', () => {
  test.each(['provider-unreachable', 'provider-refused'] as const)(
    '(%s) is reported, and the next attempt has a new reference, which is polled',
    async (reason) => {
      const { placed, again } = await anOrder()
      await shop.db.execute(sql`delete from pgboss.job`)
      const warned: unknown[] = []
      const report = { code: 'no-answer', seconds: 8 } as const
      const away = withProvider(async () => ({ ok: false, reason, report }))
      const log = { ...shop.log, warn: (...all: unknown[]) => void warned.push(all) }
      const loud = { ...away.shop, log } as unknown as Shop
      expect(await payOrder(loud, placed)).toEqual({ ok: false, reason })
      const { orderNumber: number } = placed.order
      expect(warned).toEqual([[{ number, reason, report }, 'payment not opened']])
      const [first, next] = await attempts()
      expect(first).toMatchObject({ openingAt: null, checkoutUrl: null, status: 'open' })
      expect(next?.amount).toBe(22_000)
      expect(await pollsAfter()).toEqual([[next?.reference, shop.config.paymentPollSeconds]])
      const back = withProvider(opens)
      expect(await payOrder(back.shop, await again())).toMatchObject({ ok: true })
      expect(back.opened).toMatchObject([{ reference: next?.reference }])
    },
  )
})

describe('while another request opens the payment page', () => {
  test('an order waits for it, and gets the same page', async () => {
    const { placed } = await anOrder()
    const { id } = placed.payment
    const provider = withProvider(opens)
    const mine = payOrder(provider.shop, { order: placed.order, payment: placed.payment })
    await endOpening(shop.db, id, 'https://pay.example/theirs')
    expect(await mine).toMatchObject({ ok: true, checkoutUrl: 'https://pay.example/theirs' })
    expect(provider.opened).toEqual([])
  })

  test('and dies, the next request opens it under a new reference', async () => {
    const { placed } = await anOrder()
    const { id, reference } = placed.payment
    await shop.db
      .update(payments)
      .set({ openingAt: sql`now() - interval '11 seconds'` })
      .where(eq(payments.id, id))
    const provider = withProvider(opens)
    const again = { order: placed.order, payment: placed.payment }
    expect(await payOrder(provider.shop, again)).toMatchObject({ ok: true })
    const [first, next] = await attempts()
    expect(first).toMatchObject({ reference, openingAt: null, checkoutUrl: null })
    expect(provider.opened).toMatchObject([{ reference: next?.reference, amount: 22_000 }])
  })

  test('and is refused one, the waiting request is refused as well; the next request gets its turn', async () => {
    const { placed } = await anOrder()
    const { id } = placed.payment
    // A newer try was written down by the one that was refused.
    await endOpening(shop.db, id, null)
    const provider = withProvider(opens)
    const again = { order: placed.order, payment: placed.payment }
    expect(await payOrder(provider.shop, again)).toMatchObject({ ok: true })
    const second = await aSale()
    expect(await takeOpeningTurn(shop.db, second.payment.id)).toBe('first')
    await shop.db.execute(
      sql`insert into payments (reference, pos_sale_id, provider, amount, created_at)
          values ('zv-newer', ${second.sale.id}, 'sandbox', 15000, now() + interval '1 second')`,
    )
    await endOpening(shop.db, second.payment.id, null)
    expect(await paySale(provider.shop, second.sale, second.payment)).toEqual({
      ok: false,
      reason: 'provider-unreachable',
    })
  })
})

test('an order that costs nothing leads to the success page at once', async () => {
  const { placed } = await anOrder()
  expect(await payOrder(shop, { order: placed.order, payment: null })).toEqual({
    ok: true,
    checkoutUrl: `http://localhost:3999/checkout/success?order=${placed.order.orderNumber}`,
    number: placed.order.orderNumber,
  })
})
