import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, orders } from '../../db/tables.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { formatNotice } from '../../rules/messages/notices.ts'
import { type Purpose, recordPayment } from '../payments/payments.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { askProvider, askWhileWaiting } from './ask-provider.ts'
import { settlePayment } from './settle-payment.ts'

const shop = useShop()

async function given() {
  const product = await aProduct(shop, { price: 20_000 })
  const { userId } = await aUser(shop)
  const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
  return { product, userId, admin }
}

const asking = (admin: Parameters<typeof askProvider>[1]) => async (orderId: string) => {
  const asked = await askProvider(shop, admin, { orderId })
  return asked.ok ? formatNotice('provider-asked', asked).description : asked.reason
}

test('asking about an open payment shows the provider’s answer and settles the payment', async () => {
  const { product, userId, admin } = await given()
  const { order, payment } = await aPendingOrder(shop, userId, [{ product }])
  const ask = asking(admin)
  expect(await ask(order.id)).toContain('not paid yet')
  await payAtProvider(shop, payment.reference)
  expect(await ask(order.id)).toContain('over MK\u00a022,000: Paid.')
  const [after] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
  expect(after?.status).toBe('processing')
  expect(await shop.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
    { action: 'provider asked', label: order.orderNumber, byUser: admin.userId },
    { action: 'provider asked' },
  ])
})

test('asking about a settled payment shows the answer and changes nothing', async () => {
  const { product, userId, admin } = await given()
  const { order } = await aPaidOrder(shop, userId, [{ product }])
  const ask = asking(admin)
  const read = () => shop.db.select().from(orders)
  const before = await read()
  expect(await ask(order.id)).toContain('MK\u00a022,000 paid by Test.')
  expect(await read()).toEqual(before)
})

test('an id that is neither an order nor a sale is refused', async () => {
  const { admin } = await given()
  for (const kind of ['orderId', 'posSaleId'])
    expect(await askProvider(shop, admin, { [kind]: randomUUID() } as Purpose)).toEqual({
      ok: false,
      reason: 'not-found',
    })
})

/** A provider that says so, and what it was asked about. */
function answering(verdict: Verdict) {
  const asked: string[] = []
  const verify = async (reference: string) => {
    asked.push(reference)
    return verdict
  }
  return { asked, shop: { ...shop, payments: { ...shop.payments, verify } } }
}

test('asking about a till sale logs it with the sale', async () => {
  const { product, admin } = await given()
  const rung = await ringUpProviderSale(shop, admin.userId, {
    lines: [{ ...product, quantity: 1 }],
    totalAmount: 20_000,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
  })
  if (!rung.ok) throw new Error(rung.reason)
  const answer = { code: 'provider-message', http: 200, words: 'Still waiting' } as const
  const { shop: asking } = answering({ state: 'pending', report: answer })
  const answers = [{ code: 'answered', reference: rung.payment.reference, amount: 20_000, answer }]
  const purpose = { posSaleId: rung.sale.id }
  expect(await askProvider(asking, admin, purpose)).toEqual({ ok: true, answers })
  expect(await shop.db.select().from(auditLog)).toMatchObject([
    {
      action: 'provider asked',
      entity: 'pos_sale',
      entityId: rung.sale.id,
      label: rung.sale.saleNumber,
      after: { answers },
    },
  ])
})

test('asking about an order with many payment attempts asks about the newest five', async () => {
  const { product, userId, admin } = await given()
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  const made: string[] = []
  for (let n = 1; n <= 5; n += 1) {
    const next = await shop.db.transaction((db) =>
      recordPayment(db, { orderId: order.id }, 1000, 'sandbox'),
    )
    made.unshift(next.reference)
  }
  const { asked, shop: asking } = answering({ state: 'pending', report: { code: 'not-paid-yet' } })
  const done = await askProvider(asking, admin, { orderId: order.id })
  expect(asked).toEqual(made)
  expect(done).toMatchObject({ answers: made.map((reference) => ({ reference })) })
})

test('asking about a settled payment that the provider now denies shows the provider’s message', async () => {
  const { product, userId, admin } = await given()
  const { order, payment } = await aPaidOrder(shop, userId, [{ product }])
  const answer = { code: 'provider-message', http: 200, words: 'Refunded' } as const
  const { shop: asking } = answering({ state: 'failed', report: answer })
  expect(await askProvider(asking, admin, { orderId: order.id })).toEqual({
    ok: true,
    answers: [
      {
        code: 'answered',
        reference: payment.reference,
        amount: 22_000,
        answer,
      },
    ],
  })
})

test('a repeated request, after its answer was lost, gets the same answer without asking the provider again', async () => {
  const { product, userId, admin } = await given()
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  const { asked, shop: asking } = answering({ state: 'pending', report: { code: 'not-paid-yet' } })
  const press = { ...admin, request: 'press-1' }
  const first = await askProvider(asking, press, { orderId: order.id })
  expect(await askProvider(asking, press, { orderId: order.id })).toEqual(first)
  expect(asked).toHaveLength(1)
})

test('asking is limited to once in ten seconds for a waiting customer, and to once a second for staff', async () => {
  const { product, userId } = await given()
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  const { asked, shop: asking } = answering({ state: 'pending', report: { code: 'not-paid-yet' } })
  const start = Date.now()
  const at = (ms: number, isAsked?: boolean) =>
    askWhileWaiting(
      { ...asking, now: () => new Date(start + ms) },
      { orderId: order.id },
      ...(isAsked === undefined ? [] : [{ isAsked }]),
    )
  const count = async (ms: number, isAsked?: boolean) => {
    await at(ms, isAsked)
    return asked.length
  }
  expect(await count(0)).toBe(1)
  expect(await count(10_000)).toBe(1)
  expect(await count(10_001)).toBe(2)
  expect(await count(11_001, true)).toBe(2)
  expect(await count(11_002, true)).toBe(3)
  expect(await count(12_100, false)).toBe(3)
})

test('the provider is asked about a payment by its return address at most thirty times in ten minutes', async () => {
  const { product, userId } = await given()
  const { payment } = await aPendingOrder(shop, userId, [{ product }])
  const { asked, shop: asking } = answering({ state: 'pending', report: { code: 'not-paid-yet' } })
  const limited = { ...asking, rateLimiter: openRateLimiter(shop.db, 1) }
  for (let n = 1; n <= 35; n += 1)
    expect(await settlePayment(limited, payment.reference, { isForAll: true })).toMatchObject({
      ok: true,
      state: 'pending',
    })
  expect(asked).toHaveLength(30)
  await settlePayment(limited, payment.reference)
  expect(asked).toHaveLength(31)
})
