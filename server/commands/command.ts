import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Config, fromHome, readConfig } from '../../app/platform/config.server.ts'
// A command names the shop before it has a database: as its files do.
import '../../app/platform/current-settings.server.ts'
import { refuseMoved } from '../backup/unfinished.ts'
import { holdDatabase } from '../postgres/hold-database.ts'
import { openOwnPostgres } from '../postgres/postgres.ts'
import { waitForDatabase } from '../prepare.ts'
import { explain, Refusal } from '../refusal.ts'
import { describeShop, findSettings, type Settings } from './settings.ts'

/** Runs a command to its exit code: a refusal is said in its sentence, a bug keeps its stack. */
export async function endPlainly(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

/** The settings of the shop that a command acts on, which it names before it does anything. */
export function readShop(check: (settings: Settings) => void = () => {}): Config {
  const settings = findSettings(process.env)
  check(settings)
  const config = readConfig(settings.env)
  // Not on the standard output: that is for what the command was called for.
  console.error(describeShop(config, settings.file))
  return config
}

/** Opens the database of a shop that is there, beside the running shop or by itself when none runs. */
export async function withDatabase(work: (config: Config, url: string) => Promise<void>) {
  const config = readShop(refuseWithoutShop)
  if (!config.databaseUrl) refuseMoved(config.dataDir)
  const own = config.databaseUrl ? null : await openOwnPostgres(config.dataDir)
  const url = own?.url ?? config.databaseUrl ?? ''
  try {
    if (!own) {
      await waitForDatabase(url)
      return await workSettled()
    }
    const release = await holdDatabase(url, 'shared')
    if (!release)
      throw new Refusal(
        'The database of this shop is just being moved (npm run move): wait until that has ended, then call this again.',
      )
    try {
      // Once more: it may have been moved between the first look and here.
      refuseMoved(config.dataDir)
      await workSettled()
    } finally {
      await release()
    }
  } finally {
    await own?.stopIfUnused()
  }

  async function workSettled() {
    await requireSettled(config, url)
    await work(config, url)
  }
}

/** A command works on a shop that is there: in a plain shell it would make one, with the sample's accounts. */
export function refuseWithoutShop({ env, file }: Settings) {
  if (env['DATABASE_URL']?.trim()) return
  const setting = env['DATA_DIR']?.trim()
  const dataDir = fromHome(setting || './data')
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  throw new Refusal(
    `There is no shop here: DATABASE_URL is not set${file ? ` in ${file}` : ''}, and DATA_DIR (${setting ? '' : 'not set, so '}${dataDir}) has no database. ` +
      `Give this command the settings that the shop runs with: in /etc/zovala.env, in the file that SETTINGS_FILE names, or in the environment. ` +
      `A new shop is made by its first start (npm start).`,
  )
}

/** What a database is was settled at its first start: a command works on either kind. */
export async function requireSettled({ databaseUrl, dataDir }: Config, url: string) {
  if (!(await isSettled(url)))
    throw new Refusal(
      `The database of ${databaseUrl ? 'DATABASE_URL' : `DATA_DIR (${dataDir})`} has no shop yet: start it once (npm start), then call this command again.`,
    )
}

async function isSettled(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ settled: boolean }>(
      `select to_regclass('public.shop_facts') is not null as settled`,
    )
    if (!rows[0]?.settled) return false
    const facts = await client.query(`select from shop_facts where key = 'kind'`)
    return facts.rowCount === 1
  } finally {
    await client.end()
  }
}
