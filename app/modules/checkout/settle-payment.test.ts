import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCart,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, payments } from '../../db/tables.server.ts'
import type { PaymentMode, Verdict } from '../../platform/payments/payments.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { countCart } from '../cart/cart.ts'
import { giveUpOrder } from './give-up-order.ts'
import { settlePayment } from './settle-payment.ts'

const shop = useShop()
let dress: TestProduct
let userId: string

beforeEach(async () => {
  dress = await aProduct(shop, { price: 20_000 })
  ;({ userId } = await aUser(shop))
})

type Change = Pick<Partial<Services>, 'config' | 'payments'>
/** A shop whose provider says so, what it was asked about, and what stands in the log. */
function answering(verdict: Verdict, change: Change = {}) {
  const asked: string[] = []
  const logged: unknown[] = []
  const log = Object.fromEntries(
    ['info', 'warn', 'error'].map((level) => [
      level,
      (what: object, text: string) => void logged.push([level, text, what]),
    ]),
  )
  const verify = async (reference: string) => {
    asked.push(reference)
    return verdict
  }
  const services = { ...shop, payments: { ...shop.payments, verify }, ...change, log }
  return { asked, logged, shop: services as unknown as Services }
}
const paid = (amount: number, change: { currency?: string; mode?: PaymentMode } = {}) =>
  ({
    state: 'paid',
    amount,
    currency: 'MWK',
    providerReference: 'PC-77',
    channel: 'Airtel Money',
    mode: 'live',
    ...change,
  }) as const
const waiting = async () => aPendingOrder(shop, userId, [{ product: dress }])
const paymentOf = async (reference: string) => {
  const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, reference))
  return payment
}
const live = () => ({ ...shop.config, sampleShop: false, payments: 'paychangu' as const })

