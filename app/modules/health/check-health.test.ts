import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDiscount,
  anAdmin,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { testConfig, useShop } from '../../../tests/support/shop.ts'
import { aTill } from '../../../tests/support/till/counter.ts'
import {
  backups,
  discounts,
  orders,
  payments,
  pictures,
  tillPins,
  tills,
} from '../../db/tables.server.ts'
import type { Check, FindingState } from '../../rules/health/health.ts'
import { CHECK_NAMES, describeFinding } from '../../rules/messages/health/describe-finding.ts'
import { FINDINGS } from '../../rules/messages/health/findings.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { storePicture } from '../media/store-picture.ts'
import { checkHealth } from './check-health.ts'
import { judgeCertificate, judgeDisk } from './check-machine.ts'

const shop = useShop({ PAYMENTS: 'sandbox', SAMPLE_SHOP: 'off' })
let buyer: { userId: string; email: string }
let skirt: TestProduct
beforeEach(async () => {
  buyer = await aUser(shop)
  skirt = await aProduct(shop, { price: 20_000, stock: 5 })
})

/** A hand in the database, past the triggers and keys that keep the shop itself from this. */
const tamper = (statement: SQL) =>
  shop.db.transaction(async (db) => {
    await db.execute(sql`set local session_replication_role = replica`)
    await db.execute(statement)
  })

async function findingOf(check: Check, of = shop) {
  const found = (await checkHealth(of)).find((row) => row.check === check)
  if (!found) throw new Error(`${check} was not checked`)
  return { ...found.finding, ...describeFinding(found.finding) }
}
const stateOf = async (check: Check): Promise<FindingState> => (await findingOf(check)).state

