import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aShift, aTill } from '../../../tests/support/till/counter.ts'
import { backups, payments, tills, troubles } from '../../db/tables.server.ts'
import { readFigures } from '../../platform/health.server.ts'
import { WATCHED } from '../../rules/health/health.ts'
import type { EmailContent } from '../../rules/messages/emails/content.ts'
import { describeFinding } from '../../rules/messages/health/describe-finding.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { payOrder, payVoucher } from '../checkout/start-payment.ts'
import { buyVoucher } from '../checkout/vouchers/buy-voucher.ts'
import { listTroubles, watchTroubles } from './watch-troubles.ts'

const shop = useShop({ PAYMENTS: 'sandbox', SAMPLE_SHOP: 'off' })
const watch = (watched: typeof shop = shop) => watchTroubles(watched, WATCHED)
let owner: { userId: string; email: string }
let buyer: { userId: string }
let skirt: TestProduct
beforeEach(async () => {
  owner = await aUser(shop, 'super_admin')
  await aUser(shop, 'admin')
  buyer = await aUser(shop)
  skirt = await aProduct(shop, { price: 20_000, stock: 50 })
})

const kinds = async () => (await listTroubles(shop.db)).map(({ kind }) => kind)
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: EmailContent }>(
    sql`select data from pgboss.job where name = 'send-email' and data ->> 'subject' like '%needs you%'
      order by created_on`,
  )
  return rows.map(({ data }) => data)
}

let count = 0
/** Of somebody else each time: what one person, phone or place may leave unpaid is limited. */
function aStrangersRequest() {
  const request = aCheckoutRequest([{ product: skirt }])
  const place = { ...request.shippingAddress, address: `Plot ${(count += 1)}` }
  return { ...request, phone: `+2659910${10_000 + count}`, shippingAddress: place }
}
const withoutPages = () => ({
  ...shop,
  payments: {
    ...shop.payments,
    open: async () =>
      ({
        ok: false,
        reason: 'provider-unreachable',
        report: { code: 'no-answer', seconds: 8 },
      }) as const,
  },
})
/** Customers who try to pay while the provider gives no page. */
async function failToPay(times: number) {
  const away = withoutPages()
  for (let n = 0; n < times; n += 1) {
    const placed = await placeOrder(away, (await aUser(shop)).userId, aStrangersRequest())
    if (!placed.ok) throw new Error(placed.reason)
    expect((await payOrder(away, placed)).ok).toBe(false)
  }
}

test('owners are notified once when customers get no payment page, and not again while that lasts', async () => {
  await failToPay(2)
  await watch()
  expect(await kinds()).toEqual([])
  await failToPay(1)
  await watch()
  await failToPay(1)
  await watch()
  const [trouble] = await listTroubles(shop.db)
  expect(trouble).toMatchObject({ kind: 'openings', finding: { code: 'openings-fail', count: 4 } })
  const sent = await emails()
  expect(sent.map(({ to }) => to)).toEqual([owner.email])
  expect(sent[0]?.subject).toBe('Zovala needs you: Payment pages')
  expect(sent[0]?.paragraphs[0]).toContain('3 times in a row')
})

test('two vouchers without a payment page are two failures, not three', async () => {
  const away = withoutPages()
  const failed = async () => {
    const gift = {
      amount: 25_000,
      buyerName: 'Mary Phiri',
      buyerEmail: 'mary@example.com',
      buyerPhone: '+265991234567',
      recipientName: null,
      recipientEmail: null,
      message: null,
    }
    const bought = await buyVoucher(away, { userId: null, ip: '10.0.0.1' }, randomUUID(), gift)
    if (!bought.ok) throw new Error(bought.reason)
    expect((await payVoucher(away, bought.purchase, bought.payment)).ok).toBe(false)
  }
  await failed()
  await failed()
  await watch()
  expect(await kinds()).toEqual([])
  await failed()
  await watch()
  expect(await kinds()).toEqual(['openings'])
})

test('a problem ends when customers pay again, and is not reported again when it returns the same day', async () => {
  await failToPay(3)
  await watch()
  await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
  await watch()
  expect(await kinds()).toEqual([])
  await failToPay(3)
  await watch()
  expect(await kinds()).toEqual(['openings'])
  expect(await emails()).toHaveLength(1)
  await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
  await watch()
  await shop.db.update(troubles).set({ toldAt: sql`now() - interval '25 hours'` })
  await failToPay(3)
  await watch()
  expect(await emails()).toHaveLength(2)
})

test('a payment page that is being opened, and one that waits for its customer, are no failures', async () => {
  for (let n = 0; n < 3; n += 1) await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  await shop.db.update(payments).set({ checkoutUrl: null, openingAt: sql`now()` })
  await watch()
  expect(await kinds()).toEqual([])
})

test('a till with an open shift that is out of touch for two hours is a problem until it reports again', async () => {
  const cashier = await aUser(shop, 'cashier')
  const till = await aTill(shop)
  await aShift(shop, { tillId: till.id, openedBy: cashier.userId })
  const silentFor = (minutes: number) =>
    shop.db
      .update(tills)
      .set({ lastSeenAt: sql`now() - make_interval(mins => ${minutes}::int)` })
      .where(eq(tills.id, till.id))
  await silentFor(119)
  await watch()
  expect(await kinds()).toEqual([])
  await silentFor(121)
  await watch()
  const [trouble] = await listTroubles(shop.db)
  expect(trouble?.finding).toMatchObject({ code: 'tills-silent', count: 1, hours: 2 })
  await silentFor(0)
  await watch()
  expect(await kinds()).toEqual([])
})

