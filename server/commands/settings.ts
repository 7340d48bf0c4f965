import { existsSync, readFileSync } from 'node:fs'
import { BadSetting, type Config } from '../../app/platform/config.server.ts'
import { settings } from '../../app/rules/settings/settings.ts'
import { Refusal } from '../refusal.ts'

type Env = Record<string, string | undefined>

/** Where the service's settings lie (deploy/zovala.service); `SETTINGS_FILE` names another one. */
const USUAL_FILE = '/etc/zovala.env'

/** The settings that a command works with, and where they stand: a file, or null for the environment. */
export type Settings = { env: Env; file: string | null }

const namesShop = (env: Env) => Boolean(env['DATABASE_URL']?.trim() || env['DATA_DIR']?.trim())

/**
 * What a command acts on: the service's file where the environment names no shop. Never a mixture of the two,
 * which would be one shop's database with the other one's files.
 */
export function findSettings(env: Env, usual = USUAL_FILE): Settings {
  const named = env['SETTINGS_FILE']?.trim()
  const file = named || (!namesShop(env) && existsSync(usual) ? usual : null)
  return file ? { env: readSettingsFile(file), file } : { env, file: null }
}

function readSettingsFile(file: string): Env {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Refusal(
      `The settings in ${file} cannot be read (${code}): call this command as the account that the shop runs as ` +
        `("sudo -u zovala npm run …"), or name the right file with SETTINGS_FILE.`,
    )
  }
  return parseSettings(text, file)
}

/** A file as systemd reads it (`EnvironmentFile=`), so that a command sees what the service sees. */
export function parseSettings(text: string, file: string): Env {
  const env: Env = {}
  const rows = text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)
  for (const [n, row] of rows.entries()) {
    if (/^\s*([#;].*)?$/.test(row)) continue
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(row) ?? []
    if (!name)
      throw new BadSetting(`Row ${n + 1} of ${file} is no setting: write it as NAME=value.`)
    env[name] = unquote(value)
  }
  return env
}

// A `#` within a value belongs to it: passwords have some.
function unquote(value: string) {
  const [, single] = /^'([^']*)'$/.exec(value) ?? []
  if (single !== undefined) return single
  const [, double] = /^"((?:\\.|[^"\\])*)"$/.exec(value) ?? []
  if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1')
  return value.replaceAll(/\\(.)/g, '$1')
}

/** One line for whoever calls a command: which shop it acts on. No password is in it. */
export function describeShop(config: Config, file: string | null) {
  const kind = config.sampleShop ? `${settings().name}, the sample shop,` : settings().name
  return `${kind} at ${config.baseUrl}; ${describeDatabase(config)}; settings: ${file ?? 'the environment'}`
}

function describeDatabase({ databaseUrl, dataDir }: Config) {
  if (!databaseUrl) return `its own PostgreSQL in ${dataDir}`
  const { pathname, host, searchParams } = new URL(databaseUrl)
  const server = searchParams.get('host') ?? (host || 'localhost')
  return `database ${decodeURIComponent(pathname.slice(1)) || 'zovala'} on ${server}`
}
