import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeDataDir, openProduct, until } from '../support/product.ts'
import { openCounterLoad } from '../support/traffic/counter-load.ts'
import { openOrderLoad } from '../support/traffic/order-load.ts'
import { askDoctor } from '../support/traffic/running-shop.ts'
import { openDebianPostgres, openPool } from './support/machines/debian-postgres.ts'
import { installPackages, MACHINES } from './support/machines/packages.ts'

const lacking = installPackages({ 'postgresql-15': MACHINES['postgresql-15'] })
const named = lacking.length > 0 ? ' (left out: postgresql-15 is not installed)' : ''

const openClient = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** The number of rows of each table, with a checksum over all of them. */
async function sumTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss', 'drizzle') order by 1`,
  )
  const sums: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as sum
       from only ${name} t`,
    )
    sums[name] = found[0]?.sum ?? ''
  }
  return sums
}

test.skipIf(lacking.length > 0)(
  `pg_dump of an owner's own server while the shop sells, restored into an empty database: every row is the same, and the shop sells on${named}`,
  async () => {
    const server = await openDebianPostgres()
    const dataDir = makeDataDir()
    const env = {
      SESSION_SECRET: 'a secret for this test alone, long enough',
      RATE_LIMIT_SCALE: '100000',
      PAYMENT_POLL_SECONDS: '1',
    }
    const first = await openProduct({ dataDir, env: { ...env, DATABASE_URL: server.url } })
    const database = openPool(server.url)
    const orders = await openOrderLoad(first.origin, database, 6)
    const counter = await openCounterLoad(first.origin, database)
    await until(
      () => orders.acknowledged.length >= 30 && counter.sold.length >= 5,
      'orders and sales come in',
    )
    const before = [...orders.acknowledged]

    // The test reads the same snapshot as the dump; `pg_dump` alone would take its own.
    const moment = await openClient(server.url)
    await moment.query('begin isolation level repeatable read read only')
    const { rows } = await moment.query<{ id: string }>('select pg_export_snapshot() as id')
    const file = join(makeDataDir(), 'zovala.dump')
    const sold = counter.sold.length
    await server.call('pg_dump', '-Fc', `--snapshot=${rows[0]?.id}`, '-f', file, server.url)
    const sums = await sumTables(moment)
    await moment.end()
    await until(() => counter.sold.length > sold, 'it sells on')
    await Promise.all([orders.stop(), counter.stop()])
    await orders.expectOnce()
    await first.end()

    const url = await server.makeDatabase('zovala_again')
    await server.call('pg_restore', '--exit-on-error', '--no-owner', '-d', url, file)
    const again = await openClient(url)
    expect(await sumTables(again)).toEqual(sums)
    const kept = new Set(
      (await again.query<{ key: string }>('select idempotency_key as key from orders')).rows.map(
        ({ key }) => key,
      ),
    )
    expect(before.filter(({ key }) => !kept.has(key))).toEqual([])
    await again.end()

    const place = makeDataDir()
    cpSync(join(dataDir, 'files'), join(place, 'files'), { recursive: true })
    const second = await openProduct({
      dataDir: place,
      port: first.port,
      env: { ...env, DATABASE_URL: url },
    })
    expect(second.output()).not.toContain('Filling')
    const pool = openPool(url)
    const more = await openOrderLoad(second.origin, pool, 2)
    await until(() => more.acknowledged.length >= 10, 'the restored shop sells')
    await more.stop()
    await more.expectOnce()
    const { status, output } = await askDoctor({
      ...env,
      DATABASE_URL: url,
      DATA_DIR: place,
      SAMPLE_SHOP: 'on',
    })
    expect(status, output).toBe(0)
    console.log(`${Object.keys(sums).length} tables, ${kept.size} orders in the dump`)
  },
)
