import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { migrate } from '../app/db/migrate.server.ts'
import type { Config } from '../app/platform/config.server.ts'
import { prepareJobs } from '../app/platform/jobs.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { ShownError } from './shown-error.ts'

const LOCK = 7_201_803

/** Waits for a database that starts beside this process (30 s); refuses one that is too old or refuses the login. */
export async function waitForDatabase(url: string) {
  const deadline = Date.now() + 30_000
  for (let isLogged = false; ; isLogged = true) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      if ((rows[0]?.version ?? 0) < 150_000)
        throw new ShownError(
          'The PostgreSQL of DATABASE_URL is too old: Zovala needs version 15 or newer.',
        )
      return
    } catch (error) {
      const { code = 'no answer' } = error as { code?: string }
      const mayPass =
        /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT|57P03|53300|no answer)/.test(
          code,
        )
      if (error instanceof ShownError) throw error
      if (code === '3D000') throw new ShownError(explainMissing(url))
      if (!mayPass || Date.now() > deadline) {
        throw new ShownError(
          `The database of DATABASE_URL does not let us in (${code}): check the address, the password, and that it runs.`,
        )
      }
      if (!isLogged) console.log('Waiting for the database of DATABASE_URL …')
      await wait(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

const nameOf = (url: string) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'zovala'
const ownerOf = (url: string) => decodeURIComponent(new URL(url).username) || 'zovala'

const explainMissing = (url: string) =>
  `There is no database ${nameOf(url)} on the server of DATABASE_URL: make it with ` +
  `"sudo -u postgres createdb --owner=${ownerOf(url)} ${nameOf(url)}", and start again.`

// The account is not the owner: since PostgreSQL 15 only the owner may create tables in a database.
const explainNotOwner = (url: string) =>
  `The account ${ownerOf(url)} may not make tables in the database ${nameOf(url)} of DATABASE_URL: give it the database with ` +
  `"sudo -u postgres psql -c 'alter database ${nameOf(url)} owner to ${ownerOf(url)}'", and start again.`

export const makeTables = (url: string) =>
  asOwner(url, async () => {
    await migrate(url)
    await prepareJobs(url)
  })

/** Creates tables; tells an account that does not own its database how to get it. */
export async function asOwner<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } }
    if ((cause?.code ?? code) === '42501') throw new ShownError(explainNotOwner(url))
    throw error
  }
}

/** Migrates, and settles for good whether this database is the sample shop or a real one. */
export async function prepareDatabase(config: Config, url: string, log: Log) {
  await makeTables(url)
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    // Several machines may start on one database at once.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const kind = config.sampleShop ? 'sample' : 'real'
    await client.query(
      `insert into shop_facts (key, value) values ('kind', $1) on conflict do nothing`,
      [kind],
    )
    const found = await readFact(client, 'kind')
    if (found !== kind) {
      throw new ShownError(
        found === 'sample'
          ? 'This database holds the sample shop, and SAMPLE_SHOP is off: start the real shop on an empty database (another DATA_DIR or DATABASE_URL).'
          : 'This database holds a real shop, and SAMPLE_SHOP is on: the sample shop needs an empty database (another DATA_DIR or DATABASE_URL).',
      )
    }
    if (kind === 'sample' && !(await readFact(client, 'seeded'))) {
      await seed(config, url, log)
      // Written last, so that an interrupted seeding runs again.
      await client.query(
        `insert into shop_facts (key, value) values ('seeded', 'yes') on conflict do nothing`,
      )
    }
  } finally {
    await client.end()
  }
}

async function readFact(client: Client, key: string) {
  const { rows } = await client.query<{ value: string }>(
    'select value from shop_facts where key = $1',
    [key],
  )
  return rows[0]?.value
}

async function seed(config: Config, url: string, log: Log) {
  console.log('Filling the sample shop …')
  // Imported only when needed, so that the supervisor stays small.
  const [{ openShop }, { seedSampleShop }, { seedHistory }] = await Promise.all([
    import('../app/platform/shop.server.ts'),
    import('../sample/seed.ts'),
    import('../sample/history.ts'),
  ])
  const shop = await openShop(config, url, log, { listens: false })
  try {
    await seedSampleShop(shop)
    if (!config.sampleHistory) return
    console.log('Writing the months before into it …')
    await seedHistory(shop)
  } finally {
    await shop.close()
  }
}
