import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, payments, posSales, stockMovements } from '../../db/tables.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import {
  PAYMENT_OUTCOMES,
  PAYMENT_TRANSITIONS,
  type PaymentOutcome,
} from '../../rules/payments/payment-transitions.ts'
import {
  PAYMENT_STATUSES,
  type PaymentStatus,
  POS_PAYMENT_STATUSES,
  type PosPaymentStatus,
} from '../../rules/payments/payments.ts'
import { SALE_ACTORS, SALE_TRANSITIONS, type SaleActor } from '../../rules/till/sale-transitions.ts'
import type { Purpose } from '../payments/payments.ts'
import { recordSalePayment, ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { expirePosSale } from './expire-order.ts'
import { settlePayment } from './settle-payment.ts'
import { giveUpSale } from './till-payment.ts'

// Walks the tables of payments and of till sales: each step is made by the real act of whoever makes it, and what
// the table says of it is looked for in the database.

const shop = useShop()
let dress: TestProduct
let person: { userId: string; ip: string }

beforeEach(async () => {
  person = { userId: (await aUser(shop, 'cashier')).userId, ip: '10.0.0.1' }
  dress = await aProduct(shop, { price: 20_000, stock: 5 })
})

const paid = (amount: number, mode: 'live' | 'test'): Verdict => {
  return { state: 'paid', amount, currency: 'MWK', providerReference: 'x', channel: null, mode }
}
const verdictOf = (outcome: PaymentOutcome, amount: number): Verdict =>
  ({
    pending: { state: 'pending', report: { code: 'no-answer', seconds: 8 } } as const,
    failed: { state: 'failed', report: { code: 'not-paid-yet' } } as const,
    paid: paid(amount, 'live'),
    underpaid: paid(amount - 1, 'live'),
    'not-live-money': paid(amount, 'test'),
  })[outcome]

/** A provider that says so about every payment, in a shop that takes live money alone. */
async function answerWith(reference: string, outcome: PaymentOutcome, now = shop.now()) {
  const { amount } = await paymentOf(reference)
  return settlePayment(
    {
      ...shop,
      now: () => now,
      config: { ...shop.config, sampleShop: false, payments: 'paychangu' },
      payments: { ...shop.payments, verify: async () => verdictOf(outcome, amount) },
    },
    reference,
  )
}
const paymentOf = async (reference: string) => {
  const [payment] = await shop.db.select().from(payments).where(eq(payments.reference, reference))
  if (!payment) throw new Error('no such payment')
  return payment
}

async function anOrder(): Promise<{ purpose: Purpose; reference: string }> {
  const { order, payment } = await aPendingOrder(shop, person.userId, [{ product: dress }])
  return { purpose: { orderId: order.id }, reference: payment.reference }
}
async function aSale(cashAmount = 0) {
  const rung = await ringUpProviderSale(shop, person.userId, {
    lines: [{ ...dress, quantity: 1 }],
    totalAmount: 20_000,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
    cashAmount,
  })
  if (!rung.ok) throw new Error(rung.reason)
  const { sale, payment } = rung
  return { sale, purpose: { posSaleId: sale.id }, reference: payment.reference }
}

/** What a payment is for, as the database knows it: whether it is paid, and why it is under review. */
async function readPaidFor(purpose: Purpose) {
  if ('orderId' in purpose) {
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, purpose.orderId))
    return { isPaid: order?.paidAt != null, review: order?.reviewReason ?? null }
  }
  if ('voucherPurchaseId' in purpose) throw new Error('see vouchers.test.ts')
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, purpose.posSaleId))
  return { isPaid: sale?.paymentStatus === 'completed', review: sale?.reviewReasons[0] ?? null }
}

const REACHED_BY: Record<PaymentStatus, PaymentOutcome | null> = {
  open: null,
  failed: 'failed',
  paid: 'paid',
  mismatch: 'underpaid',
}

