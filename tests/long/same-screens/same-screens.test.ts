import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, makeDataDir, openProduct, startProduct, until } from '../../support/product.ts'
import { compareScreens, explain } from './compare.ts'
import { COLUMNS, DIFFERENCES, MOVED, SHAPES } from './differences.ts'
import { createFinder } from './facts.ts'
import { installOldShop, lacking } from './old-shop.ts'
import { listScreens, readScreens } from './screens.ts'
import { type Run, trade } from './trade.ts'

const FOLDER = join('.cache', 'same-screens')
const SETTINGS = {
  RATE_LIMIT_SCALE: '1000',
  // Between the two readings no payment ends, and the provider is not asked.
  PAYMENT_WINDOW_MINUTES: '100000',
  PAYMENT_POLL_SECONDS: '100000',
}

/** The names in the shop's data. */
const NAMES = `select name from products union select name from users union select name from categories
  union select code from discounts union select name from tills union select sku from products union select sku from variants
  union select customer_name from pos_sales where customer_name is not null union select notes from pos_sales where notes is not null
  union select notes from orders where notes is not null union select first_name || ' ' || last_name from orders
  union select reason from pos_returns union select reason from shift_cash union select reason from stock_movements where reason is not null`

const COUNTS = `select (select count(*) from orders), (select count(*) from pos_sales),
  (select count(*) from orders where attention is not null), (select count(*) from pos_sales where parked <> '{}'),
  (select count(*) from pos_returns)`

test(`every screen of a shop of the release before the reorganization shows the same today${lacking}`, {
  skip: lacking !== '',
  timeout: 3_600_000,
}, async () => {
  const dataDir = makeDataDir()
  const run: Run = (statement) => ask(dataDir, statement)
  const old = await startProduct({ home: installOldShop(), dataDir, env: SETTINGS })
  await until(
    () => old.output().includes('Zovala is open at') || old.child.exitCode !== null,
    'the shop of before is installed, built and open',
    1_800_000,
  )
  expect(old.child.exitCode, old.output()).toBeNull()
  const traded = await trade(old.origin, run)
  const [counts = ''] = await run(COUNTS)
  const [orders, sales, ordersInReview, salesInReview, returns] = counts.split('|').map(Number)
  expect(orders).toBe(200)
  expect(sales).toBeGreaterThan(100)
  expect(ordersInReview).toBeGreaterThan(5)
  expect(salesInReview).toBeGreaterThan(5)
  expect(returns).toBe(6)
  await until(
    async () =>
      (
        await run(
          `select from pgboss.job where name = 'send-letter' and state in ('created', 'active', 'retry')`,
        )
      ).length === 0,
    'all emails are sent',
  )
  const addresses = await listScreens(run, traded)
  const names = await run(NAMES)
  const before = await readScreens(old.origin, addresses, traded.deviceId)
  await old.end()

  const today = await openProduct({ dataDir, port: old.port, env: SETTINGS })
  const after = await readScreens(today.origin, addresses, traded.deviceId, MOVED)
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, read] of Object.entries({ names, before, after }))
    writeFileSync(join(FOLDER, `${name}.json`), JSON.stringify(read))

  // Only pages of products that are not sold, and of an open shift.
  const away = Object.entries(before).filter(([, { status }]) => status !== 200)
  expect(away.filter(([, { status }]) => status !== 404).map(([at]) => at)).toEqual([])
  expect(away.length).toBeLessThan(10)
  const { unexplained, unused } = explain(
    compareScreens(before, after, { find: createFinder(names), columns: COLUMNS, shapes: SHAPES }),
    DIFFERENCES,
  )
  expect(unexplained.map(({ at, what }) => `${at}: ${what}`)).toEqual([])
  expect(unused.map(({ at, what }) => `${at} ${what}`)).toEqual([])
})
