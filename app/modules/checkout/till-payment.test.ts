import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import {
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  auditLog,
  creditMovements,
  credits,
  payments,
  posSaleItems,
  posSales,
  variants,
} from '../../db/tables.server.ts'
import type { Verdict } from '../../platform/payments/payments.server.ts'
import { openRateLimiter } from '../../platform/rate-limiter.server.ts'
import { checkLedger } from '../health/check-stock.ts'
import { checkTotals } from '../health/check-sums.ts'
import { readToday } from '../reports/read-today.ts'
import { takeStock } from '../stock/move-stock.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { askWhileWaiting } from './ask-provider.ts'
import { expireForgotten, expirePosSale } from './expire-order.ts'
import { pollPayment } from './poll-payment.ts'
import { settlePayment } from './settle-payment.ts'
import { paySale } from './start-payment.ts'
import { giveUpSale, openPageAgain } from './till-payment.ts'

const shop = useShop()
let actor: { userId: string; ip: string }
let dress: TestProduct

beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'cashier')).userId, ip: '10.0.0.1' }
  dress = await aProduct(shop, { price: 20_000, stock: 3 })
})

/** Dresses, two of them, waiting on the payment page. */
async function aWaitingSale(cashAmount = 0, quantity = 2) {
  const rung = await ringUpProviderSale(shop, actor.userId, {
    lines: [{ ...dress, quantity }],
    totalAmount: 20_000 * quantity,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: randomUUID(),
    cashAmount,
  })
  if (!rung.ok) throw new Error(rung.reason)
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  return { id: rung.sale.id, number: rung.sale.saleNumber, reference: rung.payment.reference }
}
const saleOf = async (id: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, id)))[0]
const onHand = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory
/** Somebody else buys some of what came back to stock. */
const sellOthers = (quantity: number) =>
  shop.db.transaction((db) =>
    takeStock(db, [{ variantId: dress.variantId, quantity }], 'pos_sale', {}),
  )
const newestReference = async (id: string) =>
  (
    await shop.db
      .select()
      .from(payments)
      .where(eq(payments.posSaleId, id))
      .orderBy(payments.createdAt)
  ).at(-1)?.reference ?? ''

