import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobHandlers } from '../../../server/jobs.ts'
import { aProduct, type TestProduct } from '../../../tests/support/factories.ts'
import { aBuyer, setStatus, write } from '../../../tests/support/reviews/reviews.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { orders, profiles } from '../../db/tables.server.ts'
import { listOutbox } from '../../platform/mail/mail-outbox.server.ts'
import { SHOP } from '../../shop.ts'
import { endReviewEmails, reviewEmailsToken } from '../accounts/review-emails.ts'
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

test('nobody is asked for a review after writing it, with an open order, or after returning it', async () => {
  const [reviewed, odd, cancelled, old] = [
    await aDelivered(8),
    await aDelivered(8),
    await aDelivered(8),
    await aDelivered(31),
  ]
  await write(shop, reviewed, product)
  await shop.db.update(orders).set({ reviewReason: 'paid-twice' }).where(eq(orders.id, odd.orderId))
  await setStatus(shop, cancelled.orderId, 'cancelled')
  expect(old.orderId).not.toBe('')
  expect(await asked()).toBe(0)
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
