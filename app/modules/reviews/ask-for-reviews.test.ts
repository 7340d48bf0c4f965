import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { anAdmin, aProduct, readOrder, type TestProduct } from '../../../tests/support/factories.ts'
import { aBuyer, setStatus, write } from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, profiles, refunds } from '../../db/tables.server.ts'
import { listOutbox } from '../../platform/mail/mail-outbox.server.ts'
import { OPEN_STATUSES, type RefundStatus } from '../../rules/refunds/refunds.ts'
import { SHOP } from '../../shop.ts'
import { endReviewEmails, reviewEmailsToken } from '../accounts/review-emails.ts'
import { listItems } from '../orders/read-order.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { decideReturn } from '../returns/move-return.ts'
import { noteReturn } from '../returns/request-return.ts'
import { askForReviews } from './ask-for-reviews.ts'

const shop = useShop()
let product: TestProduct
beforeEach(async () => {
  product = await aProduct(shop, { color: 'Red' })
})

const deliveredAgo = (orderId: string, days: number) =>
  shop.db
    .update(orders)
    .set({ deliveredAt: sql`now() - make_interval(days => ${days}::int)` })
    .where(eq(orders.id, orderId))

async function aDelivered(days: number) {
  const buyer = await aBuyer(shop, product)
  await setStatus(shop, buyer.orderId, 'delivered')
  await deliveredAgo(buyer.orderId, days)
  return buyer
}
const asked = () => askForReviews(shop)

test('a customer is asked for a review of an order once, a week after its delivery', async () => {
  const buyer = await aDelivered(6)
  expect(await asked()).toBe(0)
  await deliveredAgo(buyer.orderId, 7)
  expect(await Promise.all([asked(), asked()])).toEqual(expect.arrayContaining([0, 1]))
  expect(await asked()).toBe(0)
  // Not again when it is moved there and back.
  await setStatus(shop, buyer.orderId, 'shipped')
  await setStatus(shop, buyer.orderId, 'delivered')
  await deliveredAgo(buyer.orderId, 8)
  expect(await asked()).toBe(0)

  await shop.jobs.runDue(jobHandlers(shop), ['send-email'])
  const sent = await listOutbox(shop.config.dataDir, 50)
  const email = sent.find(({ subject }) => subject.startsWith('How do you like'))
  expect(email?.to).toBe('person@example.com')
  expect(email?.text).toContain('/reviews/new')
  expect(email?.text).toMatch(/Status: Delivered\n(.+\n)*Payment: Paid /)
  expect(email?.unsubscribeUrl).toContain('/reviews/emails?leave=')
})

test('nobody is asked for a review after writing it, of an order under review, a cancelled one, or one delivered too long ago', async () => {
  const [reviewed, odd, cancelled] = [await aDelivered(8), await aDelivered(8), await aDelivered(8)]
  await aDelivered(37)
  await write(shop, reviewed, product)
  await shop.db.update(orders).set({ reviewReason: 'paid-twice' }).where(eq(orders.id, odd.orderId))
  await setStatus(shop, cancelled.orderId, 'cancelled')
  expect(await asked()).toBe(0)
})

test.each(['failed', 'done'] as const)(
  'nobody is asked for a review of an order with a refund, from the request until it is %s',
  async (end) => {
    const { orderId } = await aDelivered(8)
    const admin = await anAdmin(shop)
    const refundId = randomUUID()
    const refund = {
      id: refundId,
      orderId,
      what: { kind: 'all', withDelivery: true },
      way: 'bank',
      reason: 'faulty',
      note: null,
      given: null,
    } as const
    const { version } = await readOrder(shop, orderId)
    expect(await requestRefund(shop, admin, { ...refund, version })).toMatchObject({ ok: true })
    const statusOf = async (status: RefundStatus) => {
      const endedAt = OPEN_STATUSES.some((open) => open === status) ? null : shop.now()
      const change = { status, endedAt, reference: 'NB 1' }
      await shop.db.update(refunds).set(change).where(eq(refunds.id, refundId))
    }
    for (const status of ['awaiting', 'requested', 'sent', end] as const) {
      await statusOf(status)
      expect([status, await asked()]).toEqual([status, 0])
    }
  },
)

test('nobody is asked for a review of an order that comes back, unless the return is refused or called off', async () => {
  const { orderId } = await aDelivered(8)
  const admin = await anAdmin(shop)
  const [line] = await listItems(shop.db, orderId)
  const lines = [{ lineId: line?.id ?? '', units: 1, chosen: null }]
  const returnId = randomUUID()
  const noted = { id: returnId, orderId, reason: 'faulty', note: null, lines } as const
  expect(await noteReturn(shop, admin, noted)).toMatchObject({ ok: true })
  expect(await asked()).toBe(0)
  const to = { returnId, version: 1, to: 'cancelled', answer: null } as const
  expect(await decideReturn(shop, admin, to)).toMatchObject({ ok: true })
  expect(await asked()).toBe(1)
})

test('a shop that asks for reviews after two months asks those who got their order two months ago', async () => {
  await aDelivered(60)
  expect(await askForReviews(shop, 60)).toBe(1)
})

test('nobody is asked for a review while a message about the order waits for an answer', async () => {
  const { orderId, userId } = await aDelivered(8)
  await shop.db.execute(sql`
    insert into order_messages (order_id, kind, text, is_waiting, by_user)
    values (${orderId}, 'other', 'It is torn', true, ${userId})`)
  expect(await asked()).toBe(0)
  await shop.db.execute(sql`update order_messages set is_waiting = false`)
  expect(await asked()).toBe(1)
})

test('nobody is asked for a review after opting out, and an opt-out link works for its own customer only', async () => {
  const [leaves, stays] = [await aDelivered(8), await aDelivered(8)]
  const token = reviewEmailsToken(shop.config, leaves.userId)
  const [, key = ''] = token.split('.')
  for (const forged of ['', token.slice(0, -1), `${stays.userId}.${key}`, `x'.${key}`])
    expect(await endReviewEmails(shop, forged)).toMatchObject({ reason: 'review-link-unknown' })
  expect(await endReviewEmails(shop, token)).toEqual({ ok: true })
  expect(await endReviewEmails(shop, token)).toEqual({ ok: true })
  expect(await shop.db.$count(profiles, sql`review_emails_off_at is not null`)).toBe(1)
  expect(await asked()).toBe(1)
})

test('nobody is asked for a review in a shop that has turned it off', async () => {
  await aDelivered(8)
  expect(await askForReviews(shop, null)).toBe(0)
  expect(SHOP.askForReviewAfterDays).toBe(7)
})
