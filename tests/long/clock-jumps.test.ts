import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataDir, openProduct, until } from '../support/product.ts'
import { openShoppers, payloadFor, type SoldProduct } from '../support/shoppers.ts'
import { openCounterLoad } from '../support/traffic/counter-load.ts'
import { openOrderLoad } from '../support/traffic/order-load.ts'
import { askDoctor, untilSettled } from '../support/traffic/running-shop.ts'
import { openDebianPostgres, openPool } from './support/machines/debian-postgres.ts'
import { installPackages, MACHINES } from './support/machines/packages.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const lacking = installPackages({
  libfaketime: LIBRARY,
  'postgresql-15': MACHINES['postgresql-15'],
})
const named = lacking.length > 0 ? ` (left out: ${lacking.join(', ')} are not installed)` : ''

/**
 * A clock that can be set while programs use it; clocks that measure time spans continue normally, as on a real
 * machine.
 */
function makeClock() {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // PostgreSQL's account must be able to read it.
  chmodSync(folder, 0o755)
  const file = join(folder, 'ahead')
  const set = (ahead: string) => {
    // Replaced atomically: a half-written file would be another time.
    writeFileSync(`${file}.new`, `${ahead}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  set('+0')
  const env = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { set, env }
}

test.skipIf(lacking.length > 0)(
  `the clock jumps ahead and back while the shop sells: no order is paid twice or lost, and no work waits for it${named}`,
  async () => {
    const clock = makeClock()
    const server = await openDebianPostgres(clock.env)
    const dataDir = makeDataDir()
    const env = {
      ...clock.env,
      DATABASE_URL: server.url,
      SESSION_SECRET: 'a secret for this test alone, long enough',
      RATE_LIMIT_SCALE: '100000',
      PAYMENT_POLL_SECONDS: '1',
    }
    const product = await openProduct({ dataDir, env })
    const { origin } = product
    const database = openPool(server.url)
    const count = async (what: string) =>
      Number((await database.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n)
    const none = (what: string, why: string) =>
      until(async () => (await count(what)) === 0, why, 40_000)
    const doctor = () => askDoctor({ DATA_DIR: dataDir, SAMPLE_SHOP: 'on', ...env })
    const bag = (await (
      await fetch(`${origin}/api/products/canvas-tote-bag`)
    ).json()) as SoldProduct

    const openTrade = async () => {
      const orders = await openOrderLoad(origin, database, 4)
      const counter = await openCounterLoad(origin, database)
      return {
        /** Checks that the shop sells, and that its jobs run. */
        async goesOn(what: string) {
          const [since, sales] = [Date.now(), counter.sold.length + 2]
          await until(
            () => orders.startedAfter(since).length >= 8 && counter.sold.length >= sales,
            `orders and sales go on: ${what}`,
            60_000,
          )
          await none(
            `pgboss.job where name in ('send-email', 'poll-payment') and state < 'active'
               and created_on > now() + interval '1 minute'`,
            `no work waits for another time: ${what}`,
          )
          const before = await count(`pgboss.job where name = 'send-email' and state = 'completed'`)
          await until(
            async () =>
              (await count(`pgboss.job where name = 'send-email' and state = 'completed'`)) >
              before,
            `emails are sent: ${what}`,
            40_000,
          )
        },
        async closeTill() {
          await counter.stop()
          await counter.expectOnce()
        },
        async closeOrders() {
          await orders.stop()
          await orders.expectOnce()
        },
        async close() {
          await this.closeTill()
          await this.closeOrders()
        },
      }
    }
    /** An order that waits for its payment, and the function that pays it. */
    const aBuyer = async () =>
      (await openShoppers(product, 1, (statement) => database.query(statement)))[0]
    const buyer = await aBuyer()
    async function placeOrder(by = buyer) {
      const answer = await by?.send('/functions/process-payment', payloadFor(bag, 1))
      expect(answer?.status).toBe(200)
      const number = String(answer?.body['order_number'])
      const page = new URL(String(answer?.body['checkout_url'])).pathname
      const body = new URLSearchParams({ decision: 'pay' })
      return {
        number,
        pay: () => fetch(origin + page, { method: 'POST', body, redirect: 'manual' }),
        isCancelled: async () =>
          (await count(`orders where order_number = '${number}' and status = 'cancelled'`)) === 1,
      }
    }
    const readClock = async () =>
      (await database.query<{ at: Date }>('select now() as at')).rows[0]?.at.getTime() ?? 0
    const isSignedIn = async () => (await buyer?.send('/api/orders'))?.status === 200

    const first = await openTrade()
    await first.goesOn('at first')
    const late = await placeOrder()
    // Sessions of staff end within a day; nobody else is signed out.
    await first.closeTill()
    clock.set('+1d')
    expect((await readClock()) - Date.now()).toBeGreaterThan(86_000_000)
    await first.closeOrders()
    await none(
      `orders where status = 'pending' and expires_at < now() - interval '1 minute'`,
      'what was not paid in time has ended',
    )
    expect(await late.isCancelled()).toBe(true)
    expect(await isSignedIn()).toBe(true)
    // Its payment comes late: the order is revived, or goes under review.
    await late.pay()
    await none(
      `orders where order_number = '${late.number}' and paid_at is null and review_reason is null`,
      'a payment that came late is dealt with',
    )
    expect((await doctor()).output).toMatch(/set ahead by 24 hours/)

    const day = await openTrade()
    await day.goesOn('a day ahead')
    await day.close()
    clock.set('+366d')
    expect(await isSignedIn()).toBe(false)
    const trade = await openTrade()
    await trade.goesOn('a year ahead')

    // The clock goes back while the shop sells: times that are now in the future must not make anything wait or hold
    // until then.
    for (const [ahead, what] of [
      ['+365d', 'a day back'],
      ['+8759h', 'an hour back'],
    ] as const) {
      clock.set(ahead)
      await trade.goesOn(what)
    }
    await trade.close()
    const held = await placeOrder(await aBuyer())
    clock.set('+0')
    const today = await openTrade()
    await today.goesOn('a year back')
    await none(
      `sessions where greatest(created_at, updated_at, proven_at) > now() + interval '1 minute'
         or expires_at > now() + interval '181 days'`,
      'no session lasts for another time',
    )
    await none(
      `orders where status = 'pending' and expires_at > now() + interval '31 minutes'`,
      'no order holds its units for another time',
    )
    await none(
      `pgboss.version where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + interval '1 minute'`,
      'schedules go on',
    )
    await none(
      `pgboss.queue where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'`,
      'the queue is looked after',
    )
    await held.pay()
    await none(
      `orders where order_number = '${held.number}' and paid_at is null`,
      'an order of another time is paid',
    )
    await today.close()
    await untilSettled(database)
    expect(
      await count(`(select order_id from payments where status = 'paid' group by 1
        having count(*) > 1) twice`),
    ).toBe(0)
    expect(
      await count(`(select order_number from orders group by 1 having count(*) > 1) same`),
    ).toBe(0)
    const { output } = await doctor()
    expect(output).toMatch(/newest order lies .* in the future/)
    for (const check of [
      'Stock and its ledger',
      'Reservations',
      'Totals',
      'Payments',
      'Background work',
    ])
      expect(output).toMatch(new RegExp(`^Fine +${check}`, 'm'))
    console.log(output)
  },
  400_000,
)
