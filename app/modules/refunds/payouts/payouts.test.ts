import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import {
  auditLog,
  orderEvents,
  orders,
  payments,
  payouts,
  profiles,
  refunds,
  refundWallets,
  savedSettings,
} from '../../../db/tables.server.ts'
import { noPayments } from '../../../platform/payments/payments.server.ts'
import type {
  PayoutToSend,
  PayoutVerdict,
  SentPayout,
} from '../../../platform/payments/payouts.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { formatCoded } from '../../../rules/messages/message.ts'
import { payoutAnswers } from '../../../rules/messages/refunds/payouts.ts'
import { defaultGroups } from '../../../rules/settings/default-settings.ts'
import { checkPayouts } from '../../health/check-payouts.ts'
import { anonymizeOrders, lockOrdersOf } from '../../orders/anonymize-orders.ts'
import { findGroup } from '../../settings/list-settings.ts'
import { forgetRefundNotes } from '../forget-notes.ts'
import { approveRefund, cancelRefund, giveRefund } from '../move-refund.ts'
import { type RefundRequest, requestRefund } from '../request-refund.ts'
import { endPayout } from './end-payout.ts'
import { pollForgottenPayouts, pollPayout } from './poll-payout.ts'
import { sendPayout } from './send-payout.ts'
import { settlePayout } from './settle-payout.ts'
import { payOutRefund } from './start-payout.ts'
import { proposeWallet } from './wallets.ts'

// docs/payments.md, Payouts.

const shop = useShop()
let dress: TestProduct
let userId: string
let admin: Awaited<ReturnType<typeof anAdmin>>
let second: typeof admin
let asked: PayoutToSend[]
let sends: SentPayout
let nextVerdict: PayoutVerdict
let paying: Shop

const ACCEPTED: SentPayout = { state: 'accepted' }
const ARRIVED: PayoutVerdict = {
  state: 'paid',
  amount: 22_000,
  providerReference: 'PC 77',
  fee: 40,
  mode: 'live',
}
const quote = (words: string) => ({ code: 'provider-message', http: 400, words }) as const
const NO_ANSWER = { code: 'no-answer', seconds: 8 } as const
const FAILED: PayoutVerdict = { state: 'failed', report: quote('the wallet is full') }
const PENDING: PayoutVerdict = { state: 'pending', report: NO_ANSWER }
const UNKNOWN: PayoutVerdict = { state: 'unknown' }

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50, price: 20_000 })
  ;({ userId } = await aUser(shop))
  admin = await anAdmin(shop)
  second = await anAdmin(shop)
  asked = []
  sends = ACCEPTED
  nextVerdict = PENDING
  paying = {
    ...shop,
    payments: {
      ...shop.payments,
      payOut: async (payout) => {
        asked.push(payout)
        return sends
      },
      verifyPayout: async () => nextVerdict,
    },
  }
})

const later = (seconds: number): Shop => ({
  ...paying,
  now: () => new Date(Date.now() + seconds * 1000),
})
const paid = async (quantity = 1) =>
  (await aPaidOrder(shop, userId, [{ product: dress, quantity }])).order
const read = (id: string) => readOrder(shop, id)
const rows = () => shop.db.select().from(refunds).orderBy(refunds.createdAt)
const sent = () => shop.db.select().from(payouts).orderBy(payouts.createdAt)
const PAYER = { operator: 'airtel', phone: '099 123 4567' }
const known = (order: { id: string }) =>
  shop.db
    .update(payments)
    .set({ payerPhone: '+265991234567' })
    .where(eq(payments.orderId, order.id))

const ask = async (orderId: string, overrides: Partial<RefundRequest> = {}, by = admin) =>
  requestRefund(paying, by, {
    id: randomUUID(),
    orderId,
    version: (await read(orderId)).version,
    what: { kind: 'all', withDelivery: true },
    way: 'wallet',
    reason: 'faulty',
    note: null,
    given: null,
    wallet: PAYER,
    ...overrides,
  })
