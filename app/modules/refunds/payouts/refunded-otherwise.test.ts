import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
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
import { orderItems, payments, payouts, refunds, returns } from '../../../db/tables.server.ts'
import type { PayoutVerdict } from '../../../platform/payments/payouts.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { checkPayouts } from '../../health/check-payouts.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { inspectReturn } from '../../returns/inspect-return.ts'
import { decideReturn } from '../../returns/move-return.ts'
import { noteReturn } from '../../returns/request-return.ts'
import { type RefundRequest, requestRefund } from '../request-refund.ts'
import { sendPayout } from './send-payout.ts'
import { settlePayout } from './settle-payout.ts'
import { payOutRefund } from './start-payout.ts'

// docs/product.md, Refunds: payouts to a wallet

const shop = useShop()
let dress: TestProduct
let admin: Awaited<ReturnType<typeof anAdmin>>
let paying: Shop
let nextVerdict: PayoutVerdict

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 50, price: 20_000 })
  admin = await anAdmin(shop)
  nextVerdict = { state: 'pending', report: { code: 'no-answer', seconds: 8 } }
  paying = {
    ...shop,
    payments: {
      ...shop.payments,
      payOut: async () => ({ state: 'accepted' }),
      verifyPayout: async () => nextVerdict,
    },
  }
})

const FAILED: PayoutVerdict = { state: 'failed', report: { code: 'no-answer', seconds: 8 } }
const arrived = (amount: number): PayoutVerdict => ({
  state: 'paid',
  amount,
  providerReference: 'PC 77',
  fee: 40,
  mode: 'live',
})
const ask = async (
  orderId: string,
  what: RefundRequest['what'],
  about: Partial<RefundRequest> = {},
) =>
  requestRefund(paying, admin, {
    id: randomUUID(),
    orderId,
    version: (await readOrder(shop, orderId)).version,
    what,
    way: 'bank',
    reason: 'faulty',
    note: null,
    given: { reference: 'NB 1' },
    ...about,
  })
const byWallet = { way: 'wallet', given: null } as const
const WALLET = { operator: 'airtel', phone: '099 123 4567' }
const lines = (lineId: string, units = 1, withDelivery = false) =>
  ({ kind: 'lines', withDelivery, lines: [{ lineId, units }] }) as const
const seen = async (refundId: string) => {
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.id, refundId))
  return { refundId, version: refund?.version ?? 0 }
}

/** An order of two lines, and the refund of one unit of its first line to a wallet, whose payout has failed. */
async function failedForLine({ quantity = 1, withDelivery = false } = {}) {
  const { userId } = await aUser(shop)
  const other = await aProduct(shop, { stock: 50, price: 20_000 })
  const { order } = await aPaidOrder(shop, userId, [
    { product: dress, quantity },
    { product: other },
  ])
  const { orderId, lineId } = { orderId: order.id, lineId: await lineOf(order.id, dress) }
  await shop.db
    .update(payments)
    .set({ payerPhone: '+265991234567' })
    .where(eq(payments.orderId, orderId))
  const asked = await ask(orderId, lines(lineId, 1, withDelivery), { ...byWallet, wallet: WALLET })
  expect(asked).toMatchObject({ ok: true, status: 'sent' })
  const [payout] = await shop.db.select().from(payouts)
  const { chargeId = '', refundId = '', amount = 0 } = payout ?? {}
  nextVerdict = FAILED
  await sendPayout(paying, chargeId)
  nextVerdict = arrived(amount)
  return { order, orderId, lineId, otherId: await lineOf(orderId, other), chargeId, refundId }
}
type Failed = Awaited<ReturnType<typeof failedForLine>>

async function lineOf(orderId: string, { variantId }: TestProduct) {
  const found = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  return found.find((line) => line.variantId === variantId)?.id ?? ''
}
const statuses = async () =>
  (await shop.db.select().from(refunds).orderBy(asc(refunds.createdAt))).map(({ status }) => status)

