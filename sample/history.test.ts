import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  banners,
  creditReserves,
  deliveries,
  discounts,
  orderMessages,
  orders,
  posReturns,
  posSales,
  products,
  readySentences,
  returns,
  reviews,
  shipments,
  undoableMoves,
  variants,
} from '../app/db/tables.server.ts'
import { checkLedger, checkReservations } from '../app/modules/health/check-stock.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { createLog } from '../app/platform/log.server.ts'
import { openShop } from '../app/platform/shop.server.ts'
import { ORDER_STATUSES } from '../app/rules/orders/orders.ts'
import { createHandler } from '../app/web/handle.server.ts'
import { loadBuild } from '../tests/support/app.ts'
import { openClient } from '../tests/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../tests/support/database.ts'
import { listAddresses } from '../tests/support/route-table.ts'
import { ACCOUNTS, PASSWORD } from './accounts-and-codes.ts'
import * as catalogue from './catalogue.ts'
import { seedHistory } from './history.ts'
import { seedSampleShop } from './seed.ts'

/** The markup of a list without rows (app/ui/admin/list/empty.tsx). */
const EMPTY = 'class="cloth-shells overflow-hidden'

let shop: Awaited<ReturnType<typeof openShop>>
let database: TestDatabase
const dataDir = mkdtempSync(join(tmpdir(), 'zovala-history-'))

