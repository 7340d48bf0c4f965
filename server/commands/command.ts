import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Config, fromHome, readConfig } from '../../app/platform/config.server.ts'
// Loads the shop's name from its files: a command prints it before it has a database.
import '../../app/platform/current-settings.server.ts'
import { refuseMoved } from '../backup/unfinished.ts'
import { holdDatabase } from '../postgres/hold-database.ts'
import { openOwnPostgres } from '../postgres/postgres.ts'
import { waitForDatabase } from '../prepare.ts'
import { explain, ShownError } from '../shown-error.ts'
import { type CommandSettings, describeShop, findSettings } from './settings.ts'

/** Runs a command and returns its exit code: a refusal prints its message, a bug its stack. */
export async function endPlainly(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

/** The settings of the shop that a command acts on. They are printed before the command does anything. */
export function readShop(check: (settings: CommandSettings) => void = () => {}): Config {
  const settings = findSettings(process.env)
  check(settings)
  const config = readConfig(settings.env)
  // To standard error, because standard output is for the result of the command.
  console.error(describeShop(config, settings.file))
  return config
}

/** Opens the database of an existing shop: the running shop's, or its own PostgreSQL when no shop runs. */
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
      throw new ShownError(
        'The database of this shop is just being moved (npm run move): wait until that has ended, then call this again.',
      )
    try {
      // Checked again: the database may have been moved between the first check and here.
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

/** A command needs an existing shop: called in a plain shell it would create one, with the sample's accounts. */
export function refuseWithoutShop({ env, file }: CommandSettings) {
  if (env['DATABASE_URL']?.trim()) return
  const setting = env['DATA_DIR']?.trim()
  const dataDir = fromHome(setting || './data')
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) return
  throw new ShownError(
    `There is no shop here: DATABASE_URL is not set${file ? ` in ${file}` : ''}, and DATA_DIR (${setting ? '' : 'not set, so '}${dataDir}) has no database. ` +
      `Give this command the settings that the shop runs with: in /etc/zovala.env, in the file that SETTINGS_FILE names, or in the environment. ` +
      `A new shop is made by its first start (npm start).`,
  )
}

/** The first start settles whether a database holds the sample shop or a real one; a command works on either. */
export async function requireSettled({ databaseUrl, dataDir }: Config, url: string) {
  if (!(await isSettled(url)))
    throw new ShownError(
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