/** An order whose money is to be paid out, with the payout as its job finds it. */
async function started() {
  const order = await paid()
  await known(order)
  expect(await ask(order.id)).toMatchObject({ ok: true, status: 'sent', amount: 22_000 })
  const [payout] = (await sent()).slice(-1)
  if (!payout) throw new Error('no payout')
  return { order, chargeId: payout.chargeId, refundId: payout.refundId }
}
const seenOf = async (refundId: string) => {
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, refundId))
  return { refundId, version: refund?.version ?? 0 }
}
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: { subject: string; paragraphs: string[] } }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on`,
  )
  return rows.map(({ data }) => data)
}
const jobsOf = async (name: string) => {
  const { rows } = await shop.db.execute<{ data: { chargeId: string } }>(
    sql`select data from pgboss.job where name = ${name}`,
  )
  return rows.map(({ data }) => data.chargeId)
}

describe('a refund to a mobile wallet', () => {
  test('is requested from the provider once, and is done when the provider confirms it', async () => {
    const { order, chargeId } = await started()
    expect(await jobsOf('send-payout')).toEqual([chargeId])
    expect(await read(order.id)).toMatchObject({ refundedAmount: 0 })
    await sendPayout(paying, chargeId)
    await sendPayout(paying, chargeId)
    expect(asked).toEqual([
      { chargeId, amount: 22_000, operator: 'airtel', phone: '+265991234567' },
    ])
    expect(await rows()).toMatchObject([{ status: 'sent', endedAt: null }])
    nextVerdict = ARRIVED
    await Promise.all([1, 2, 3].map(() => settlePayout(paying, chargeId)))
    expect(await rows()).toMatchObject([{ status: 'done', reference: 'PC 77', endedBy: null }])
    expect(await sent()).toMatchObject([{ status: 'paid', fee: 40, lastAnswer: { code: 'paid' } }])
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
    const notes = (await readOrderEvents(shop, order.id)).map(({ note }) => note)
    expect(notes.slice(-2)).toEqual([
      { code: 'payout-sent', amount: 22_000 },
      { code: 'refunded', amount: 22_000, way: 'wallet' },
    ])
    const notified = (await emails()).filter(({ subject }) => subject.includes('given back'))
    expect(notified).toHaveLength(1)
    expect(notified[0]?.paragraphs.join()).toContain('by mobile money. It is in the wallet now')
    const log = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log.map(({ action }) => action)).toEqual(['refund requested', 'payout sent'])
  })

  test('is confirmed when it is sent again, and not to another wallet', async () => {
    const order = await paid()
    await known(order)
    const press = { id: randomUUID(), version: (await read(order.id)).version }
    expect(await ask(order.id, press)).toMatchObject({ ok: true, status: 'sent' })
    const same = { ...PAYER, phone: '+265991234567' }
    expect(await ask(order.id, { ...press, wallet: same })).toMatchObject({ ok: true })
    for (const wallet of [{ ...PAYER, phone: '088 123 4567' }, { ...PAYER, operator: 'tnm' }, null])
      expect(await ask(order.id, { ...press, wallet })).toMatchObject({
        reason: 'edited-meanwhile',
      })
    expect(await sent()).toHaveLength(1)
  })

  test('cannot be completed by a reference noted by hand', async () => {
    const { refundId } = await started()
    const given = { reference: 'NB 1' }
    expect(await giveRefund(paying, admin, { ...(await seenOf(refundId)), given })).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await cancelRefund(paying, admin, await seenOf(refundId))).toMatchObject({
      reason: 'edited-meanwhile',
    })
    const order = await paid()
    expect(await ask(order.id, { given })).toMatchObject({ reason: 'refund-way-other' })
  })

  test.each([
    [{ ...PAYER, phone: '' }, 'payout-phone-bad'],
    [{ ...PAYER, phone: '01 770 123' }, 'payout-phone-bad'],
    [{ ...PAYER, phone: '+27 82 123 4567' }, 'payout-phone-bad'],
    [{ ...PAYER, operator: '' }, 'payout-operator-missing'],
    [{ ...PAYER, operator: 'mtn' }, 'payout-operator-missing'],
    [null, 'payout-phone-bad'],
  ])('to %j is refused: %s', async (wallet, reason) => {
    const order = await paid()
    expect(await ask(order.id, { wallet })).toEqual({ ok: false, reason })
    expect(await rows()).toEqual([])
  })

  test('is refused when the provider pays nothing out', async () => {
    const order = await paid()
    paying = { ...paying, config: { ...shop.config, payments: 'off' } }
    expect(await ask(order.id)).toEqual({ ok: false, reason: 'payouts-off' })
  })

  test('that is requested twice, also at once, is one payout', async () => {
    const order = await paid()
    await known(order)
    const press = { id: randomUUID(), version: (await read(order.id)).version }
    const both = await Promise.all([ask(order.id, press), ask(order.id, press)])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await sent()).toHaveLength(1)
  })

  test('proposes the payer’s number, otherwise the order’s', async () => {
    const order = await paid()
    await shop.db.update(orders).set({ phone: '0888 123 456' }).where(eq(orders.id, order.id))
    const propose = async () => proposeWallet(shop.db, await read(order.id))
    expect(await propose()).toEqual({ operator: 'tnm', phone: '+265888123456' })
    await known(order)
    expect(await propose()).toEqual({ operator: 'airtel', phone: '+265991234567' })
    await shop.db.update(payments).set({ payerPhone: null })
    await shop.db.update(orders).set({ phone: '+27821234567' }).where(eq(orders.id, order.id))
    expect(await propose()).toBeNull()
  })
})

describe('a second person', () => {
  test('must agree before a payout to a number that is not the payer’s', async () => {
    const order = await paid()
    await known(order)
    const other = { operator: 'tnm', phone: '0888 111 222' }
    expect(await ask(order.id, { wallet: other })).toMatchObject({ status: 'awaiting' })
    const [refund] = await rows()
    const refundId = refund?.id ?? ''
    expect(await sent()).toEqual([])
    expect(await payOutRefund(paying, admin, await seenOf(refundId))).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await approveRefund(paying, admin, await seenOf(refundId))).toMatchObject({
      reason: 'refund-second-person',
    })
    expect(await approveRefund(paying, second, await seenOf(refundId))).toMatchObject({ ok: true })
    const seen = await seenOf(refundId)
    const both = await Promise.all([
      payOutRefund(paying, admin, seen),
      payOutRefund(paying, second, seen),
    ])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(await sent()).toHaveLength(1)
    await sendPayout(paying, (await sent())[0]?.chargeId ?? '')
    expect(asked).toMatchObject([{ phone: '+265888111222', operator: 'tnm' }])
  })

  test('must agree before a payout to the order’s number when it is not known to be the payer’s', async () => {
    const order = await paid()
    const typed = '0888 333 444'
    const to = {
      wallet: { operator: 'tnm', phone: typed },
      what: { kind: 'amount', amount: 5_000 },
    } as const
    await shop.db.update(orders).set({ phone: typed }).where(eq(orders.id, order.id))
    // Placed by its own account.
    expect(await ask(order.id, to)).toMatchObject({ status: 'sent' })
    const { status } = await read(order.id)
    const note = { code: 'edited' } as const
    await shop.db
      .insert(orderEvents)
      .values({ orderId: order.id, toStatus: status, note, byUser: second.userId })
    expect(await ask(order.id, to)).toMatchObject({ status: 'awaiting' })
    const made = await paid()
    await shop.db.update(orders).set({ phone: typed }).where(eq(orders.id, made.id))
    await shop.db
      .update(orderEvents)
      .set({ byUser: admin.userId })
      .where(eq(orderEvents.orderId, made.id))
    expect(await ask(made.id, to)).toMatchObject({ status: 'awaiting' })
    // The number that paid is known: the order's is another one.
    const other = await paid()
    await shop.db.update(orders).set({ phone: typed }).where(eq(orders.id, other.id))
    await known(other)
    expect(await ask(other.id, to)).toMatchObject({ status: 'awaiting' })
    expect(await ask(other.id, { ...to, wallet: PAYER })).toMatchObject({ status: 'sent' })
  })

  test('must agree before a payout to one’s own number, and above the limit', async () => {
    const order = await paid()
    await known(order)
    await shop.db
      .update(profiles)
      .set({ phone: '0991 234 567' })
      .where(eq(profiles.userId, admin.userId))
    expect(await ask(order.id)).toMatchObject({ status: 'awaiting' })
    const large = await paid(8)
    await known(large)
    expect(await ask(large.id, {}, second)).toMatchObject({ status: 'awaiting' })
  })

  test('must agree to a wallet that is not the payer’s even without a limit, as long as there is a second person', async () => {
    const { id } = await findGroup(shop.db, 'limits')
    const values = { ...defaultGroups().limits, secondPersonFrom: null }
    await shop.db.update(savedSettings).set({ values }).where(eq(savedSettings.id, id))
    await shop.settings.refresh()
    try {
      const order = await paid()
      await known(order)
      const what = { kind: 'amount', amount: 5_000 } as const
      const other = { what, wallet: { operator: 'tnm', phone: '0888 111 222' } }
      expect(await ask(order.id, { what })).toMatchObject({ status: 'sent' })
      expect(await ask(order.id, other)).toMatchObject({ status: 'awaiting' })
      // Cashiers do not agree to refunds, and nobody to money of their own order.
      const { userId: secondId } = second
      const change = (role: 'cashier' | 'admin') =>
        shop.db.update(profiles).set({ role }).where(eq(profiles.userId, secondId))
      await change('cashier')
      expect(await ask(order.id, other)).toMatchObject({ status: 'sent' })
      await change('admin')
      await shop.db.update(orders).set({ userId: secondId }).where(eq(orders.id, order.id))
      expect(await ask(order.id, other)).toMatchObject({ status: 'sent' })
    } finally {
      await shop.db.update(savedSettings).set({ values: null, version: 1 })
      await shop.settings.refresh()
    }
  })
})

describe('a payout with an unknown outcome', () => {
  test.each<[SentPayout, PayoutVerdict]>([
    [{ state: 'unclear', report: NO_ANSWER }, PENDING],
    [{ state: 'unclear', report: { code: 'not-json', http: 503 } }, UNKNOWN],
    [ACCEPTED, UNKNOWN],
    [ACCEPTED, { ...ARRIVED, amount: 21_999 }],
    [{ state: 'refused', report: quote('charge_id: taken') }, PENDING],
    // Another request's refusal may have come in place of its own.
    [{ state: 'refused', report: quote('no') }, UNKNOWN],
  ])('after %j and %j stays under way, and is not sent again', async (answer, verdict) => {
    const { refundId, chargeId } = await started()
    sends = answer
    nextVerdict = verdict
    await sendPayout(paying, chargeId)
    await sendPayout(paying, chargeId)
    expect(asked).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent' }])
    const again = await payOutRefund(paying, second, await seenOf(refundId))
    // It stands as it was asked for: no second payout comes of it.
    expect(again).toMatchObject({ ok: true })
    expect(await sent()).toMatchObject([{ status: 'open' }])
    expect(await endPayout(paying, admin, await seenOf(refundId))).toEqual({
      ok: false,
      reason: 'payout-still-possible',
    })
    nextVerdict = ARRIVED
    await pollPayout(paying, chargeId)
    expect(await rows()).toMatchObject([{ status: 'done' }])
  })

  test('is polled by its job until it has arrived', async () => {
    const { chargeId } = await started()
    await sendPayout(paying, chargeId)
    await pollPayout(paying, chargeId)
    expect(await jobsOf('poll-payout')).toEqual([chargeId, chargeId])
    nextVerdict = ARRIVED
    await pollPayout(paying, chargeId)
    expect(await jobsOf('poll-payout')).toHaveLength(2)
  })

  test('is enqueued again at night when its job was lost', async () => {
    const { chargeId } = await started()
    await shop.db.execute(sql`delete from pgboss.job`)
    await pollForgottenPayouts(paying)
    expect(await jobsOf('send-payout')).toEqual([])
    await shop.db.update(payouts).set({ createdAt: sql`now() - interval '2 hours'` })
    await pollForgottenPayouts(paying)
    expect(await jobsOf('send-payout')).toEqual([chargeId])
    await shop.db.execute(sql`delete from pgboss.job`)
    await sendPayout(paying, chargeId)
    await shop.db.execute(sql`delete from pgboss.job`)
    await pollForgottenPayouts(paying)
    await pollForgottenPayouts(paying)
    expect(await jobsOf('poll-payout')).toEqual([chargeId])
  })

  test('stays open while payments are off: the provider is not asked, and unsent payouts wait', async () => {
    const { refundId, chargeId } = await started()
    const off = {
      ...later(7200),
      config: { ...shop.config, payments: 'off' as const },
      payments: {
        ...noPayments,
        name: paying.payments.name,
        payOut: (payout: PayoutToSend) => paying.payments.payOut(payout),
      },
    }
    await sendPayout(off, chargeId)
    expect(asked).toEqual([])
    expect(await sent()).toMatchObject([{ status: 'open', sentAt: null }])
    expect(await jobsOf('poll-payout')).toEqual([])
    await shop.db.execute(sql`delete from pgboss.job`)
    await shop.db.update(payouts).set({ createdAt: sql`now() - interval '2 hours'` })
    await pollForgottenPayouts(off)
    expect(await jobsOf('send-payout')).toEqual([chargeId])
    await sendPayout(paying, chargeId)
    expect(asked).toHaveLength(1)
    await settlePayout(off, chargeId)
    expect(await sent()).toMatchObject([{ status: 'open', unknownSince: null }])
    expect(await endPayout(later(9e4), admin, await seenOf(refundId))).toMatchObject({
      reason: 'payout-still-possible',
    })
  })

  test('that has not left is sent at night however old it is, and is ended by a person after an hour', async () => {
    const { refundId, chargeId } = await started()
    await shop.db.execute(sql`delete from pgboss.job`)
    await shop.db.update(payouts).set({ createdAt: sql`now() - interval '40 days'` })
    await pollForgottenPayouts(paying)
    expect(await jobsOf('send-payout')).toEqual([chargeId])
    await shop.db.update(payouts).set({ createdAt: sql`now() - interval '59 minutes'` })
    expect(await endPayout(shop, admin, await seenOf(refundId))).toMatchObject({
      reason: 'payout-still-possible',
    })
    await shop.db.update(payouts).set({ createdAt: sql`now() - interval '61 minutes'` })
    expect(await endPayout(shop, admin, await seenOf(refundId))).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    await sendPayout(paying, chargeId)
    expect(asked).toEqual([])
  })

  test('is ended by a person when the provider has not known it for an hour', async () => {
    const { order, refundId, chargeId } = await started()
    nextVerdict = UNKNOWN
    await sendPayout(paying, chargeId)
    expect(await endPayout(later(3500), admin, await seenOf(refundId))).toMatchObject({
      reason: 'payout-still-possible',
    })
    // A word about it in between, and the hour begins anew.
    nextVerdict = PENDING
    await settlePayout(later(3550), chargeId)
    nextVerdict = UNKNOWN
    await settlePayout(later(3560), chargeId)
    expect(await endPayout(later(3700), admin, await seenOf(refundId))).toMatchObject({
      reason: 'payout-still-possible',
    })
    const end = { ...(await seenOf(refundId)) }
    expect(await endPayout(later(7200), admin, end)).toMatchObject({ ok: true })
    expect(await endPayout(later(7200), admin, end)).toMatchObject({ ok: true })
    expect(await rows()).toMatchObject([{ status: 'failed', endedBy: admin.userId }])
    expect(await checkPayouts(shop.db)).toMatchObject({ code: 'payouts-failed' })
    expect((await readOrderEvents(shop, order.id)).at(-1)?.note).toMatchObject({
      code: 'payout-failed',
    })
  })
})

describe('a payout that has certainly failed', () => {
  const failed = async () => {
    const one = await started()
    nextVerdict = FAILED
    await sendPayout(paying, one.chargeId)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    return one
  }

  test('releases its money, and is retried with another number', async () => {
    const { order, refundId, chargeId } = await failed()
    nextVerdict = PENDING
    const seen = await seenOf(refundId)
    const both = await Promise.all([
      payOutRefund(paying, admin, seen),
      payOutRefund(paying, second, seen),
    ])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    const [, next] = await sent()
    expect(await sent()).toHaveLength(2)
    expect(next?.chargeId).not.toBe(chargeId)
    nextVerdict = ARRIVED
    await sendPayout(paying, next?.chargeId ?? '')
    expect(asked).toHaveLength(2)
    expect(await rows()).toMatchObject([{ status: 'done' }])
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
    expect(await checkPayouts(shop.db)).toEqual({ code: 'payouts-known' })
  })

  test('may be refunded in another way, and then no longer by payout', async () => {
    const { order, refundId } = await failed()
    const bank = { way: 'bank', given: { reference: 'NB 1' } } as const
    expect(await ask(order.id, bank)).toMatchObject({ ok: true, status: 'done' })
    expect(await payOutRefund(paying, admin, await seenOf(refundId))).toMatchObject({
      reason: 'refund-above-paid',
    })
    expect(await cancelRefund(paying, admin, await seenOf(refundId))).toMatchObject({ ok: true })
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
  })

  test('was refused, and a minute later the provider still does not know it', async () => {
    const { chargeId } = await started()
    const report = quote('Payouts are not active')
    sends = { state: 'refused', report }
    nextVerdict = UNKNOWN
    await sendPayout(paying, chargeId)
    expect(await rows()).toMatchObject([{ status: 'sent' }])
    await settlePayout(later(61), chargeId)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    expect(await sent()).toMatchObject([
      { lastAnswer: { code: 'not-accepted', report }, refusedWith: report },
    ])
  })

  test('was refused under the earlier release while both ran: its answer is kept', async () => {
    const { chargeId } = await started()
    nextVerdict = UNKNOWN
    await sendPayout(paying, chargeId)
    const answer = { code: 'refused', text: 'HTTP 400: Payouts are not active' }
    await shop.db.execute(sql`update payouts set refusal = ${answer.text},
      refused_at = now() - interval '61 seconds', last_answer = ${JSON.stringify(answer)}`)
    await settlePayout(paying, chargeId)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    const [payout] = await sent()
    expect(payout).toMatchObject({ lastAnswer: answer })
    expect(payout?.lastAnswer && formatCoded(payoutAnswers, payout.lastAnswer)).toBe(
      'The payment service refuses it: HTTP 400: Payouts are not active',
    )
  })

  test('was paid in test mode in a live shop: no money left', async () => {
    const { chargeId } = await started()
    nextVerdict = { ...ARRIVED, mode: 'test' }
    const live = { ...paying, config: { ...shop.config, payments: 'paychangu', sampleShop: false } }
    await sendPayout(live as Shop, chargeId)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    expect(await sent()).toMatchObject([{ lastAnswer: { code: 'test-money' } }])
  })

  test('was meant for a provider that no longer pays out here', async () => {
    const { chargeId } = await started()
    const other = { ...paying, payments: { ...paying.payments, name: 'paychangu' as const } }
    await sendPayout(other, chargeId)
    expect(asked).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })
})

describe('a payout that arrives late', () => {
  test('after it had failed completes the refund; its replacement is not sent', async () => {
    const { order, refundId, chargeId } = await started()
    nextVerdict = FAILED
    await sendPayout(paying, chargeId)
    await payOutRefund(paying, admin, await seenOf(refundId))
    const [, next] = await sent()
    nextVerdict = ARRIVED
    await settlePayout(paying, chargeId)
    expect(await rows()).toMatchObject([{ status: 'done' }])
    await sendPayout(paying, next?.chargeId ?? '')
    expect(asked).toHaveLength(1)
    expect((await sent())[1]).toMatchObject({ status: 'failed', sentAt: null })
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
    expect(await checkPayouts(shop.db)).toEqual({ code: 'payouts-known' })
  })

  test('after it was called off counts as paid money', async () => {
    const { order, refundId, chargeId } = await started()
    nextVerdict = FAILED
    await sendPayout(paying, chargeId)
    await cancelRefund(paying, admin, await seenOf(refundId))
    nextVerdict = ARRIVED
    await settlePayout(paying, chargeId)
    expect(await rows()).toMatchObject([{ status: 'done' }])
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
  })

  test('beside other refunds goes under review, and never counts above what was paid', async () => {
    const { order, refundId, chargeId } = await started()
    nextVerdict = FAILED
    await sendPayout(paying, chargeId)
    await ask(order.id, { way: 'bank', given: { reference: 'NB 1' } })
    nextVerdict = ARRIVED
    await settlePayout(paying, chargeId)
    expect(await read(order.id)).toMatchObject({ refundedAmount: 22_000 })
    const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, refundId))
    expect(refund).toMatchObject({ status: 'failed' })
    expect(await sent()).toMatchObject([{ status: 'paid' }])
    expect((await readOrderEvents(shop, order.id)).at(-1)?.note).toMatchObject({
      code: 'payout-beyond',
    })
    expect(await checkPayouts(shop.db)).toMatchObject({
      code: 'payouts-beyond',
      names: [order.orderNumber],
    })
    // Also where other money comes, that would be free for it.
    await shop.db.update(payments).set({ paidAmount: 44_000 }).where(eq(payments.orderId, order.id))
    expect(await payOutRefund(paying, admin, await seenOf(refundId))).toEqual({
      ok: false,
      reason: 'payout-arrived',
    })
    const again = { refundId, provider: 'sandbox', amount: 22_000, chargeId: 'zp-again' } as const
    await expect(shop.db.insert(payouts).values(again)).rejects.toMatchObject({
      cause: expect.objectContaining({ constraint: 'payouts_once' }),
    })
    expect(await cancelRefund(paying, admin, await seenOf(refundId))).toMatchObject({ ok: true })
  })
})

describe('the database itself', () => {
  const refusal = (constraint: string) => ({ cause: expect.objectContaining({ constraint }) })

  test('refuses a second payout while the first is open, and one without a refund by payout', async () => {
    const { refundId } = await started()
    const values = { refundId, provider: 'sandbox', amount: 22_000 } as const
    await expect(
      shop.db.insert(payouts).values({ ...values, chargeId: 'zp-other' }),
    ).rejects.toMatchObject(refusal('payouts_of_refund'))
    await expect(shop.db.delete(payouts)).rejects.toMatchObject(refusal('payouts_kept'))
    await expect(shop.db.update(payouts).set({ amount: 5 })).rejects.toMatchObject(
      refusal('payouts_kept'),
    )
    await expect(
      shop.db.update(refundWallets).set({ phone: '+265888000000' }),
    ).rejects.toMatchObject(refusal('refund_wallets_kept'))
  })

  test('refuses to complete a refund that no payout has brought', async () => {
    await started()
    const done = { status: 'done', endedAt: new Date() } as const
    await expect(shop.db.update(refunds).set(done)).rejects.toMatchObject(
      refusal('refunds_paid_out'),
    )
  })
})

test('an erased account leaves no wallet number, and no words of the provider', async () => {
  const { order, chargeId } = await started()
  const quoted = quote('+265991234567 is full')
  nextVerdict = { state: 'failed', report: quoted }
  await sendPayout(paying, chargeId)
  const [held] = await shop.db.transaction((db) => lockOrdersOf(db, userId))
  expect(held).toMatchObject({ isReturning: true })
  await cancelRefund(paying, admin, await seenOf((await rows())[0]?.id ?? ''))
  const [over] = await shop.db.transaction((db) => lockOrdersOf(db, userId))
  expect(over).toMatchObject({ isReturning: false })
  await shop.db.transaction((db) => anonymizeOrders(db, [order.id]))
  expect(await forgetRefundNotes(shop.db, 10)).toBe(1)
  expect(await forgetRefundNotes(shop.db, 10)).toBe(0)
  expect(await shop.db.select().from(refundWallets)).toEqual([])
  expect(await sent()).toMatchObject([{ lastAnswer: null, refusal: null, amount: 22_000 }])
  // Asked about once more, it says the same again.
  await pollPayout(paying, chargeId)
  expect(await sent()).toMatchObject([{ lastAnswer: quoted }])
  expect(await forgetRefundNotes(shop.db, 10)).toBe(1)
  expect(await sent()).toMatchObject([{ lastAnswer: null }])
  // As this release keeps it, and as the one before does.
  for (const refused of [{ refusedWith: quoted }, { refusal: '+265991234567 is refused' }]) {
    await shop.db.update(payouts).set(refused)
    expect(await forgetRefundNotes(shop.db, 10)).toBe(1)
    expect(await forgetRefundNotes(shop.db, 10)).toBe(0)
  }
  expect(await sent()).toMatchObject([{ refusedWith: null, refusal: null }])
})
