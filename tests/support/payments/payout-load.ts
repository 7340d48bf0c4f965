import { randomUUID } from 'node:crypto'
import { eq, inArray, ne } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect } from 'vitest'
import { orderEvents, orders, payments, payouts, refunds } from '../../../app/db/tables.server.ts'
import { checkPayouts } from '../../../app/modules/health/check-payouts.ts'
import { endPayout } from '../../../app/modules/refunds/payouts/end-payout.ts'
import { sendPayout } from '../../../app/modules/refunds/payouts/send-payout.ts'
import { settlePayout } from '../../../app/modules/refunds/payouts/settle-payout.ts'
import { payOutRefund } from '../../../app/modules/refunds/payouts/start-payout.ts'
import { requestRefund } from '../../../app/modules/refunds/request-refund.ts'
import { createPayChangu } from '../../../app/platform/payments/paychangu.server.ts'
import { signWebhook } from '../../../app/platform/payments/payments.server.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'
import { action as receiveWebhook } from '../../../app/routes/payments/webhook.ts'
import { shopContext } from '../../../app/web/context.ts'
import { anAdmin, aPaidOrder, aProduct, aUser, readOrder } from '../factories.ts'
import { type PayoutFault, startPayoutStandIn } from './payout-stand-in.ts'

export const LOAD_KEY = 'sec-live-of-the-load'
type StandIn = Awaited<ReturnType<typeof startPayoutStandIn>>