test('emails that the mail server does not accept for half an hour are a problem', async () => {
  await shop.jobs.enqueue(shop.db, 'send-email', {
    to: 'a@example.com',
    subject: 'Hello',
    greeting: 'Hello,',
    paragraphs: [],
  })
  await watch()
  expect(await kinds()).toEqual([])
  await shop.db.execute(
    sql`update pgboss.job set created_on = now() - interval '31 minutes', state = 'retry'`,
  )
  await watch()
  const [trouble] = await listTroubles(shop.db)
  expect(trouble && describeFinding(trouble.finding).text).toBe(
    '1 email waits since 31 minutes: the mail server does not take it.',
  )
})

const email = { to: 'thokozni@example.com', subject: 'Hello', greeting: 'Hello,', paragraphs: [] }
const end = (state: 'failed' | 'retry', minutes = 0) =>
  shop.db.execute(sql`update pgboss.job set state = ${state}, completed_on = now(),
    created_on = now() - make_interval(mins => ${minutes}::int)
    where name = 'send-email' and state = 'created' and data ->> 'subject' = 'Hello'`)
async function refuse(times: number) {
  for (let n = 0; n < times; n += 1) await shop.jobs.enqueue(shop.db, 'send-email', email)
  await end('failed')
}

test('two mistyped addresses are no problem, three refused emails are, and their addresses are not stored', async () => {
  await refuse(2)
  await watch()
  expect(await kinds()).toEqual([])
  await refuse(1)
  await watch()
  const [trouble] = await listTroubles(shop.db)
  expect(trouble?.finding).toEqual({ code: 'emails-failed', count: 3 })
  expect((await emails()).map(({ subject }) => subject)).toEqual(['Zovala needs you: Emails'])
})

test('a mail server that stops is reported although emails were refused before, but not within the hour', async () => {
  await refuse(3)
  await watch()
  await shop.jobs.enqueue(shop.db, 'send-email', email)
  await end('retry', 31)
  await watch()
  expect(await emails()).toHaveLength(1)
  await shop.db.update(troubles).set({ toldAt: sql`now() - interval '61 minutes'` })
  await watch()
  await watch()
  const sent = await emails()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.paragraphs[0]).toContain('the mail server does not take it')
  expect((await listTroubles(shop.db))[0]?.finding).toMatchObject({ code: 'emails-stuck' })
})

test('a provider that answers about none of the payments it was asked about is a problem', async () => {
  for (let n = 0; n < 3; n += 1) await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
  await shop.db.update(payments).set({ createdAt: sql`now() - interval '20 minutes'` })
  await watch()
  expect(await kinds()).toEqual([])
  const verify = async () =>
    ({ state: 'pending', report: { code: 'no-answer', seconds: 8 } }) as const
  await watch({ ...shop, payments: { ...shop.payments, verify } })
  const [trouble] = await listTroubles(shop.db)
  expect(trouble?.finding).toEqual({ code: 'payments-unreachable', asked: 3 })
  await watch()
  expect(await kinds()).toEqual([])
})

// Of Linux: a place of which nothing is free.
const FULL_PLACE = '/proc'

test.skipIf(!existsSync(FULL_PLACE))(
  'emails, provider, payment pages, disk and tills: each problem is reported by a card, one email and a figure, however often it is checked',
  async () => {
    for (let n = 0; n < 3; n += 1) await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
    await shop.db.update(payments).set({ createdAt: sql`now() - interval '20 minutes'` })
    await failToPay(3)
    await refuse(3)
    const cashier = await aUser(shop, 'cashier')
    const till = await aTill(shop)
    await aShift(shop, { tillId: till.id, openedBy: cashier.userId })
    await shop.db.update(tills).set({ lastSeenAt: sql`now() - interval '3 hours'` })
    const troubled = {
      ...shop,
      config: { ...shop.config, dataDir: FULL_PLACE },
      payments: {
        ...shop.payments,
        verify: async () =>
          ({ state: 'pending', report: { code: 'no-answer', seconds: 8 } }) as const,
      },
    }
    for (let n = 0; n < 3; n += 1) await watch(troubled)
    const five = ['disk', 'emails', 'openings', 'payments', 'tills']
    // The card of the dashboard shows each of these with its sentence and its repair.
    const shown = (await listTroubles(shop.db)).map(({ kind, finding }) => ({
      kind,
      ...describeFinding(finding),
    }))
    expect(shown.map(({ kind }) => kind).toSorted()).toEqual(five)
    for (const { text, repair } of shown) {
      expect(text).toMatch(/\.$/)
      expect(repair).toMatch(/\.$/)
    }
    const subjects = (await emails()).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(
      ['Disk', 'Emails', 'Payment pages', 'Payments', 'Tills'].map(
        (name) => `Zovala needs you: ${name}`,
      ),
    )
    const { troubles: figures } = await readFigures(shop)
    expect(figures.map(({ kind }) => kind)).toEqual(five)
  },
)

test('a failed backup is a problem, unless the shop makes no backups', async () => {
  await watch()
  expect(await kinds()).toEqual([])
  await shop.db.insert(backups).values({
    place: '/mnt/disk',
    startedAt: sql`now()`,
    finishedAt: sql`now()`,
    isScheduled: true,
    failure: 'ENOSPC',
  })
  await watch()
  expect(await kinds()).toEqual(['backup'])
})

test('a check that could not be made ends no problem', async () => {
  await shop.db.insert(troubles).values({
    kind: 'disk',
    finding: { code: 'disk-full', freeMb: 10, percent: 0 },
  })
  const lost = { ...shop, config: { ...shop.config, dataDir: '/nowhere/at/all' } }
  await watch(lost)
  expect(await kinds()).toEqual(['disk'])
  await watch()
  expect(await kinds()).toEqual([])
})
