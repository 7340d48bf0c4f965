import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../app/db/migrate.server.ts'
import { orders, users } from '../app/db/tables.server.ts'
import { settlePayment } from '../app/modules/checkout/settle-payment.ts'
import { checkHealth } from '../app/modules/health/check-health.ts'
import { createLog } from '../app/platform/log.server.ts'
import { describeFinding } from '../app/rules/messages/health/describe-finding.ts'
import { prepareDatabase } from '../server/prepare.ts'
import { copyMigrations, createTestDatabase, type TestDatabase } from './support/database.ts'
import { aPaidOrder, payAtProvider } from './support/factories.ts'
import { testConfig, useShop } from './support/shop.ts'

// A shop from the time of the first tables, brought to today's release step by step. Its data is in
// tests/support/upgrades: a file for each release that added tables, applied when its tables were the newest.

const FOLDER = 'tests/support/upgrades'
const STAGES = readdirSync(FOLDER).toSorted()
const SETTINGS = { PAYMENTS: 'sandbox', SAMPLE_SHOP: 'off' }

/** The former names of tables that a migration renamed. */
const RENAMED = new Map(
  readdirSync('db/migrations')
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) => [
      ...readFileSync(join('db/migrations', file), 'utf8').matchAll(
        /^ALTER TABLE (\w+) RENAME TO (\w+)/gm,
      ),
    ])
    .map(([, from = '', to = '']) => [from, to]),
)
// Tables that the shop rebuilds by itself, or counts from its own rows.
const DERIVED = new Set(['tallies', 'price_history', 'product_search', 'search_words'])

let database: TestDatabase
/** The number of rows of each table when it was filled, by its current name. */
const had = new Map<string, number>()
/** Sums that no release may change. */
let sums: unknown

const countRows = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${name}`,
    )
    counts.set(RENAMED.get(name) ?? name, found[0]?.n ?? 0)
  }
  return counts
}

const SUMS = `select
  (select json_agg(json_build_array(order_number, status, subtotal, discount_amount, delivery_amount, total_amount, paid_at is null,
    notes, shipping_address) order by order_number) from orders) as orders,
  (select json_agg(json_build_array(sale_number, payment_method, payment_status, total_amount, customer_name) order by sale_number) from pos_sales) as sales,
  (select json_agg(json_build_array(reference, status, amount, paid_amount) order by reference) from payments) as payments,
  (select json_agg(json_build_array(sku, inventory) order by sku) from variants) as stock,
  (select json_agg(json_build_array(kind, quantity, variant_id) order by id) from stock_movements) as ledger,
  (select json_agg(json_build_array(code, used_count) order by code) from discounts) as codes,
  (select json_agg(json_build_array(u.email, p.role, p.phone, p.date_of_birth, a.password) order by email)
    from users u join profiles p on p.user_id = u.id join accounts a on a.user_id = u.id) as people`

const shop = useShop(SETTINGS, undefined, async () => {
  database = await createTestDatabase('template0')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const stage of STAGES) {
    const { folder, remove } = copyMigrations(Number.parseInt(stage, 10))
    await migrate(database.url, { folder })
    remove()
    await client.query(readFileSync(join(FOLDER, stage), 'utf8'))
    for (const [name, count] of await countRows(client)) had.set(name, count)
  }
  sums = (await client.query(SUMS)).rows
  await client.end()
  // As its next start does.
  await prepareDatabase(
    testConfig('/nowhere', SETTINGS),
    database.url,
    createLog({ level: 'silent' }),
  )
  return database.url
})
afterAll(() => database?.drop())

async function ask<T>(work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('a shop that was filled release by release had rows in every table, and loses none on the way to today’s release', async () => {
  const empty = [...had].filter(([name, count]) => count === 0 && !DERIVED.has(name))
  expect(empty).toEqual([])
  const has = await ask(countRows)
  const lost = [...had].filter(
    ([name, count]) => !DERIVED.has(name) && (has.get(name) ?? 0) < count,
  )
  expect(lost).toEqual([])
  expect(await ask(async (client) => (await client.query(SUMS)).rows)).toEqual(sums)
})

test('the shop from the first tables is healthy today, sells its stock and receives its waiting payment', async () => {
  const states = async () =>
    (await checkHealth(shop))
      .filter(({ check }) => !['emails', 'disk', 'backup', 'files', 'tills'].includes(check))
      .map(({ check, finding }) => `${check}: ${describeFinding(finding).state}`)
      .filter((one) => !one.endsWith(': good'))
  // Its till knows no admin's PIN yet.
  expect(await states()).toEqual(['approvals: notice'])

  // An order that has waited for its payment since then is paid.
  await payAtProvider(shop, 'zv-2')
  expect(await settlePayment(shop, 'zv-2')).toMatchObject({ ok: true, state: 'paid' })
  const [buyer] = await shop.db.select().from(users).where(eq(users.email, 'buyer@example.mw'))
  const [bag] = await ask(
    async (client) =>
      (
        await client.query<{ productId: string; variantId: string; price: number; name: string }>(
          `select p.id as "productId", v.id as "variantId", price, name from products p
           join variants v on v.product_id = p.id where p.slug = 'canvas-bag'`,
        )
      ).rows,
  )
  if (!bag || !buyer) throw new Error('they were lost')
  const { order } = await aPaidOrder(shop, buyer.id, [{ product: bag }])
  expect(order.orderNumber).toMatch(/-000005$/)
  const [old] = await shop.db.select().from(orders).where(eq(orders.orderNumber, 'FSC-2026-000002'))
  expect(old?.status).toBe('processing')
  expect(await states()).toEqual(['approvals: notice'])
})