describe.each([
  ['an order', 'order', anOrder],
  ['a till sale', 'sale', () => aSale()],
] as const)('a payment for %s', (_name, kind, make) => {
  const all = PAYMENT_STATUSES.flatMap((from) =>
    PAYMENT_OUTCOMES.map((outcome) => ({ from, outcome })),
  )
  test.each(all)(
    'that is $from changes as its table says when the answer is $outcome',
    async ({ from, outcome }) => {
      const { purpose, reference } = await make()
      const first = REACHED_BY[from]
      if (first) await answerWith(reference, first)
      const before = { payment: await paymentOf(reference), for: await readPaidFor(purpose) }
      expect(before.payment.status).toBe(from)
      const now = new Date(Date.now() + 60_000)
      await answerWith(reference, outcome, now)
      const after = { payment: await paymentOf(reference), for: await readPaidFor(purpose) }
      const step = PAYMENT_TRANSITIONS[from][outcome]
      if (!step) return expect(after).toEqual(before)
      expect(after.payment).toMatchObject({
        status: step.to,
        settledAt: step.stamp ? now : null,
        lastAskedAt: now,
        lastAnswer: expect.objectContaining({ code: expect.any(String) }),
      })
      expect(after.for).toEqual({
        isPaid: step.then === 'paid',
        review: typeof step.then === 'object' ? step.then.review[kind] : null,
      })
      await answerWith(reference, outcome, new Date(Date.now() + 120_000))
      expect(await readPaidFor(purpose)).toEqual(after.for)
    },
  )
})

describe('a till sale to be paid by mobile money', () => {
  const TO: Record<PosPaymentStatus, (id: string, reference: string) => Promise<unknown>> = {
    pending: async () => {},
    completed: (_id, reference) => answerWith(reference, 'paid'),
    failed: (id) => expirePosSale(shop, id),
    cancelled: (id) => giveUpSale(shop, id, person),
  }
  // What staff call off is not paid whole: short-sale.test.ts.
  const ACTORS = SALE_ACTORS.filter((by) => by !== 'staff')
  type Actor = Exclude<SaleActor, 'staff'>
  const ACTS: Record<Actor, (id: string, reference: string) => Promise<unknown>> = {
    payment: (_id, reference) => answerWith(reference, 'paid'),
    timer: (id) => expirePosSale(shop, id),
    cashier: (id) => giveUpSale(shop, id, person),
  }
  const look = async (id: string) => {
    const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, id))
    const moved = await shop.db
      .select({ kind: stockMovements.kind })
      .from(stockMovements)
      .where(eq(stockMovements.posSaleId, id))
      .orderBy(stockMovements.id)
    const { rows } = await shop.db.execute<{ onHand: number }>(
      sql`select inventory as "onHand" from variants where id = ${dress.variantId}`,
    )
    return { sale, moved: moved.map(({ kind }) => kind), onHand: rows[0]?.onHand }
  }

  const all = ACTORS.flatMap((by) => POS_PAYMENT_STATUSES.map((from) => ({ by, from })))
  test.each(all)('that is $from changes as its table says by $by', async ({ by, from }) => {
    const { sale, reference } = await aSale(5000)
    const later = await shop.db.transaction((db) => recordSalePayment(shop, db, sale))
    await TO[from](sale.id, reference)
    const before = await look(sale.id)
    expect(before.sale?.paymentStatus).toBe(from)
    await ACTS[by](sale.id, later.reference)
    const after = await look(sale.id)
    const step = SALE_TRANSITIONS[by][from]
    if (!step) return expect(after).toEqual(before)
    expect(after.sale?.paymentStatus).toBe(step.to)
    expect(after.moved.slice(before.moved.length)).toEqual(
      { keep: [], sell: ['release', 'pos_sale'], allocate: ['pos_sale'], return: ['release'] }[
        step.stock
      ],
    )
    expect(after.onHand).toBe(step.to === 'completed' ? 4 : 5)
    expect(after.sale?.cashAmount).toBe(step.cash === 'uncount' ? 0 : 5000)
    expect(after.sale?.reviewReasons[0] ?? null).toBe(step.review)
  })
})