describe('a verified payment', () => {
  test('is stored with the provider’s reference and channel, and is logged', async () => {
    const { order, payment } = await waiting()
    const { shop: paying, logged } = answering(paid(22_000))
    expect(await settlePayment(paying, payment.reference)).toMatchObject({
      ok: true,
      state: 'paid',
      payment: { status: 'paid' },
      order: { id: order.id, status: 'processing' },
      sale: null,
    })
    expect(await paymentOf(payment.reference)).toMatchObject({
      paidAmount: 22_000,
      paidCurrency: 'MWK',
      providerReference: 'PC-77',
      channel: 'Airtel Money',
      lastAnswer: { code: 'paid' },
    })
    const { orderNumber } = order
    expect(logged).toEqual([['info', 'money received', { orderNumber, outcome: 'paid' }]])
  })

  test('for an order that had ended revives the order, and the log says so', async () => {
    const { order, payment } = await waiting()
    await giveUpOrder(shop, order.id)
    const { shop: paying, logged } = answering(paid(22_000))
    expect(await settlePayment(paying, payment.reference)).toMatchObject({
      order: { id: order.id, status: 'processing', cancelledAt: null },
    })
    expect(logged).toMatchObject([['info', 'money received', { outcome: 'revived' }]])
  })

  describe('promises the delivery days anew when the order leaves later than it was placed for', () => {
    // A Monday and a Thursday before 14:00 by the shop's clock.
    const MONDAY = new Date('2026-11-23T08:00:00Z')
    const THURSDAY = new Date('2026-11-26T08:00:00Z')
    const placedOn = async (day: Date, preorderFrom?: string) => {
      shop.now = () => day
      const product = preorderFrom ? await aProduct(shop, { stock: 0, preorders: 5 }) : dress
      const lines = [{ product, ...(preorderFrom && { preorderFrom }) }]
      return aPendingOrder(shop, userId, lines)
    }
    const daysAfter = async (reference: string, day: Date) => {
      shop.now = () => day
      const { shop: paying } = answering(paid(22_000))
      const settled = await settlePayment(paying, reference)
      if (!settled.ok || settled.state !== 'paid') throw new Error('not paid')
      const { rows } = await shop.db.execute<{ data: unknown }>(
        sql`delete from pgboss.job where name = 'send-email' returning data`,
      )
      const { dueFrom, dueTo } = settled.order ?? {}
      return { dueFrom, dueTo, email: JSON.stringify(rows) }
    }
    const daysOf = ({ order: { dueFrom, dueTo } }: Awaited<ReturnType<typeof placedOn>>) => ({
      dueFrom,
      dueTo,
    })

    test('on its page and in its email', async () => {
      const [monday, thursday] = [await placedOn(MONDAY), await placedOn(THURSDAY)]
      expect(monday.order.dueFrom?.localeCompare('2026-11-26')).toBe(-1)
      const { email, ...days } = await daysAfter(monday.payment.reference, THURSDAY)
      expect(days).toEqual(daysOf(thursday))
      expect(email).toContain('"Arrives","Fri 27 Nov"')
    })

    test('also of an order that had ended unpaid', async () => {
      const [monday, thursday] = [await placedOn(MONDAY), await placedOn(THURSDAY)]
      await giveUpOrder(shop, monday.order.id)
      const { email, ...days } = await daysAfter(monday.payment.reference, THURSDAY)
      expect(days).toEqual(daysOf(thursday))
      expect(email).toContain('"Arrives","Fri 27 Nov"')
    })

    test('but keeps them when it leaves on the day it was placed for, waits for a pre-order, or is sent', async () => {
      const soon = await placedOn(MONDAY)
      const noon = new Date(MONDAY.getTime() + 3 * 3_600_000)
      expect(await daysAfter(soon.payment.reference, noon)).toMatchObject(daysOf(soon))
      const preordered = await placedOn(MONDAY, PREORDER_DAY)
      const later = await daysAfter(preordered.payment.reference, THURSDAY)
      expect(later).toMatchObject(daysOf(preordered))
      const sent = await placedOn(MONDAY)
      await shop.db.update(orders).set({ status: 'shipped' }).where(eq(orders.id, sent.order.id))
      expect(await daysAfter(sent.payment.reference, THURSDAY)).toMatchObject(daysOf(sent))
    })
  })

  test('is enough when it is more than was asked for', async () => {
    const { payment } = await waiting()
    const { shop: paying } = answering(paid(22_001))
    expect(await settlePayment(paying, payment.reference)).toMatchObject({ state: 'paid' })
    expect(await paymentOf(payment.reference)).toMatchObject({ paidAmount: 22_001 })
  })

  test.each([
    ['a kwacha less than was asked', paid(21_999)],
    ['another currency', paid(22_000, { currency: 'USD' })],
  ])('of %s goes under review: the cart stays, and the log warns', async (_what, verdict) => {
    await aCart(shop, userId, [{ product: dress }])
    const { order, payment } = await waiting()
    const { reference } = payment
    const { shop: paying, logged } = answering(verdict)
    const settled = await settlePayment(paying, reference)
    const answer = {
      code: 'underpaid',
      paidAmount: verdict.amount,
      paidCurrency: verdict.currency,
      amount: 22_000,
      currency: 'MWK',
    }
    expect(settled).toMatchObject({
      state: 'mismatch',
      payment: { lastAnswer: answer, providerReference: 'PC-77', paidAmount: verdict.amount },
      order: { id: order.id, status: 'pending', reviewReason: 'underpaid' },
    })
    expect(logged).toEqual([
      ['warn', 'payment under review', { reference, outcome: 'underpaid', lastAnswer: answer }],
    ])
    expect(await countCart(shop.db, userId)).toBe(1)
  })

  test('settled a second time leaves what the customer has added to the cart since', async () => {
    const { order } = await aPaidOrder(shop, userId, [{ product: dress }])
    await aCart(shop, userId, [{ product: dress }])
    await shop.db
      .insert(payments)
      .values({ reference: 'zv-2', orderId: order.id, provider: 'sandbox', amount: 22_000 })
    const { shop: paying, logged } = answering(paid(22_000))
    expect(await settlePayment(paying, 'zv-2')).toMatchObject({ order: { id: order.id } })
    expect(await countCart(shop.db, userId)).toBe(1)
    expect(logged).toMatchObject([['info', 'money received', { outcome: 'under review' }]])
  })
})

