import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { ask, makeDataDir, memoryOf, openProduct } from '../product.ts'
import { auditBooks, fetchProduct, makeCustomers } from '../shoppers.ts'
import { lookAfter, sell, shop } from './users.ts'
import { openTraffic, percentile } from './visitors.ts'

// The resolution in ms of the measured delays, which each delay includes.
const RESOLUTION = 5
const [SHOPPERS, TILLS, STAFF] = [500, 5, 3]
/** In fewer minutes, caches have not reached their limits yet. */
const LEAST_FOR_MEMORY = 3
export const TRAFFIC = `${SHOPPERS} shoppers, ${TILLS} tills and ${STAFF} of the staff`

/**
 * Runs the shop as a process with this traffic for so many minutes: every answer has to be good, and the books have to
 * agree.
 */
export async function runTraffic(minutes: number) {
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

  const traffic = openTraffic(product, minutes)
  const memory: number[] = []
  const watch = async () => {
    while (!traffic.isOver()) {
      memory.push(memoryOf(product))
      await wait(5_000)
    }
  }
  // All visitors live in this process: when it is late itself, answers seem late.
  const lateness = monitorEventLoopDelay({ resolution: RESOLUTION })
  lateness.enable()
  await Promise.all([
    ...emails.map((email, n) => shop(traffic, bag, email, n)),
    ...Array.from({ length: TILLS }, (_, n) => sell(traffic, bag, n)),
    ...Array.from({ length: STAFF }, (_, n) => lookAfter(traffic, n)),
    watch(),
  ])

  lateness.disable()
  const fifth = Math.ceil(memory.length / 5)
  const middle = percentile(memory.slice(2 * fifth, 3 * fifth), 50)
  const last = percentile(memory.slice(-fifth), 50)
  const [orders = '', sales = ''] = await Promise.all([
    ask(dataDir, 'select count(*) from orders where paid_at is not null').then(([one]) => one),
    ask(dataDir, 'select count(*) from pos_sales').then(([one]) => one),
  ])
  const took = [...traffic.took.values()].flat()
  const within = (times: readonly number[]) =>
    `${times.length}, ${[50, 95, 99].map((share) => Math.round(percentile(times, share))).join(' / ')} ms`
  console.log(
    `answers, and within how long half, 95 and 99 of 100 came: ${within(took)}\n` +
      `${orders} orders paid, ${sales} sales; memory ${memory[0]} MB at first, ${middle} in the middle, ${last} at last\n` +
      `who asked was late by ${[50, 99].map((share) => Math.round(lateness.percentile(share) / 1e6 - RESOLUTION)).join(' and ')} ms (half, 99 of 100)\n` +
      traffic.tookInMinute.map((times, n) => `  minute ${n + 1}: ${within(times)}\n`).join('') +
      [...traffic.took]
        .toSorted(([, a], [, b]) => percentile(b, 99) - percentile(a, 99))
        .map(([what, times]) => `  ${what}: ${within(times)}`)
        .join('\n'),
  )
  expect(traffic.faults).toEqual([])
  expect(took.length).toBeGreaterThan(minutes * 500)
  expect(Number(orders)).toBeGreaterThan(minutes * 5)
  expect(Number(sales)).toBeGreaterThan(minutes * TILLS)
  // Caches grow to their limits in the first minutes; a leak continues to grow.
  if (minutes >= LEAST_FOR_MEMORY) expect(last).toBeLessThan(middle * 1.15)
  expect(await auditBooks(dataDir)).toEqual([])
}