const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`

test('a healthy shop with sales, payments and expired orders passes every check that it can make itself', async () => {
  await aDiscount(shop, { code: 'MOYO' })
  await aPaidOrder(shop, buyer.userId, [{ product: skirt, quantity: 2 }], {
    terms: { type: 'percentage', value: 10 },
    discount: { code: 'MOYO' },
  })
  const lapsed = await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  await shop.db
    .update(orders)
    .set({ expiresAt: minutesAgo(1) })
    .where(eq(orders.id, lapsed.order.id))
  await expireOrder(shop, lapsed.order.id)
  await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  await shop.db.update(payments).set({ createdAt: minutesAgo(20) })
  const checked = await checkHealth(shop)
  expect(checked.map(({ check }) => check)).toEqual(Object.keys(CHECK_NAMES))
  const states = new Map(
    checked.map(({ check, finding }) => [check, describeFinding(finding).state]),
  )
  expect(states.get('emails')).toBe('notice')
  for (const [check, state] of states)
    if (!['emails', 'disk', 'backup'].includes(check))
      expect(`${check}: ${state}`).toBe(`${check}: good`)
  expect(await findingOf('payments')).toMatchObject({ code: 'payments-agree', asked: 3 })
})

test('a shop in which nobody can approve discounts is warned before a customer waits for it', async () => {
  const { userId } = await aUser(shop, 'cashier')
  expect(await stateOf('approvals')).toBe('good')
  const till = await aTill(shop)
  expect(await findingOf('approvals')).toMatchObject({
    state: 'notice',
    place: { to: '/admin/pos' },
  })
  // A cashier's own PIN approves nothing.
  const pin = { salt: 's', key: 'k', approves: true }
  await shop.db.insert(tillPins).values({ ...pin, userId })
  expect(await stateOf('approvals')).toBe('notice')
  await shop.db.insert(tillPins).values({ ...pin, userId: (await anAdmin(shop)).userId })
  expect(await stateOf('approvals')).toBe('good')
  await shop.db.delete(tillPins)
  await shop.db.update(tills).set({ retiredAt: shop.now() }).where(eq(tills.id, till.id))
  expect(await stateOf('approvals')).toBe('good')
})

describe('a manual change in the database is found:', () => {
  test('stock that is not the sum of its movements', async () => {
    await tamper(sql`update variants set inventory = inventory + 1`)
    expect(await findingOf('ledger')).toMatchObject({ state: 'trouble', count: 2 })
  })

  test('a deleted movement', async () => {
    await tamper(sql`delete from stock_movements`)
    expect(await stateOf('ledger')).toBe('trouble')
  })

  test('an order that reserves fewer units than its lines, and a cancelled one that reserves some', async () => {
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: skirt, quantity: 2 }])
    await tamper(sql`update order_items set quantity = 1, total = price`)
    expect(await findingOf('reservations')).toMatchObject({
      state: 'trouble',
      names: [order.orderNumber],
    })
    await tamper(sql`update order_items set quantity = 2, total = price * 2`)
    expect(await stateOf('reservations')).toBe('good')
    await tamper(sql`update orders set status = 'cancelled'`)
    expect(await stateOf('reservations')).toBe('trouble')
  })

  test('an order that reserves nothing, unless the stock of its product was not tracked when it was placed', async () => {
    const scarf = await aProduct(shop, { price: 9_000, stock: 3 })
    await tamper(sql`update products set updated_at = now() - interval '1 day'`)
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: scarf }])
    await tamper(sql`delete from stock_movements where order_id = ${order.id}`)
    expect(await stateOf('reservations')).toBe('trouble')
    await tamper(sql`update products set updated_at = now()`)
    expect(await stateOf('reservations')).toBe('good')
  })

  test('a code whose number of uses does not match its orders', async () => {
    const { id } = await aDiscount(shop, { code: 'MOYO' })
    await shop.db.update(discounts).set({ usedCount: 1 }).where(eq(discounts.id, id))
    expect(await findingOf('redemptions')).toMatchObject({ state: 'notice', names: ['MOYO'] })
    const sample = { ...shop, config: { ...shop.config, sampleShop: true } }
    expect((await findingOf('redemptions', sample)).state).toBe('good')
  })

  test('a subtotal that is not the sum of the lines', async () => {
    await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
    await tamper(sql`update orders set subtotal = subtotal + 1, total_amount = total_amount + 1`)
    expect(await stateOf('totals')).toBe('trouble')
  })

  test('an order that counts as paid without a payment', async () => {
    const { order } = await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
    await tamper(sql`update orders set paid_at = now()`)
    expect(await findingOf('payments')).toMatchObject({
      code: 'payments-without-money',
      names: [order.orderNumber],
    })
  })
})

describe('asking the provider', () => {
  test('finds money that the provider has and the shop has not', async () => {
    const { payment } = await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
    await payAtProvider(shop, payment.reference)
    await shop.db.update(payments).set({ createdAt: minutesAgo(20) })
    expect(await findingOf('payments')).toMatchObject({
      code: 'payments-differ',
      names: [payment.reference],
    })
  })

  test('finds an amount that differs from the shop’s record', async () => {
    await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
    await shop.db.update(payments).set({ createdAt: minutesAgo(20), paidAmount: 1 })
    expect(await stateOf('payments')).toBe('trouble')
  })

  test('ignores a missing answer about a settled payment', async () => {
    await aPaidOrder(shop, buyer.userId, [{ product: skirt }])
    await shop.db.update(payments).set({ createdAt: minutesAgo(20) })
    const silent = {
      ...shop,
      payments: {
        ...shop.payments,
        verify: async () =>
          ({ state: 'pending', report: { code: 'no-answer', seconds: 8 } }) as const,
      },
    }
    expect(await findingOf('payments', silent)).toMatchObject({ code: 'payments-unanswered' })
  })
})

test('missing files of a picture are named', async () => {
  const bytes = await sharp({ create: { width: 400, height: 500, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(shop, bytes, 'products')
  if (!stored.ok) throw new Error(stored.reason)
  expect(await findingOf('files')).toMatchObject({ state: 'good', pictures: 1 })
  await rm(join(shop.config.dataDir, 'files', stored.path))
  expect(await findingOf('files')).toMatchObject({ state: 'trouble', names: [stored.path] })
  expect(await shop.db.$count(pictures)).toBe(1)
})

test('jobs that nobody works on are a problem, and jobs that failed for good are named', async () => {
  const id = randomUUID()
  await shop.jobs.enqueue(shop.db, 'poll-payment', { reference: id })
  expect(await stateOf('jobs')).toBe('good')
  await shop.db.execute(sql`update pgboss.job set start_after = now() - interval '7 minutes'`)
  expect(await findingOf('jobs')).toMatchObject({ code: 'jobs-late', count: 1, minutes: 7 })
  await shop.db.execute(sql`update pgboss.job set state = 'failed', completed_on = now()`)
  expect(await findingOf('jobs')).toMatchObject({ state: 'notice', names: ['poll-payment'] })
  await shop.db.execute(sql`delete from pgboss.job`)
})

test('an order with a future date reveals a clock that was wrong', async () => {
  await aPendingOrder(shop, buyer.userId, [{ product: skirt }])
  expect(await stateOf('clock')).toBe('good')
  await shop.db.update(orders).set({ createdAt: sql`now() + interval '30 minutes'` })
  expect(await findingOf('clock')).toMatchObject({ state: 'trouble', minutes: 30 })
})

test('a shop without https is a problem, except on its own machine', async () => {
  const at = (url: string) => ({
    ...shop,
    config: testConfig(shop.config.dataDir, { BASE_URL: url }),
  })
  expect((await findingOf('certificate', at('http://localhost:3999'))).state).toBe('good')
  expect((await findingOf('certificate', at('http://shop.example'))).state).toBe('trouble')
  // Nothing listens there.
  expect((await findingOf('certificate', at('https://127.0.0.1:9'))).state).toBe('unknown')
})

test('a database that a newer release has migrated does not match this release', async () => {
  await shop.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
  )
  expect(await findingOf('version')).toMatchObject({ code: 'version-ahead' })
  await shop.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
  expect(await stateOf('version')).toBe('good')
})

test('a check that fails is reported, and the others continue', async () => {
  const broken = {
    ...shop,
    storage: { ...shop.storage, has: () => Promise.reject(new Error('no bucket')) },
  }
  await shop.db.insert(pictures).values({
    path: `products/${randomUUID()}.jpg`,
    width: 400,
    height: 500,
    tint: '#fff',
    widths: [320],
  })
  expect((await findingOf('files', broken)).state).toBe('unknown')
  expect((await findingOf('version', broken)).state).toBe('good')
})

test('disk space is judged by what is free', () => {
  expect(judgeDisk(255.9, 10_000)).toEqual({ code: 'disk-full', freeMb: 255, percent: 2 })
  expect(judgeDisk(256, 10_000)).toMatchObject({ code: 'disk-low' })
  expect(judgeDisk(1024, 100_000)).toEqual({ code: 'disk-free', freeMb: 1024, percent: 1 })
})

test('a certificate that ends within two weeks is reported as not renewed', () => {
  expect(judgeCertificate(13)).toEqual({ code: 'certificate-ending', days: 13 })
  expect(judgeCertificate(14)).toEqual({ code: 'certificate-valid', days: 14 })
})

test('a real shop whose last backup is two days old or failed has a problem; one without any is reminded', async () => {
  expect(await findingOf('backup')).toMatchObject({ code: 'backup-none', state: 'notice' })
  const sample = { ...shop, config: { ...shop.config, sampleShop: true } }
  expect((await findingOf('backup', sample)).state).toBe('good')
  const write = (
    hoursAgo: number,
    outcome: { name: string; bytes: number } | { failure: string },
  ) =>
    shop.db.insert(backups).values({
      startedAt: minutesAgo(hoursAgo * 60 + 1),
      finishedAt: minutesAgo(hoursAgo * 60),
      place: '/mnt/disk',
      isScheduled: true,
      ...outcome,
    })
  await write(49, { name: 'a.tar', bytes: 1 })
  expect(await findingOf('backup')).toMatchObject({ code: 'backup-old', hours: 49 })
  await write(47, { failure: 'ENOSPC' })
  expect(await findingOf('backup')).toMatchObject({
    code: 'backup-failed',
    why: 'ENOSPC',
    hours: 49,
  })
  await write(2, { name: 'b.tar', bytes: 1 })
  expect(await findingOf('backup')).toMatchObject({ code: 'backup-made', state: 'good', hours: 2 })
})

test('every finding that is not good says what to do about it', () => {
  const silent = Object.entries(FINDINGS).filter(
    ([, finding]) => finding.state !== 'good' && !('repair' in finding && finding.repair),
  )
  expect(silent.map(([code]) => code)).toEqual([])
})