describe('a payment that is not live', () => {
  test.each([
    ['test', 'test-money'],
    ['unsaid', 'not-live-money'],
  ] as const)(
    '(%s) is stored as %s, without an amount, and logged as an error in a shop that accepts only live money',
    async (mode, code) => {
      const { order, payment } = await waiting()
      const { reference } = payment
      const { shop: paying, logged } = answering(paid(22_000, { mode }), { config: live() })
      expect(await settlePayment(paying, reference)).toMatchObject({
        state: 'mismatch',
        order: { id: order.id, reviewReason: 'not-live-money', paidAt: null },
      })
      expect(await paymentOf(reference)).toMatchObject({
        lastAnswer: { code },
        paidAmount: null,
        providerReference: null,
      })
      const outcome = 'not-live-money'
      expect(logged).toEqual([
        ['error', 'payment under review', { reference, outcome, lastAnswer: { code } }],
      ])
    },
  )

  test('pays in a shop that accepts test money; live money pays in both', async () => {
    for (const [mode, change] of [
      ['test', {}],
      ['live', { config: live() }],
      ['live', {}],
    ] as const) {
      const { payment } = await waiting()
      const { shop: paying } = answering(paid(22_000, { mode }), change)
      expect(await settlePayment(paying, payment.reference)).toMatchObject({ state: 'paid' })
    }
  })
})

describe('the provider’s answer', () => {
  test('about an unpaid payment is stored with its code', async () => {
    const { order, payment } = await waiting()
    const report = { code: 'failed', status: 'declined', http: 200, words: 'Wrong PIN' } as const
    const { shop: asking, logged } = answering({ state: 'failed', report })
    expect(await settlePayment(asking, payment.reference)).toMatchObject({
      state: 'failed',
      payment: { lastAnswer: report },
      order: { id: order.id, status: 'pending', reviewReason: null },
    })
    expect(logged).toEqual([])
  })

  test('is queried only at the provider that opened the payment; another provider’s payment stays unknown', async () => {
    const { order, payment } = await waiting()
    const other = { ...shop.payments, name: 'paychangu' as const }
    const { asked, shop: asking } = answering(paid(22_000), {
      payments: { ...other, verify: async () => paid(22_000) },
    })
    expect(await settlePayment(asking, payment.reference)).toMatchObject({
      state: 'pending',
      payment: { lastAnswer: { code: 'other-provider', provider: 'sandbox' } },
      order: { id: order.id, status: 'pending' },
    })
    expect(asked).toEqual([])
  })

  test('is not queried again once the payment’s outcome is known', async () => {
    const { order, payment } = await aPaidOrder(shop, userId, [{ product: dress }])
    const { asked, shop: asking } = answering({
      state: 'failed',
      report: { code: 'provider-message', http: 200, words: 'Refunded' },
    })
    expect(await settlePayment(asking, payment.reference)).toMatchObject({
      state: 'paid',
      order: { id: order.id },
    })
    expect(asked).toEqual([])
  })

  test('is ignored when another process has settled the payment meanwhile', async () => {
    const { order, payment } = await waiting()
    const { shop: paying, logged } = answering(paid(22_000))
    const verify = async () => {
      await settlePayment(paying, payment.reference)
      return { state: 'failed', report: { code: 'no-answer', seconds: 8 } } as const
    }
    const { shop: asking } = answering(paid(1), { payments: { ...shop.payments, verify } })
    expect(await settlePayment(asking, payment.reference)).toMatchObject({
      state: 'paid',
      order: { id: order.id, status: 'processing' },
    })
    expect(await paymentOf(payment.reference)).toMatchObject({ lastAnswer: { code: 'paid' } })
    expect(logged).toHaveLength(1)
    const [only] = await shop.db.select().from(orders)
    expect(only?.reviewReason).toBeNull()
  })
})