describe('money for a sale that was given up', () => {
  test('completes the sale with its units, and puts it under review', async () => {
    const { id, reference } = await aWaitingSale()
    expect(await giveUpSale(shop, id, actor)).toBe(true)
    expect(await onHand()).toBe(3)
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    await settlePayment(shop, reference)
    const sale = await saleOf(id)
    expect(sale).toMatchObject({ paymentStatus: 'completed', reviewReasons: ['paid-late'] })
    expect(sale?.reviewNotes).toMatchObject([{ code: 'paid-late', reference }])
    expect(await onHand()).toBe(1)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('takes the units that are left when others were sold meanwhile, and names the missing ones', async () => {
    const { id, reference } = await aWaitingSale()
    await giveUpSale(shop, id, actor)
    await sellOthers(2)
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    expect(await saleOf(id)).toMatchObject({
      paymentStatus: 'completed',
      reviewReasons: ['paid-late', 'short-stock'],
      reviewNotes: [
        { code: 'paid-late' },
        { code: 'items-missing', units: 1, product: dress.name },
      ],
    })
    expect((await shop.db.select().from(posSaleItems))[0]).toMatchObject({ missing: 1 })
    expect(await onHand()).toBe(0)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('does not count the cash part, which went back to the customer', async () => {
    const { id, reference } = await aWaitingSale(15_000)
    await giveUpSale(shop, id, actor)
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    expect(await saleOf(id)).toMatchObject({
      paymentStatus: 'completed',
      cashAmount: 0,
      reviewReasons: ['paid-late', 'sum-differs'],
    })
  })

  test('puts the sale under review again, even if it was handled before', async () => {
    const { id, reference } = await aWaitingSale()
    await giveUpSale(shop, id, actor)
    const handled = { handledAt: new Date(), handledBy: actor.userId }
    await shop.db.update(posSales).set(handled).where(eq(posSales.id, id))
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    expect(await saleOf(id)).toMatchObject({ handledAt: null, handledBy: null })
  })
})

describe('a sale is called off', () => {
  test('by a staff member, which is logged once', async () => {
    const { id, number } = await aWaitingSale()
    expect(await giveUpSale(shop, id, actor)).toBe(true)
    expect(await giveUpSale(shop, id, actor)).toBe(false)
    expect(await shop.db.select().from(auditLog)).toMatchObject([
      {
        byUser: actor.userId,
        action: 'payment given up',
        entity: 'pos_sale',
        entityId: id,
        label: number,
      },
    ])
  })

  test('but not when its money has arrived: the provider is asked once more', async () => {
    const { id, reference } = await aWaitingSale()
    await payAtProvider(shop, reference)
    expect(await giveUpSale(shop, id, actor)).toBe(false)
    expect(await shop.db.$count(auditLog)).toBe(0)
    expect(await saleOf(id)).toMatchObject({ paymentStatus: 'completed', reviewReasons: [] })
    expect(await onHand()).toBe(1)
  })

  test('at the very moment of its payment: it ends as paid, and nothing is sold twice', async () => {
    const { id, reference } = await aWaitingSale()
    await payAtProvider(shop, reference)
    await Promise.all([
      giveUpSale(shop, id, actor),
      settlePayment(shop, reference),
      expirePosSale(shop, id),
      giveUpSale(shop, id, actor),
      settlePayment(shop, reference),
    ])
    expect((await saleOf(id))?.paymentStatus).toBe('completed')
    expect(await onHand()).toBe(1)
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })

  test('by the nightly check when nothing ended it before', async () => {
    const { id } = await aWaitingSale()
    await shop.db.execute('delete from pgboss.job')
    const then = new Date(Date.now() + 91 * 60_000)
    await expireForgotten({ ...shop, now: () => then })
    expect(await shop.jobs.runDue(jobHandlers(shop), ['expire-pos-sale'])).toBe(1)
    expect((await saleOf(id))?.paymentStatus).toBe('failed')
    expect(await onHand()).toBe(3)
  })

  test('while the provider does not answer: its units return to stock, and its payment is still polled', async () => {
    const { id, reference } = await aWaitingSale()
    const { payments: provider } = shop
    const silent: Verdict = { state: 'pending', report: { code: 'no-answer', seconds: 8 } }
    shop.payments = { ...provider, verify: async () => silent }
    expect(await giveUpSale(shop, id, actor)).toBe(true)
    shop.payments = provider
    await payAtProvider(shop, reference)
    expect((await saleOf(id))?.paymentStatus).toBe('cancelled')
    shop.now = () => new Date(Date.now() + 60_000)
    await askWhileWaiting(shop, { posSaleId: id })
    shop.now = () => new Date()
    expect((await saleOf(id))?.paymentStatus).toBe('completed')
  })
})

describe('a new payment page', () => {
  test('leaves the old one payable, and a payment on either completes the sale', async () => {
    const { id, number, reference } = await aWaitingSale()
    const before = await findTillSale(shop.db, number)
    expect(await openPageAgain(shop, id)).toEqual({ ok: true })
    const after = await findTillSale(shop.db, number)
    expect(after).toMatchObject({ state: 'waiting', payment: { pages: 2, amount: 40_000 } })
    expect(after?.payment?.checkoutUrl).not.toBe(before?.payment?.checkoutUrl)
    await payAtProvider(shop, reference)
    await settlePayment(shop, reference)
    expect(await findTillSale(shop.db, number)).toMatchObject({ state: 'paid' })
  })

  test('that is requested again after a lost answer is the same page', async () => {
    const { id, number } = await aWaitingSale()
    expect(await openPageAgain(shop, id, 1)).toEqual({ ok: true })
    const made = await findTillSale(shop.db, number)
    expect(await openPageAgain(shop, id, 1)).toEqual({ ok: true })
    expect(await findTillSale(shop.db, number)).toEqual(made)
    expect(made?.payment?.pages).toBe(2)
    expect(await openPageAgain(shop, id, 2)).toEqual({ ok: true })
    expect((await findTillSale(shop.db, number))?.payment?.pages).toBe(3)
  })

  test('and the old one both paid: a person refunds one', async () => {
    const { id, reference } = await aWaitingSale()
    await openPageAgain(shop, id)
    const second = await newestReference(id)
    for (const one of [reference, second]) {
      await payAtProvider(shop, one)
      await settlePayment(shop, one)
      await settlePayment(shop, one)
    }
    const sale = await saleOf(id)
    expect(sale).toMatchObject({ paymentStatus: 'completed', reviewReasons: ['sum-differs'] })
    expect(sale?.reviewNotes).toMatchObject([{ code: 'paid-twice' }])
    expect(await onHand()).toBe(1)
  })

  test('is not opened for a sale that is paid or called off', async () => {
    const paid = await aWaitingSale()
    await payAtProvider(shop, paid.reference)
    const refused = { ok: false, reason: 'pos-not-waiting' }
    expect(await openPageAgain(shop, paid.id)).toEqual(refused)
    dress = await aProduct(shop, { price: 20_000 })
    const off = await aWaitingSale()
    await giveUpSale(shop, off.id, actor)
    expect(await openPageAgain(shop, off.id)).toEqual(refused)
    expect(await openPageAgain(shop, randomUUID())).toEqual(refused)
  })

  test('is not opened while online payment is off', async () => {
    const { id, reference } = await aWaitingSale()
    const off = { ...shop, config: { ...shop.config, payments: 'off' as const } }
    expect(await openPageAgain(off, id)).toEqual({ ok: false, reason: 'pos-payments-off' })
    expect(await newestReference(id)).toBe(reference)
  })

  test('is opened at most ten times in ten minutes for each sale', async () => {
    const [{ id }, other] = [await aWaitingSale(), await aWaitingSale(0, 1)]
    const rateLimiter = openRateLimiter(shop.db, 1)
    const limited = { ...shop, rateLimiter }
    // The first one was opened with the sale.
    for (let n = 2; n <= 10; n += 1) expect(await openPageAgain(limited, id)).toEqual({ ok: true })
    expect(await openPageAgain(limited, id)).toEqual({
      ok: false,
      reason: 'too-many-attempts',
      minutes: 10,
    })
    expect(await openPageAgain(limited, id, 0)).toMatchObject({ reason: 'too-many-attempts' })
    expect(await openPageAgain(limited, other.id)).toEqual({ ok: true })
  })

  test('uses the payment attempt that has no page yet, otherwise a new attempt', async () => {
    const { id, reference } = await aWaitingSale()
    const tries = () => shop.db.$count(payments, eq(payments.posSaleId, id))
    const loseAll = (change: object = {}) =>
      shop.db
        .update(payments)
        .set({ checkoutUrl: null, ...change })
        .where(eq(payments.posSaleId, id))
    await shop.db.execute('delete from sandbox_payments')
    await loseAll()
    expect(await openPageAgain(shop, id)).toEqual({ ok: true })
    expect(await newestReference(id)).toBe(reference)
    expect(await tries()).toBe(1)
    await loseAll({ provider: 'paychangu' })
    expect(await openPageAgain(shop, id)).toEqual({ ok: true })
    expect(await tries()).toBe(2)
    await loseAll({ status: 'failed' })
    expect(await openPageAgain(shop, id)).toEqual({ ok: true })
    expect(await tries()).toBe(3)
    await shop.db.delete(payments)
    expect(await openPageAgain(shop, id)).toEqual({ ok: true })
    expect(await tries()).toBe(1)
  })
})

test('a till sale paid with too little money is under review, neither paid nor failed', async () => {
  const { id, number, reference } = await aWaitingSale()
  const { payments: provider } = shop
  const verdict: Verdict = {
    state: 'paid',
    amount: 39_000,
    currency: 'MWK',
    providerReference: 'x',
    channel: null,
    mode: 'test',
  }
  shop.payments = { ...provider, verify: async () => verdict }
  await settlePayment(shop, reference)
  await settlePayment(shop, reference)
  shop.payments = provider
  expect(await findTillSale(shop.db, number)).toMatchObject({ state: 'held' })
  expect(await saleOf(id)).toMatchObject({
    paymentStatus: 'pending',
    reviewReasons: ['sum-differs'],
    reviewNotes: [{ code: 'underpaid', paidAmount: 39_000, amount: 40_000 }],
  })
})

test('a sale is found by its number in any case and by its id only', async () => {
  const { id, number } = await aWaitingSale()
  for (const name of [number, number.toLowerCase(), ` ${number}`, id, id.toUpperCase()])
    expect((await findTillSale(shop.db, name))?.saleId).toBe(id)
  for (const name of ['', 'POS-2026-999999', randomUUID(), '../1', `${number}'--`])
    expect(await findTillSale(shop.db, name)).toBeUndefined()
})

/** A voucher that is sold, waiting on the payment page. */
async function aWaitingVoucher(change: Partial<Parameters<typeof ringUpProviderSale>[2]> = {}) {
  const id = randomUUID()
  const rung = await ringUpProviderSale(shop, actor.userId, {
    lines: [],
    totalAmount: 30_000,
    voucher: 30_000,
    customerName: null,
    customerPhone: null,
    notes: null,
    idempotencyKey: id,
    saleId: id,
    deviceId,
    ...change,
  })
  if (!rung.ok) throw new Error(rung.reason)
  const started = await paySale(shop, rung.sale, rung.payment)
  if (!started.ok) throw new Error(started.reason)
  return { id, number: rung.sale.saleNumber, reference: rung.payment.reference }
}
const deviceId = randomUUID()
const codes = () => shop.db.select().from(credits)
const issuings = async () => shop.db.$count(creditMovements, eq(creditMovements.kind, 'issued'))

describe('a voucher sold by mobile money', () => {
  test('gets its code once it is paid, one however often and by whichever process that is learned', async () => {
    const { id, number, reference } = await aWaitingVoucher()
    expect(await codes()).toEqual([])
    await payAtProvider(shop, reference)
    await Promise.all([
      settlePayment(shop, reference),
      expirePosSale(shop, id),
      settlePayment(shop, reference),
      pollPayment(shop, reference),
      giveUpSale(shop, id, actor),
    ])
    await settlePayment(shop, reference)
    expect(await saleOf(id)).toMatchObject({ paymentStatus: 'completed', voucherAmount: 30_000 })
    const [code] = await codes()
    expect(await codes()).toMatchObject([
      { id, kind: 'voucher', status: 'active', amount: 30_000, balance: 30_000 },
    ])
    expect(await issuings()).toBe(1)
    // Told to who has sold it at the device where, on the day, and to nobody else.
    const voucher = async (by?: { deviceId: string | null; userId: string }) =>
      (await findTillSale(shop.db, number, by))?.voucher
    const seller = { deviceId, userId: (await saleOf(id))?.cashierId ?? '' }
    expect(await voucher(seller)).toEqual({ amount: 30_000, code: code?.code })
    for (const change of [
      { deviceId: null },
      { deviceId: randomUUID() },
      { userId: (await aUser(shop, 'cashier')).userId },
    ])
      expect(await voucher({ ...seller, ...change })).toEqual({ amount: 30_000, code: '' })
    expect(await voucher()).toEqual({ amount: 30_000, code: '' })
    await shop.db.update(credits).set({ createdAt: sql`now() - interval '25 hours'` })
    expect(await voucher(seller)).toEqual({ amount: 30_000, code: '' })
    expect(await checkTotals(shop.db)).toMatchObject({ code: 'totals-agree' })
    expect((await readToday(shop)).today.till).toEqual({ count: 0, amount: 0 })
  })

  test('gets no code when it is not paid or paid too little; a late payment makes it and puts the sale under review', async () => {
    const off = await aWaitingVoucher()
    expect(await giveUpSale(shop, off.id, actor)).toBe(true)
    const ended = await aWaitingVoucher()
    expect(await expirePosSale(shop, ended.id)).toBe(true)
    const less = await aWaitingVoucher()
    await payAtProvider(shop, less.reference)
    const payments = {
      ...shop.payments,
      verify: async (reference: string) => {
        const verified = await shop.payments.verify(reference)
        return verified.state === 'paid' ? { ...verified, amount: 29_999 } : verified
      },
    }
    expect(await settlePayment({ ...shop, payments }, less.reference)).toMatchObject({
      state: 'mismatch',
    })
    expect(await codes()).toEqual([])
    await payAtProvider(shop, off.reference)
    await settlePayment(shop, off.reference)
    await settlePayment(shop, off.reference)
    expect(await saleOf(off.id)).toMatchObject({ reviewReasons: ['paid-late'] })
    expect(await codes()).toMatchObject([{ id: off.id, status: 'active', balance: 30_000 }])
  })

  test('gets one code when two of its pages are paid, and the sale goes under review', async () => {
    const { id, reference } = await aWaitingVoucher()
    await openPageAgain(shop, id)
    const second = await newestReference(id)
    for (const paid of [reference, second]) {
      await payAtProvider(shop, paid)
      await settlePayment(shop, paid)
    }
    expect(await saleOf(id)).toMatchObject({ reviewReasons: ['sum-differs'] })
    expect(await codes()).toMatchObject([{ balance: 30_000 }])
  })

  test('must be the only content of its sale, and the same request repeats the same sale', async () => {
    const { id, number } = await aWaitingVoucher()
    expect(await aWaitingVoucher({ saleId: id, idempotencyKey: id })).toMatchObject({ number })
    for (const [change, reason] of [
      [{ saleId: id, idempotencyKey: id, voucher: null }, 'idempotency-reused'],
      [{ lines: [{ ...dress, quantity: 1 }] }, 'pos-voucher-alone'],
      [{ discount: 1 }, 'pos-voucher-alone'],
      [{ cashAmount: 1 }, 'pos-voucher-alone'],
      [{ credit: { reserveId: randomUUID(), amount: 1 } }, 'pos-voucher-alone'],
      [{ voucher: 999, totalAmount: 999 }, 'pos-voucher-sum'],
      [{ voucher: 1000.5, totalAmount: 1000.5 }, 'pos-voucher-sum'],
      [{ totalAmount: 29_999 }, 'total-changed'],
      [{ shiftId: randomUUID() }, 'pos-shift'],
    ] as const)
      await expect(aWaitingVoucher(change as never)).rejects.toThrow(reason)
  })

  test('cannot have its code before it is paid: the database refuses it', async () => {
    const { id } = await aWaitingVoucher()
    const code = { id, code: 'ABCD2345EFGH', kind: 'voucher', status: 'active' } as const
    const write = (amount: number) =>
      shop.db.insert(credits).values({ ...code, amount, requestedBy: actor.userId })
    const refused = { cause: { constraint: 'credits_voucher_paid' } }
    await expect(write(30_000)).rejects.toMatchObject(refused)
    await shop.db.update(posSales).set({ paymentStatus: 'completed' }).where(eq(posSales.id, id))
    await expect(write(30_001)).rejects.toMatchObject(refused)
  })
})
