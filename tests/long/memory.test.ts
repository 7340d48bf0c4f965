import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask, makeDataDir, memoryOf, openProduct, until } from '../support/product.ts'
import { fetchProduct, makeCustomers } from '../support/shoppers.ts'
import { lookAfter, sell, shop } from '../support/traffic/users.ts'
import { openTraffic } from '../support/traffic/visitors.ts'

// The measured figures, and those of each process: docs/reliability.md, Memory.
const [AT_REST, UNDER_LOAD] = [400, 600]
const [MINUTES, SHOPPERS, TILLS, STAFF] = [1, 200, 2, 3]

test.runIf(process.platform === 'linux')(
  `the whole shop with its database takes at most ${AT_REST} MB at rest, and ${UNDER_LOAD} with ${SHOPPERS} shoppers, ${TILLS} tills and ${STAFF} of the staff`,
  async () => {
    const dataDir = makeDataDir()
    // The first start fills the sample shop and its database, which a real shop never does.
    await (await openProduct({ dataDir })).end()
    const product = await openProduct({ dataDir, env: { RATE_LIMIT_SCALE: '1000000' } })
    // The connections that the start opened are closed after ten seconds.
    await until(() => memoryOf(product) <= AT_REST, `at most ${AT_REST} MB`, 30_000)
    const atRest = memoryOf(product)

    const bag = await fetchProduct(product, 'canvas-tote-bag')
    await ask(
      dataDir,
      `insert into stock_movements (variant_id, kind, quantity, reason)
       select id, 'received', 900000, 'load' from variants where product_id = '${bag.id}'`,
    )
    const emails = await makeCustomers((statement) => ask(dataDir, statement), SHOPPERS)
    // Visitors who read a page for five seconds instead of fifteen.
    const traffic = openTraffic(product, MINUTES, { pace: 3 })
    let most = 0
    const watch = async () => {
      for (; !traffic.isOver(); await wait(500)) most = Math.max(most, memoryOf(product))
    }
    await Promise.all([
      ...emails.map((email, n) => shop(traffic, bag, email, n)),
      ...Array.from({ length: TILLS }, (_, n) => sell(traffic, bag, n)),
      ...Array.from({ length: STAFF }, (_, n) => lookAfter(traffic, n)),
      watch(),
    ])
    const answers = [...traffic.took.values()].flat().length
    const [orders] = await ask(dataDir, 'select count(*) from orders where paid_at is not null')
    console.log(
      `${atRest} MB at rest, at most ${most} MB with ${answers} answers and ${orders} orders paid`,
    )
    expect(traffic.faults).toEqual([])
    expect(answers).toBeGreaterThan(1000)
    expect(Number(orders)).toBeGreaterThan(20)
    expect(most).toBeLessThanOrEqual(UNDER_LOAD)
  },
)
