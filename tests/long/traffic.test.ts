import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, makeDataDir, memoryOf, openProduct } from '../support/product.ts'
import { auditBooks, fetchProduct, makeCustomers } from '../support/shoppers.ts'
import { lookAfter, sell, shop } from './support/traffic/people.ts'
import { openTraffic, percentile } from './support/traffic/visitors.ts'

const MINUTES = Number(process.env['TRAFFIC_MINUTES'] ?? 30)
const [SHOPPERS, TILLS, STAFF] = [500, 5, 3]

test(
  `${MINUTES} minutes of ${SHOPPERS} shoppers, ${TILLS} tills and ${STAFF} of the staff: no error, and memory stays flat`,
  async () => {
    const dataDir = makeDataDir()
    const product = await openProduct({
      dataDir,
      env: { WEB_WORKERS: '2', RATE_LIMIT_SCALE: '1000000', PAYMENT_POLL_SECONDS: '30' },
    })
    const bag = await fetchProduct(product, 'canvas-tote-bag')
    await ask(
      dataDir,
      `insert into stock_movements (variant_id, kind, quantity, reason)
       select id, 'received', 900000, 'traffic' from variants where product_id = '${bag.id}'`,
    )
    const emails = await makeCustomers((statement) => ask(dataDir, statement), SHOPPERS)

    const traffic = openTraffic(product, MINUTES)
    const memory: number[] = []
    const watch = async () => {
      while (!traffic.isOver()) {
        memory.push(memoryOf(product))
        await wait(5_000)
      }
    }
    await Promise.all([
      ...emails.map((email, n) => shop(traffic, bag, email, n)),
      ...Array.from({ length: TILLS }, (_, n) => sell(traffic, bag, n)),
      ...Array.from({ length: STAFF }, (_, n) => lookAfter(traffic, n)),
      watch(),
    ])

    const fifth = Math.ceil(memory.length / 5)
    const middle = percentile(memory.slice(2 * fifth, 3 * fifth), 50)
    const last = percentile(memory.slice(-fifth), 50)
    const [orders = '', sales = ''] = await Promise.all([
      ask(dataDir, 'select count(*) from orders where paid_at is not null').then(([one]) => one),
      ask(dataDir, 'select count(*) from pos_sales').then(([one]) => one),
    ])
    console.log(
      `${traffic.took.length} answers, half within ${Math.round(percentile(traffic.took, 50))} ms, 99 of 100 within ${Math.round(percentile(traffic.took, 99))} ms; ` +
        `${orders} orders paid, ${sales} sales; memory ${memory[0]} MB at first, ${middle} in the middle, ${last} at last`,
    )
    expect(traffic.faults).toEqual([])
    expect(traffic.took.length).toBeGreaterThan(MINUTES * 1000)
    expect(Number(orders)).toBeGreaterThan(MINUTES * 10)
    expect(Number(sales)).toBeGreaterThan(MINUTES * TILLS * 3)
    // What is kept grows to its bounds in the first minutes; what leaks goes on.
    expect(last).toBeLessThan(middle * 1.15)
    expect(await auditBooks(dataDir)).toEqual([])
  },
  MINUTES * 60_000 + 240_000,
)