/** The same random numbers for the same seed, so that a failure can be repeated. */
export function seeded(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
type Random = ReturnType<typeof seeded>

const pick = (random: Random, chances: readonly [number, PayoutFault][]): PayoutFault => {
  let left = random()
  for (const [chance, fault] of chances) {
    left -= chance
    if (left < 0) return fault
  }
  return null
}

/** Makes the provider lose requests and answers, delay, swap and refuse them, and fail some payouts. */
export function spoil(standIn: StandIn, random: Random) {
  const refusal = { status: 400, body: { status: 'failed', message: 'Insufficient balance.' } }
  standIn.misbehave((endpoint) =>
    endpoint === 'initialize'
      ? pick(random, [
          [0.15, 'lost'],
          [0.15, 'unanswered'],
          [0.15, 'late'],
          [0.15, 'swapped'],
          [0.1, 'swapped-refusal'],
          [0.05, refusal],
        ])
      : pick(random, [
          [0.15, 'lost'],
          [0.1, 'swapped'],
          [0.1, { status: 503, body: '<!doctype html>' }],
        ]),
  )
  standIn.endsWith(() => (random() < 0.4 ? 'pending' : random() < 0.2 ? 'failed' : 'successful'))
}

/** The provider reports that a payout has arrived, whether it has or not; signed as its contract requires. */
async function postWebhook(shop: Shop, chargeId: string): Promise<number> {
  const body = JSON.stringify({ event_type: 'api.payout', charge_id: chargeId, status: 'success' })
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  const request = new Request('http://localhost/webhooks/paychangu', {
    method: 'POST',
    body,
    headers: { Signature: signWebhook(body, LOAD_KEY) },
  })
  const args: unknown = { request, context, params: {} }
  return (await receiveWebhook(args as Parameters<typeof receiveWebhook>[0])).status
}

const MOST_PAIRS = 3

/**
 * Makes the provider repeat its reports: after some requests it posts its webhook twice at once, and after swapped
 * answers for both payouts. `end` waits for the shop's answers and counts them: each is a 200.
 */
export function doubleWebhooks(standIn: StandIn, shop: Shop, random: Random) {
  const pairs = new Map<string, number>()
  const answers: Promise<unknown>[] = []
  standIn.notifiesBy((chargeId) => {
    const before = pairs.get(chargeId) ?? 0
    // Each webhook makes the shop ask the provider, which is another request.
    if (before === MOST_PAIRS || random() < 0.5) return
    pairs.set(chargeId, before + 1)
    for (let n = 0; n < 2; n += 1)
      answers.push(postWebhook(shop, chargeId).catch((error: unknown) => error))
  })
  return {
    async end() {
      for (let seen = -1; seen !== answers.length; ) {
        seen = answers.length
        expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
      }
      return { posted: answers.length, payouts: pairs.size }
    },
  }
}

/** Makes the provider reliable again, and completes delayed requests. */
export function mend(standIn: StandIn) {
  standIn.misbehave(() => null)
  standIn.endsWith(() => 'successful')
  standIn.endSwaps()
  standIn.catchUp()
}

/** The shop with payouts through that provider, at a later time. */
export const payingBy = (shop: Shop, url: string, secondsLater = 0): Shop => ({
  ...shop,
  config: { ...shop.config, payments: 'paychangu' },
  now: () => new Date(Date.now() + secondsLater * 1000),
  payments: createPayChangu({ secretKey: LOAD_KEY, apiUrl: url, timeoutMs: 400 }),
})

/** Requests payouts of so many paid orders, each of an amount to its own number. */
export async function askForPayouts(shop: Shop, paying: Shop, count: number) {
  const admin = await anAdmin(shop)
  const { userId } = await aUser(shop)
  const product = await aProduct(shop, { stock: count, price: 20_000 })
  const asked: { orderId: string; refundId: string; mobile: string; amount: number }[] = []
  for (let n = 0; n < count; n += 1) {
    const { order } = await aPaidOrder(shop, userId, [{ product }])
    const mobile = `0991${String(n).padStart(6, '0')}`
    await shop.db
      .update(payments)
      .set({ payerPhone: `+265${mobile.slice(1)}` })
      .where(eq(payments.orderId, order.id))
    const refundId = randomUUID()
    const done = await requestRefund(paying, admin, {
      id: refundId,
      orderId: order.id,
      version: (await readOrder(shop, order.id)).version,
      what: { kind: 'amount', amount: 1000 + n },
      way: 'wallet',
      reason: 'faulty',
      note: null,
      given: null,
      wallet: { operator: 'airtel', phone: mobile },
    })
    expect(done).toMatchObject({ ok: true, status: 'sent' })
    asked.push({ orderId: order.id, refundId, mobile, amount: 1000 + n })
  }
  return { admin, asked }
}

const listUnsettled = async ({ db }: Shop) =>
  (await db.select().from(payouts).where(ne(payouts.status, 'paid'))).map((one) => one.chargeId)

/**
 * The following hours: staff end payouts that the provider does not know and retry failed ones until all have arrived.
 */
export async function finishPayouts(
  shop: Shop,
  url: string,
  admin: Awaited<ReturnType<typeof anAdmin>>,
) {
  let hours = 0
  for (let round = 0; round < 6; round += 1) {
    const paying = payingBy(shop, url, hours * 3600)
    for (const chargeId of await listUnsettled(shop)) {
      await sendPayout(paying, chargeId)
      await settlePayout(paying, chargeId)
    }
    hours += 2
    const later = payingBy(shop, url, hours * 3600)
    for (const chargeId of await listUnsettled(shop)) await settlePayout(later, chargeId)
    const open = await shop.db
      .select()
      .from(refunds)
      .where(inArray(refunds.status, ['sent', 'failed']))
    if (open.length === 0) return
    for (const { id: refundId, version, status } of open) {
      const seen = { refundId, version }
      if (status === 'sent') {
        const ended = await endPayout(later, admin, seen)
        if (!ended.ok) continue
        seen.version += 1
      }
      expect(await payOutRefund(later, admin, seen)).toMatchObject({ ok: true })
    }
  }
}

/** Expects that every refund has arrived once, none twice and none lost, and that each order shows it to the kwacha. */
export async function expectOnce(
  shop: Shop,
  standIn: StandIn,
  asked: Awaited<ReturnType<typeof askForPayouts>>['asked'],
) {
  const numbers = standIn.done.map(({ chargeId }) => chargeId)
  expect(new Set(numbers).size).toBe(numbers.length)
  const arrived = standIn.done.filter(({ status }) => status === 'successful')
  expect(arrived.map(({ mobile, amount }) => `${mobile} ${amount}`).toSorted()).toEqual(
    asked.map(({ mobile, amount }) => `${mobile} ${amount}`).toSorted(),
  )
  const rows = await shop.db.select().from(refunds)
  expect(rows.filter(({ status }) => status !== 'done')).toEqual([])
  const given = new Map(
    (await shop.db.select().from(orders)).map((one) => [one.id, one.refundedAmount]),
  )
  for (const { orderId, amount } of asked) expect(given.get(orderId)).toBe(amount)
  const events = await shop.db.select().from(orderEvents)
  const refunded = events.filter(({ note }) => note?.code === 'refunded')
  expect(refunded.map(({ orderId }) => orderId).toSorted()).toEqual(
    asked.map(({ orderId }) => orderId).toSorted(),
  )
  expect(await checkPayouts(shop.db)).toEqual({ code: 'payouts-known' })
}