/** Its payout arrives, or is tried again: neither counts as money for the same units. */
async function isRefusedAndNamed({ order, orderId, chargeId, refundId }: Failed) {
  const before = await statuses()
  const { refundedAmount } = await readOrder(shop, orderId)
  expect(await payOutRefund(paying, admin, await seen(refundId))).toEqual({
    ok: false,
    reason: 'payout-parts-gone',
  })
  expect(await shop.db.$count(payouts)).toBe(1)
  await settlePayout(paying, chargeId)
  expect(await shop.db.select().from(payouts)).toMatchObject([{ status: 'paid' }])
  expect(await statuses()).toEqual(before)
  expect(await readOrder(shop, orderId)).toMatchObject({ refundedAmount })
  expect((await readOrderEvents(shop, orderId)).at(-1)?.note).toMatchObject({
    code: 'payout-beyond',
  })
  expect(await checkPayouts(shop.db)).toMatchObject({
    code: 'payouts-beyond',
    names: [order.orderNumber],
  })
}

describe('a failed payout of a refund by line', () => {
  test('is neither retried nor counted once the same unit was refunded in another way', async () => {
    const failed = await failedForLine()
    expect(await ask(failed.orderId, lines(failed.lineId))).toMatchObject({ status: 'done' })
    await isRefusedAndNamed(failed)
  })

  test('is neither retried nor counted while another refund of the same unit waits to be sent', async () => {
    const failed = await failedForLine()
    const waiting = await ask(failed.orderId, lines(failed.lineId), { given: null })
    expect(waiting).toMatchObject({ status: 'requested' })
    await isRefusedAndNamed(failed)
  })

  test('is neither retried nor counted once the same unit was exchanged', async () => {
    const failed = await failedForLine()
    const { orderId, lineId } = failed
    const { version } = await readOrder(shop, orderId)
    await moveOrder(shop, admin, { orderId, version, to: 'delivered' })
    const id = randomUUID()
    const chosen = [{ lineId, units: 1, chosen: dress.variantId }]
    await noteReturn(shop, admin, { id, orderId, reason: 'other-size', note: null, lines: chosen })
    const about = async () => {
      const [one] = await shop.db.select().from(returns).where(eq(returns.id, id))
      return { returnId: id, version: one?.version ?? 0 }
    }
    await decideReturn(shop, admin, { ...(await about()), to: 'received', answer: null })
    const found = [{ lineId, restocked: 1, faulty: 0 }]
    expect(await inspectReturn(shop, admin, { ...(await about()), lines: found })).toMatchObject({
      ok: true,
      to: 'settled',
    })
    await isRefusedAndNamed(failed)
  })

  test('is neither retried nor counted once the same delivery was refunded in another way', async () => {
    const failed = await failedForLine({ quantity: 2, withDelivery: true })
    const delivery = await ask(failed.orderId, lines(failed.otherId, 1, true))
    expect(delivery).toMatchObject({ status: 'done', amount: 22_000 })
    await isRefusedAndNamed(failed)
  })

  test('counts when it arrives, where other lines and other units of the same line were refunded', async () => {
    const { orderId, lineId, otherId, chargeId } = await failedForLine({ quantity: 2 })
    for (const id of [lineId, otherId])
      expect(await ask(orderId, lines(id))).toMatchObject({ status: 'done' })
    await settlePayout(paying, chargeId)
    expect(await statuses()).toEqual(['done', 'done', 'done'])
    expect(await checkPayouts(shop.db)).toEqual({ code: 'payouts-known' })
  })

  test('is retried where other lines and other units of the same line were refunded', async () => {
    const { orderId, lineId, otherId, refundId } = await failedForLine({ quantity: 2 })
    for (const id of [lineId, otherId])
      expect(await ask(orderId, lines(id))).toMatchObject({ status: 'done' })
    expect(await payOutRefund(paying, admin, await seen(refundId))).toMatchObject({ ok: true })
  })
})
