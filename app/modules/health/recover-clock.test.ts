import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { wasMadeWithin } from '../../../server/backup/recorded.ts'
import {
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  backups,
  orders,
  payments,
  sessions,
  troubles,
  verifications,
} from '../../db/tables.server.ts'
import type { JobHandlers } from '../../platform/jobs.server.ts'
import { WATCHED } from '../../rules/health/health.ts'
import { takeOpeningTurn } from '../payments/payments.ts'
import { checkBackup } from './check-backup.ts'
import { readDatabaseClock, recoverClock } from './recover-clock.ts'
import { watchTroubles } from './watch-troubles.ts'

// What was written by a clock that was ahead, once it is right again: rows are moved into the future here.

const shop = useShop({ PAYMENTS: 'sandbox', SAMPLE_SHOP: 'off' })
let buyer: { userId: string; email: string }
let skirt: TestProduct
beforeEach(async () => {
  buyer = await aUser(shop)
  skirt = await aProduct(shop, { stock: 5 })
})
const TOMORROW = sql`now() + interval '1 day'`
const isTrue = async (statement: SQL) => {
  const { rows } = await shop.db.execute<{ is: boolean }>(sql`select (${statement}) as is`)
  return rows[0]?.is
}

test('a job that was enqueued or started while the clock was ahead runs at once after the correction', async () => {
  const email = { to: 'a@example.mw', subject: 'Order', greeting: 'Hello,', paragraphs: [] }
  for (const subject of ['new', 'tried', 'begun'])
    await shop.jobs.enqueue(shop.db, 'send-email', { ...email, subject })
  const move = (subject: string, set: SQL) =>
    shop.db.execute(sql`update pgboss.job set ${set} where data ->> 'subject' = ${subject}`)
  await move('new', sql`created_on = ${TOMORROW}, start_after = ${TOMORROW}`)
  await move('tried', sql`state = 'retry', started_on = ${TOMORROW}, start_after = ${TOMORROW}`)
  await move('begun', sql`state = 'active', started_on = ${TOMORROW}, heartbeat_on = ${TOMORROW}`)
  const sent: string[] = []
  const handlers = {
    'send-email': async ({ subject }: { subject: string }) => void sent.push(subject),
  } as unknown as JobHandlers
  await shop.jobs.runDue(handlers, ['send-email'])
  expect(sent).toEqual([])
  await recoverClock(shop)
  await shop.jobs.runDue(handlers, ['send-email'])
  expect(sent.toSorted()).toEqual(['new', 'tried'])
  // Given out again when its process has been silent for its ten seconds, not tomorrow.
  expect(await isTrue(sql`select max(heartbeat_on) <= now() from pgboss.job`)).toBe(true)
})

test('a job that failed while the clock was ahead, and was started before, is retried at once', async () => {
  await shop.jobs.enqueue(shop.db, 'render-avif', { pictureId: randomUUID() })
  await shop.db.execute(
    sql`update pgboss.job set state = 'retry', started_on = now(), start_after = ${TOMORROW}`,
  )
  await recoverClock(shop)
  expect(await isTrue(sql`select start_after <= now() from pgboss.job`)).toBe(true)
})

test('schedules and the queue’s monitoring continue after the clock was set back', async () => {
  await shop.db.execute(sql`update pgboss.version set cron_on = ${TOMORROW}, bam_on = ${TOMORROW}`)
  await shop.db.execute(
    sql`update pgboss.queue set monitor_claim_on = ${TOMORROW}, maintain_on = ${TOMORROW}`,
  )
  await recoverClock(shop)
  expect(
    await isTrue(sql`select max(greatest(cron_on, bam_on)) <= now() from pgboss.version`),
  ).toBe(true)
  expect(
    await isTrue(
      sql`select max(greatest(monitor_claim_on, maintain_on)) <= now() from pgboss.queue`,
    ),
  ).toBe(true)
})

test('a session made while the clock was ahead lasts as if used now, and no longer counts as a recent proof of identity', async () => {
  await shop.db.insert(sessions).values({
    userId: buyer.userId,
    token: randomUUID(),
    createdAt: TOMORROW,
    updatedAt: TOMORROW,
    provenAt: TOMORROW,
    expiresAt: sql`now() + interval '400 days'`,
  })
  await shop.db
    .insert(verifications)
    .values({ identifier: 'x', value: buyer.userId, createdAt: TOMORROW, expiresAt: TOMORROW })
  await recoverClock(shop)
  expect(
    await isTrue(sql`select expires_at between now() + interval '29 days' and now() + interval '30 days'
      and created_at <= now() and updated_at <= now() and proven_at <= now() - interval '10 minutes' from sessions`),
  ).toBe(true)
  expect(await shop.db.$count(verifications)).toBe(0)
})

test('an order placed while the clock was ahead keeps its remaining window from now, and can be paid by another attempt', async () => {
  const { order, payment } = await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  await shop.db
    .update(orders)
    .set({
      createdAt: sql`now() + interval '1 year'`,
      expiresAt: sql`now() + interval '1 year 20 minutes'`,
    })
    .where(eq(orders.id, order.id))
  await shop.db.update(payments).set({ createdAt: TOMORROW })
  const [next] = await shop.db
    .insert(payments)
    .values({ orderId: order.id, reference: 'zv-next', provider: 'sandbox', amount: 1000 })
    .returning()
  await recoverClock(shop)
  expect(
    await isTrue(
      sql`select expires_at - now() between interval '19 minutes' and interval '20 minutes' from orders`,
    ),
  ).toBe(true)
  expect(await takeOpeningTurn(shop.db, next?.id ?? '')).toBe('first')
  // One that died while it opened the page then is given up now.
  await shop.db
    .update(payments)
    .set({ openingAt: TOMORROW })
    .where(eq(payments.reference, 'zv-next'))
  expect(await takeOpeningTurn(shop.db, next?.id ?? '')).toBe('late')
  expect(payment.status).toBe('open')
})

test('rows stamped by the right clock stay as they are', async () => {
  await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  const read = async () =>
    (
      await shop.db.execute(sql`select (select json_agg(o) from orders o) as orders,
        (select json_agg(p) from payments p) as payments, (select json_agg(j) from pgboss.job j) as jobs`)
    ).rows
  const before = await read()
  await recoverClock(shop)
  expect(await read()).toEqual(before)
  expect(Math.abs((await readDatabaseClock(shop.db)) - Date.now())).toBeLessThan(60_000)
})

test('backups and emails dated by a clock that was ahead are not taken for recent ones', async () => {
  await shop.db.insert(backups).values({
    startedAt: TOMORROW,
    finishedAt: TOMORROW,
    place: '/backups',
    isScheduled: true,
    name: 'zovala.tar',
    bytes: 1,
  })
  expect(await wasMadeWithin(shop.db, 24, 'good')).toBe(false)
  expect((await checkBackup(shop)).code).toBe('backup-none')
  await aUser(shop, 'super_admin')
  const finding = { code: 'openings-fail', count: 3 } as const
  await shop.db
    .insert(troubles)
    .values({ kind: 'backup', finding, toldAt: TOMORROW, endedAt: TOMORROW })
  await shop.db.insert(backups).values({
    startedAt: sql`now() - interval '5 days'`,
    finishedAt: sql`now() - interval '5 days'`,
    place: '/backups',
    isScheduled: true,
    name: 'zovala.tar',
    bytes: 1,
  })
  await watchTroubles(shop, WATCHED)
  expect(await isTrue(sql`select count(*) = 1 from pgboss.job where name = 'send-email'`)).toBe(
    true,
  )
})
