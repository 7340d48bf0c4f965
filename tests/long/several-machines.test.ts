import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/product.ts'
import { openOrderLoad } from '../support/traffic/order-load.ts'
import { askDoctor } from '../support/traffic/running-shop.ts'
import { type Machines, openMachines } from './support/machines/open-machines.ts'
import { installPackages, MACHINES } from './support/machines/packages.ts'

const lacking = installPackages(MACHINES)
const named = lacking.length > 0 ? ` (left out: ${lacking.join(', ')} are not installed)` : ''

// The promise: orders continue within half a minute, whatever is killed.
const LONGEST_PAUSE = 30_000
const ENOUGH = 10

/** Requests ten pictures of the sample shop, as a browser does. */
async function expectPicturesReadable({ files, origin }: Machines, database: pg.Pool) {
  const { rows } = await database.query<{ path: string }>(
    'select path from pictures order by path limit 100',
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { path } of rows) {
    const answer = await fetch(`${files}/${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100)
  }
  expect((await fetch(origin)).status).toBe(200)
}

/** Both copies get the database's notifications again: each renews a cached page. */
async function expectNewsOnBoth({ shops }: Machines, database: pg.Pool) {
  const read = (shop: string) =>
    fetch(`${shop}/product/canvas-tote-bag`).then((page) => page.text())
  for (const shop of shops) await read(shop)
  await database.query(`update products set name = 'Bag of News' where slug = 'canvas-tote-bag'`)
  for (const shop of shops)
    await until(async () => (await read(shop)).includes('Bag of News'), 'the news is shown', 30_000)
}

/** A visitor who requests the home page again and again. */
function watchHome(origin: string) {
  let [good, bad] = [0, 0]
  const look = async () => {
    const answer = await fetch(origin, { signal: AbortSignal.timeout(2000) }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) good += 1
    else bad += 1
  }
  const timer = setInterval(() => void look(), 250)
  return {
    reset: () => ([good, bad] = [0, 0]),
    figures: () => `${good} times shown, ${bad} times not`,
    stop: () => clearInterval(timer),
  }
}

test.skipIf(lacking.length > 0)(
  `several machines: database, shop, proxy and store are killed under load, and no order is lost or doubled${named}`,
  async () => {
    const machines = await openMachines({
      SAMPLE_SHOP: 'on',
      SAMPLE_HISTORY: 'off',
      RATE_LIMIT_SCALE: '100000',
      PAYMENT_POLL_SECONDS: '2',
      WEB_WORKERS: '1',
      LOG_LEVEL: 'warn',
    })
    const { services } = machines
    const database = new pg.Pool({ connectionString: machines.databaseUrl, max: 2 })
    database.on('error', () => {})
    database.on('connect', (client) => client.on('error', () => {}))
    onTestFinished(() => database.end())
    const load = await openOrderLoad(machines.origin, database, 12)
    const pauses: Record<string, number> = {}

    const home = watchHome(machines.origin)
    onTestFinished(home.stop)

    async function survive(name: string, kill: () => void) {
      home.reset()
      await until(() => load.acknowledged.length > ENOUGH, 'orders are placed')
      const killed = Date.now()
      kill()
      await until(() => load.startedAfter(killed).length >= ENOUGH, `orders go on after: ${name}`)
      pauses[name] = (load.startedAfter(killed)[0]?.at ?? killed) - killed
      console.log(`${name}: orders again after ${pauses[name]} ms; home page ${home.figures()}`)
    }
    async function survivePrimary(name: string) {
      const primary = (await machines.findPrimary()) ?? 'a'
      await survive(name, () => services.kill(`database-${primary}`, 'stays away'))
      services.again(`database-${primary}`)
      await until(machines.hasStandby, 'the former primary follows')
    }
    const areBothReady = async () => (await machines.isReady('a')) && (await machines.isReady('b'))

    await survivePrimary('the primary')
    await survive('a copy of the shop', () => services.kill('shop-a'))
    await until(areBothReady, 'both copies are there again')
    await survive('the proxy', () => services.kill('proxy-a'))
    await until(areBothReady, 'both copies are there again')
    await survive('the store', () => {
      for (const part of ['proxy', 'account', 'container', 'object']) services.kill(`swift-${part}`)
      services.kill('memcached')
    })
    await survivePrimary('the other primary')

    await load.stop()
    console.log(
      `${load.acknowledged.length} orders, ${load.paid.length} paid, ${load.retries()} tries repeated`,
      pauses,
    )
    await load.expectOnce()
    await expectNewsOnBoth(machines, database)

    for (const [name, pause] of Object.entries(pauses))
      expect(pause, name).toBeLessThan(LONGEST_PAUSE)
    const { status, output } = await askDoctor(machines.shopEnv('a'))
    console.log(output)
    expect(status, output).toBe(0)
    await expectPicturesReadable(machines, database)
  },
  600_000,
)
