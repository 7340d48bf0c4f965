import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { BadSetting, type Config } from '../../app/platform/config.server.ts'
import { settings } from '../../app/rules/settings/settings.ts'
import { ShownError } from '../shown-error.ts'

type Env = Record<string, string | undefined>

/** The service's settings file (deploy/zovala.service); `SETTINGS_FILE` names another one. */
const USUAL_FILE = '/etc/zovala.env'

/** The settings that a command uses, and their source: a file, or null for the environment. */
export type CommandSettings = { env: Env; file: string | null }

const namesShop = (env: Env) => Boolean(env['DATABASE_URL']?.trim() || env['DATA_DIR']?.trim())

/**
 * Finds the settings that a command uses: the service's file when the environment names no shop. Never a mixture of
 * both, which would combine one shop's database with the other shop's files.
 */
export function findSettings(env: Env, usual = USUAL_FILE): CommandSettings {
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
    throw new ShownError(
      `The settings in ${file} cannot be read (${code}): call this command as the account that the shop runs as ` +
        `("sudo -u zovala npm run …"), or name the right file with SETTINGS_FILE.`,
    )
  }
  return parseSettings(text, file)
}

/** Parses a file as systemd does (`EnvironmentFile=`), so that a command gets the same values as the service. */
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

// A `#` within a value belongs to it: passwords contain it.
function unquote(value: string) {
  const [, single] = /^'([^']*)'$/.exec(value) ?? []
  if (single !== undefined) return single
  const [, double] = /^"((?:\\.|[^"\\])*)"$/.exec(value) ?? []
  if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1')
  return value.replaceAll(/\\(.)/g, '$1')
}

/**
 * Adds settings to the end of a file by one write: all or nothing. The file's content stays byte for byte, and so do
 * its owner and mode; no second file is needed, which a folder like /etc might not allow. Returns false when this
 * account may not write the file.
 */
export function addSettings(file: string, added: Record<string, string>): boolean {
  const before = readFileSync(file, 'utf8')
  const rows = Object.entries(added).map(([name, value]) => `${name}=${quote(value)}\n`)
  const text = `\n# By npm run move:\n${rows.join('')}`
  const expected = { ...parseSettings(before, file), ...added }
  if (!isDeepStrictEqual(parseSettings(before + text, file), expected)) return false
  const handle = openToWrite(file)
  if (handle === null) return false
  const { size } = fstatSync(handle)
  try {
    appendFileSync(handle, text)
    fsyncSync(handle)
  } catch (error) {
    ftruncateSync(handle, size)
    throw error
  } finally {
    closeSync(handle)
  }
  return true
}

function openToWrite(file: string) {
  try {
    return openSync(file, 'a')
  } catch (error) {
    if (/^(EACCES|EPERM|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

const quote = (value: string) =>
  /^[\w.:/@%?&=~+,-]+$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, '\\$&')}"`

/** One row that names the shop a command acts on. It contains no password. */
export function describeShop(config: Config, file: string | null) {
  const kind = config.sampleShop ? `${settings().name}, the sample shop,` : settings().name
  return `${kind} at ${config.baseUrl}; ${describeDatabase(config)}; settings: ${file ?? 'the environment'}`
}

export function describeDatabase({ databaseUrl, dataDir }: Config) {
  if (!databaseUrl) return `its own PostgreSQL in ${dataDir}`
  const { pathname, host, searchParams } = new URL(databaseUrl)
  const server = searchParams.get('host') ?? (host || 'localhost')
  return `database ${decodeURIComponent(pathname.slice(1)) || 'zovala'} on ${server}`
}
