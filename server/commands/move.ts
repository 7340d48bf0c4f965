import { join } from 'node:path'
import { type Config, readConfig } from '../../app/platform/config.server.ts'
import { rowsOf } from '../backup/archive.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { movedNoteOf, refuseUnfinished } from '../backup/unfinished.ts'
import { holdFile } from '../hold.ts'
import { openOwnPostgres } from '../postgres/postgres.ts'
import { waitForDatabase } from '../prepare.ts'
import { refusePooler } from '../refuse-pooler.ts'
import { ShownError } from '../shown-error.ts'
import { endPlainly, readShop, refuseWithoutShop, requireSettled } from './command.ts'
import { askUnseen } from './passphrase.ts'
import { addSettings, describeDatabase, findSettings } from './settings.ts'

const USAGE = `The shop's own PostgreSQL into an empty database on a server, while the shop is stopped:
  npm run move
It asks for the address, postgresql://USER:PASSWORD@HOST/DATABASE, or takes it from MOVE_TO. One without a password
may also follow in the command: npm run move -- postgresql://USER@HOST/DATABASE`

const WITH_PASSWORD = /:\/\/[^@/]*:.*@|[?&]password=/i

/** `npm run move`; returns the exit code. */
export async function run([typed, ...more]: string[]): Promise<number> {
  if (typed?.startsWith('-') || typed === 'help' || more.length > 0) {
    console.error(USAGE)
    return typed === 'help' ? 0 : 1
  }
  return endPlainly(async () => {
    if (typed && WITH_PASSWORD.test(typed))
      throw new ShownError(
        'A password in a command stands in the shell’s history, in the log of sudo and in the list of processes: call npm run move alone, and type the address when it asks (or set MOVE_TO). Change the password if others use this machine.',
      )
    const url = typed ?? process.env['MOVE_TO'] ?? (await askAddress())
    const config = readShop(refuseWithoutShop)
    if (config.databaseUrl === url) {
      console.log(`The shop is on ${describeDatabase(config)} already.`)
      return
    }
    if (config.databaseUrl)
      throw new ShownError(
        'This shop has no PostgreSQL of its own (DATABASE_URL is set): a backup brings it to another server (npm run backup, npm run restore).',
      )
    const { env, file } = findSettings(process.env)
    const added = settingsOnServer(config, url)
    // Refuses the same settings as a start.
    const place = describeDatabase(readConfig({ ...env, ...added }))
    const tables = await moveStopped(config, { to: url, place })
    console.log(
      `Moved to ${place}: ${tables.length} tables with ${rowsOf({ tables }).toLocaleString('en')} rows, each compared with ${config.dataDir}.`,
    )
    console.log(
      file && addSettings(file, added)
        ? `${file} has ${Object.keys(added).join(', ')} now. Start the shop as before.`
        : `Before the next start, add to ${file ?? "the shop's environment"}: ${describeSettings(added, config)}.`,
    )
    console.log(
      `The former database is in ${config.dataDir}/postgres as it was. To go back to it, without what is sold from now on: ` +
        `take DATABASE_URL out of the settings again, and delete ${movedNoteOf(config.dataDir)}.`,
    )
  })
}

async function askAddress() {
  if (!process.stdin.isTTY)
    throw new ShownError(
      'This needs the address of the database: set MOVE_TO, or call it in a terminal.',
    )
  const address = (await askUnseen('Address of the database (not shown): ')).trim()
  if (address === '') throw new ShownError('No address was typed.')
  return address
}

/** A shop on a server assumes no defaults, so the values that it had by itself become settings. */
const settingsOnServer = ({ given, sessionSecret, sampleShop }: Config, url: string) => ({
  DATABASE_URL: url,
  ...(given.includes('SESSION_SECRET') ? {} : { SESSION_SECRET: sessionSecret }),
  ...(sampleShop && !given.includes('SAMPLE_SHOP') ? { SAMPLE_SHOP: 'on' } : {}),
})

/** Describes the settings without printing a secret. */
function describeSettings(added: ReturnType<typeof settingsOnServer>, { dataDir }: Config) {
  const values: Record<string, string> = {
    DATABASE_URL: 'DATABASE_URL (the address that you gave)',
    SESSION_SECRET: `SESSION_SECRET (what stands in ${join(dataDir, 'session-secret')})`,
    SAMPLE_SHOP: 'SAMPLE_SHOP=on',
  }
  return Object.keys(added)
    .map((name) => values[name])
    .join(', ')
}

async function moveStopped(config: Config, { to, place }: { to: string; place: string }) {
  const { dataDir } = config
  const release = await holdFile(join(dataDir, 'shop.lock'), 0)
  if (!release)
    throw new ShownError(
      `The shop runs: stop it first (sudo systemctl stop zovala), then call this again. What is sold while its database moves would be lost.`,
    )
  try {
    refuseUnfinished(dataDir)
    await waitForDatabase(to)
    await refusePooler(to)
    const own = await openOwnPostgres(dataDir)
    try {
      await requireSettled(config, own.url)
      return await moveDatabase({ from: own.url, dataDir, to, place })
    } finally {
      await own.stopIfUnused()
    }
  } finally {
    release()
  }
}