beforeAll(async () => {
  database = await createTestDatabase()
  const config = readConfig({ DATA_DIR: dataDir })
  shop = await openShop(config, database.url, createLog({ level: 'silent' }), { listens: false })
  await seedSampleShop(shop)
  await seedHistory(shop)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const count = async (rows: { rows: Record<string, unknown>[] }) => Number(rows.rows[0]?.['n'])

test('the sample’s history has orders of all states, sales of a till and returns, over ninety days before today', async () => {
  const states = await shop.db
    .select({ status: orders.status, count: sql<number>`count(*)::int` })
    .from(orders)
    .groupBy(orders.status)
  const of = Object.fromEntries(states.map(({ status, count }) => [status, count]))
  for (const status of ORDER_STATUSES) expect(of[status], status).toBeGreaterThan(0)
  // The order that staff made waits for its payment for more than a day, so that it is there when somebody looks later.
  const dayAhead = sql`status = 'pending' and paid_at is null and expires_at > now() + interval '1 day'`
  expect(await shop.db.$count(orders, dayAhead)).toBe(of['pending'])
  const ends = sql`select count(*)::int as n from pgboss.job where name = 'expire-order'`
  expect(await count(await shop.db.execute(ends))).toBe(of['pending'])
  expect(of['delivered']).toBeGreaterThan(40)
  expect(await shop.db.$count(posSales)).toBeGreaterThan(100)
  const odd = await shop.db
    .select({ reasons: posSales.reviewReasons, handledAt: posSales.handledAt })
    .from(posSales)
    .where(sql`cardinality(review_reasons) > 0`)
  expect(odd).toEqual([{ reasons: ['discount-unapproved'], handledAt: null }])
  expect(await shop.db.$count(posReturns)).toBeGreaterThan(0)
  expect(await shop.db.$count(readySentences)).toBe(3)
  expect(await shop.db.$count(posReturns, sql`cardinality(review_reasons) > 0`)).toBe(0)
  // A part of one order was sent, and the rest is still to be sent; store credit has paid at the till.
  const sent = await shop.db
    .select({ status: orders.status, waybill: shipments.waybill })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
  expect(sent).toEqual([{ status: 'processing', waybill: 'SC 40217' }])
  // No step of the past can be undone, or would send its email with the next step.
  expect(await shop.db.$count(undoableMoves)).toBe(0)
  expect(await shop.db.$count(creditReserves, eq(creditReserves.status, 'used'))).toBe(1)
  expect(await shop.db.$count(posSales, sql`credit_amount > 0`)).toBe(1)
  expect(await shop.db.$count(returns, eq(returns.status, 'settled'))).toBeGreaterThan(1)
  expect(await shop.db.$count(returns, isNotNull(returns.exchangeOrderId))).toBeGreaterThan(0)
  expect(await shop.db.$count(reviews)).toBeGreaterThan(5)
  expect(await shop.db.$count(orderMessages, eq(orderMessages.isWaiting, true))).toBeGreaterThan(0)
  const brought = await shop.db.select({ state: deliveries.state }).from(deliveries)
  expect(brought.map(({ state }) => state).sort()).toEqual([
    'open',
    'partly',
    'received',
    'received',
  ])
  const span = await shop.db.execute(sql`
    select max(created_at)::date - min(created_at)::date as n from orders`)
  expect(await count(span)).toBeGreaterThan(80)
  expect(await shop.db.$count(orders, sql`created_at > now() - interval '1 minute'`)).toBe(0)
  // Nobody has ordered before they had an account.
  const early = sql`exists (select 1 from profiles where profiles.user_id = orders.user_id
    and profiles.created_at > orders.created_at)`
  expect(await shop.db.$count(orders, early)).toBe(0)
})

test('the sample’s history leaves alone what is to be: a code that has not started, and banners that hold', async () => {
  const inDays = (column: string) =>
    sql<number>`round(extract(epoch from ${sql.raw(column)} - now()) / 86400)::int`
  const [soon] = await shop.db
    .select({ starts: inDays('starts_at'), ends: inDays('expires_at') })
    .from(discounts)
    .where(eq(discounts.code, 'SOON'))
  expect(soon).toEqual({ starts: 30, ends: 60 })
  const dated = await shop.db
    .select({ ends: inDays('ends_at') })
    .from(banners)
    .where(isNotNull(banners.endsAt))
  const expected = catalogue.banners.flatMap(({ ends_in_days: days }) => (days ? [days] : []))
  expect(new Set(dated.map(({ ends }) => ends))).toEqual(new Set(expected))
})

test('the sample’s history has a few of all else that a shop does: counts, prices, files, vouchers, money back, who waits', async () => {
  const { rows } = await shop.db.execute(sql`select
    (select array_agg(state order by number) from stock_counts) as counts,
    (select array_agg(state order by starts_at) from price_changes) as prices,
    (select count(*)::int from priced_products where state = 'restored') as restored,
    (select array_agg(state order by created_at) from imports) as imports,
    (select array_agg(distinct state order by state) from import_entries) as entries,
    (select count(*)::int from waitlist_requests where confirmed_at is not null and told_at is null) as waiting,
    (select count(*)::int from newsletter_subscribers) as subscribers,
    (select count(*)::int from newsletter_subscribers where confirmed_at is null or left_at is not null) as off_list,
    (select count(*)::int from staff_invitations where expires_at > now() + interval '5 days') as invitations,
    (select count(*)::int from saved_filters) as filters,
    (select count(*)::int from size_presets) as presets,
    (select array_agg(owed) from preorders) as preorders,
    (select array_agg(status order by created_at) from voucher_purchases) as vouchers,
    (select count(*)::int from pos_sales where voucher_amount > 0) as vouchers_at_till,
    (select array_agg(distinct payment_status) from pos_sales where payment_method = 'paychangu') as mobile,
    (select count(*)::int from shift_cash) as cash_moves,
    (select array_agg(status order by created_at) from payouts) as payouts,
    (select array_agg(status order by created_at) from refunds where reason = 'goodwill') as refunds`)
  expect(rows).toEqual([
    {
      counts: ['booked', 'open'],
      prices: ['ended', 'planned'],
      restored: 4,
      imports: ['done', 'done'],
      entries: ['added', 'bad', 'edited'],
      waiting: 3,
      subscribers: 4,
      off_list: 2,
      invitations: 1,
      filters: 4,
      presets: 3,
      preorders: [1],
      vouchers: ['paid', 'paid', 'ended'],
      vouchers_at_till: 2,
      mobile: ['completed'],
      cash_moves: 3,
      payouts: ['paid'],
      refunds: ['done', 'awaiting', 'requested'],
    },
  ])
})

/** Lists that are rightly empty in the sample shop, with the reason. */
const RIGHTLY_EMPTY: Record<string, string> = {
  '/admin/price-changes/new': 'its products are ticked in the list of products',
  '/admin/labels': 'what is to be printed is chosen there',
}

test('every list of the back office has something to show in the sample shop, and every file of one', async () => {
  const build = await loadBuild()
  const client = openClient(createHandler(build, shop), shop.config.baseUrl, '10.1.0.1')
  const [owner] = ACCOUNTS.filter(({ role }) => role === 'super_admin')
  const body = { email: owner?.email, password: PASSWORD }
  expect((await client.json('/api/auth/sign-in/email', { body })).status).toBe(200)
  const lists = listAddresses(build.routes)
    .filter(({ around }) => around.includes('routes/admin/layout'))
    .map(({ path }) => path)
    .filter((path) => !/[:*]|\/(pictures|data\.json|sample\.csv)$/.test(path))
  expect(lists.length).toBeGreaterThan(35)
  const empty: string[] = []
  for (const path of lists) {
    const { status, html } = await client.open(path)
    expect(status, path).toBe(200)
    const isEmpty = path.endsWith('.csv')
      ? html.trim().split('\n').length < 2
      : html.includes(EMPTY)
    if (isEmpty) empty.push(path)
  }
  expect(empty.toSorted()).toEqual(Object.keys(RIGHTLY_EMPTY).toSorted())
})

test('the sample’s history leaves true books, and as much in stock as the catalogue says', async () => {
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  expect(await checkReservations(shop.db)).toMatchObject({ code: 'reservations-agree' })
  const stock = await shop.db
    .select({ sku: variants.sku, units: variants.inventory })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
  // A stock-take did not find the last units of one size; that size is pre-ordered.
  const [lost] = await shop.db
    .select({ sku: variants.sku, limit: variants.preorderLimit })
    .from(variants)
    .where(isNotNull(variants.preorderLimit))
  expect(lost?.limit).toBe(10)
  const expected = catalogue.products.flatMap((p) =>
    (p.variants ?? [{ sku: p.sku, inventory: p.stock ?? 0 }]).map(({ sku, inventory }) => [
      sku,
      sku === lost?.sku ? 0 : inventory,
    ]),
  )
  expect(Object.fromEntries(stock.map(({ sku, units }) => [sku, units]))).toEqual(
    Object.fromEntries(expected),
  )
})

test('the sample’s history says when each event was: nothing of an order is older than it, and nobody is written to', async () => {
  const early = await shop.db.execute(sql`
    select count(*)::int as n from order_events e join orders o on o.id = e.order_id
    where e.created_at < o.created_at - interval '1 minute'`)
  expect(await count(early)).toBe(0)
  const fresh = await shop.db.execute(sql`
    select count(*)::int as n from stock_movements where created_at > now() - interval '5 minutes' and kind <> 'opening'`)
  expect(await count(fresh)).toBe(0)
  const emails = await shop.db.execute(
    sql`select count(*)::int as n from pgboss.job where name = 'send-email'`,
  )
  expect(await count(emails)).toBe(0)
  await seedHistory(shop)
  expect(await shop.db.$count(posSales)).toBeLessThan(500)
})
