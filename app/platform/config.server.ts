import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../rules/network.ts'
import { PAYMENT_MODES } from '../rules/payments/payments.ts'
import { isTechnique, TECHNIQUES } from '../rules/plain.ts'
import { findUnknownSetting } from './setting-names.server.ts'

/** A setting that stops the start, in one sentence that names it. */
export class BadSetting extends Error {}

const OFF_ON = { off: false, on: true } as const
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const isAddress = (value: string, ...protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)
const isSafeAddress = (value: string) =>
  isAddress(value, 'https:') || (isAddress(value, 'http:') && isLoopback(new URL(value).hostname))
const isOrigin = (value: string) => {
  if (!isAddress(value, 'http:', 'https:')) return false
  const { pathname, search, hash, username } = new URL(value)
  return pathname === '/' && !search && !hash && !username && !/[?#]$/.test(value)
}

const BUCKET = /^s3:\/\/[\w.-]+(\/[\w.-]+)*\/?$/
// A relative path is refused, because a service's working folder is rarely the one that its owner expects.
const isBackupPlace = (value: string) => isAbsolute(value) || BUCKET.test(value)

const text = (expected: string, isGood: (value: string) => boolean) =>
  z.string().refine(isGood, expected)
const address = (expected: string, ...protocols: string[]) =>
  text(expected, (value) => isAddress(value, ...protocols))
const count = (least: number, most: number) =>
  text(`a whole number from ${least} to ${most}`, (value) => {
    return /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
  }).transform(Number)
const amount = text('a number above 0', (value) => {
  return /^\d*\.?\d+$/.test(value) && Number(value) > 0 && Number(value) <= 1e9
}).transform(Number)
const secret = (least: number) =>
  text(`at least ${least} characters`, (value) => value.length >= least)

// Operators rely on these names; README.md lists them too.
const schema = z.object({
  PORT: count(1, 65_535).default(3000),
  HOST: text('a host name or address', (value) => /^[\w.:%-]+$/.test(value)).optional(),
  BASE_URL: text('an origin such as https://shop.example', isOrigin).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('a postgresql:// address', 'postgres:', 'postgresql:').optional(),
  DATABASE_TLS: z.literal('off', 'off, or not set').optional(),
  SAMPLE_SHOP: text('on or off', (value) => value in OFF_ON).optional(),
  SAMPLE_HISTORY: text('on or off', (value) => value in OFF_ON).default('on'),
  SESSION_SECRET: secret(16).optional(),
  PAYMENTS: z.enum(PAYMENT_MODES, `one of ${PAYMENT_MODES.join(', ')}`).optional(),
  PAYCHANGU_SECRET_KEY: secret(1).optional(),
  PAYCHANGU_WEBHOOK_SECRET: secret(1).optional(),
  // Each request carries the key, which anybody on the way could read without TLS.
  PAYCHANGU_API_URL: text(
    'an https:// address (http:// on this machine alone)',
    isSafeAddress,
  ).default('https://api.paychangu.com'),
  SMTP_URL: address('an smtp:// or smtps:// address', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: text('an e-mail address', (value) =>
    /^[^\r\n]*[^\s@]+@[^\s@]+$/.test(value),
  ).optional(),
  S3_ENDPOINT: address('an http(s):// address', 'http:', 'https:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: address('an http(s):// address', 'http:', 'https:').optional(),
  WEB_WORKERS: count(1, 64).optional(),
  WEB_CONNECTIONS: count(2, 40).default(3),
  PAYMENT_WINDOW_MINUTES: amount.default(30),
  PAYMENT_POLL_SECONDS: amount.default(60),
  TRUST_PROXY: z
    .union(
      [z.literal('off').transform(() => 0), count(0, 10)],
      'off or the number of proxies (at most 10)',
    )
    .default(0),
  RATE_LIMIT_SCALE: amount.default(1),
  LOG_LEVEL: z.enum(LEVELS, `one of ${LEVELS.join(', ')}`).default('info'),
  METRICS_TOKEN: secret(8).optional(),
  BACKUP_TO: text('a folder with its whole path, or s3://bucket/prefix', isBackupPlace).optional(),
  BACKUP_AT: text('a time of day such as 02:30', (value) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  ).default('02:30'),
  BACKUP_KEEP: count(1, 1000).default(7),
  BACKUP_KEEP_WEEKS: count(0, 1000).default(4),
  BACKUP_PASSPHRASE: secret(12).optional(),
  BACKUP_S3_ENDPOINT: address('an http(s):// address', 'http:', 'https:').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  RENDER_PLAIN: text(`all, or some of ${TECHNIQUES.join(', ')}`, (value) =>
    value.split(',').every(isTechnique),
  ).optional(),
})

const SECRETS = /SECRET|KEY|TOKEN|PASSPHRASE|DATABASE_URL|SMTP_URL/

/** Every setting of the product, checked, with its default; throws BadSetting with one sentence. */
export function readConfig(env: Record<string, string | undefined>) {
  // Deployment tools write `NAME=` for what is not set.
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = env[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const issue = result.error.issues[0]
    const name = String(issue?.path[0])
    const shown = SECRETS.test(name) ? '' : `, not ${JSON.stringify(given[name])}`
    throw new BadSetting(`${name} must be ${issue?.message}${shown}.`)
  }
  // A misspelt name would silently drop its setting: a shop without its payment keys, for example.
  const unknown = findUnknownSetting(env, Object.keys(schema.shape))
  if (unknown)
    throw new BadSetting(
      `${unknown.name} is not a setting of Zovala${unknown.near ? ` (did you mean ${unknown.near}?)` : ''}: correct the name, or remove it.`,
    )
  const set = result.data
  requireTls(set, env['PGHOST'])
  const dataDir = fromHome(set.DATA_DIR)
  const sampleShop = set.SAMPLE_SHOP ? set.SAMPLE_SHOP === 'on' : !set.DATABASE_URL
  const payChangu = readPayChangu(set)
  return {
    port: set.PORT,
    // With a proxy in front, a client that reaches the port directly could forge the addresses that the proxy names.
    host: set.HOST ?? (sampleShop || set.TRUST_PROXY > 0 ? '127.0.0.1' : '0.0.0.0'),
    baseUrl: new URL(set.BASE_URL ?? `http://localhost:${set.PORT}`).origin,
    dataDir,
    /** Without it the product runs its own PostgreSQL in `dataDir`. */
    databaseUrl: set.DATABASE_URL ?? null,
    sampleShop,
    /** Whether the sample shop is filled with the orders and sales of the months before. */
    sampleHistory: set.SAMPLE_HISTORY === 'on',
    sessionSecret: set.SESSION_SECRET ?? ownSessionSecret(dataDir, set.DATABASE_URL),
    payments: choosePayments(set, { sampleShop, hasKey: payChangu !== null }),
    payChangu,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? null,
    s3: readS3(set),
    webWorkers: set.WEB_WORKERS ?? Math.min(4, availableParallelism()),
    /** How many connections to the database a web process opens at most. */
    webConnections: set.WEB_CONNECTIONS,
    paymentWindowMinutes: set.PAYMENT_WINDOW_MINUTES,
    paymentPollSeconds: set.PAYMENT_POLL_SECONDS,
    trustProxy: set.TRUST_PROXY,
    rateLimitScale: set.RATE_LIMIT_SCALE,
    logLevel: set.LOG_LEVEL,
    metricsToken: set.METRICS_TOKEN ?? null,
    /** Where and when daily backups are made, and how many are kept; null for no backups. */
    backups: set.BACKUP_TO
      ? {
          to: set.BACKUP_TO,
          at: set.BACKUP_AT,
          keepDays: set.BACKUP_KEEP,
          keepWeeks: set.BACKUP_KEEP_WEEKS,
        }
      : null,
    backupS3: readBackupS3(set),
    backupPassphrase: set.BACKUP_PASSPHRASE ?? null,
    /** The names of the settings that were given, for a backup to list. */
    given: Object.keys(given),
  }
}

/** Resolves a path of the settings from the installation's folder, for every release (server/bootstrap/release.mjs). */
export const fromHome = (path: string) => resolve(process.env['ZOVALA_HOME'] ?? '.', path)

export type Config = ReturnType<typeof readConfig>
type Settings = z.output<typeof schema>

const ENCRYPTED = ['require', 'verify-ca', 'verify-full', 'no-verify']

/** Requires TLS to a database on another machine unless a setting waives it: passwords and orders cross the network. */
function requireTls({ DATABASE_URL: url, DATABASE_TLS: waived }: Settings, pgHost?: string) {
  if (!url || waived || isOnThisMachine(url, pgHost)) return
  const { sslmode, ssl = '' } = parametersOf(url)
  if (sslmode ? ENCRYPTED.includes(sslmode) : /^(true|1)$/.test(ssl)) return
  throw new BadSetting(
    'DATABASE_URL leads to another machine without TLS: add ?sslmode=verify-full (sslrootcert=FILE names its authority), ' +
      'or say DATABASE_TLS=off where nobody can listen on the way.',
  )
}

/** The parameters as the client reads them (pg-connection-string): of one name the last, and an empty one is none. */
const parametersOf = (url: string): Record<string, string | undefined> =>
  Object.fromEntries(new URL(url).searchParams)

function isOnThisMachine(url: string, pgHost = '') {
  // Without a host in the URL the client uses PGHOST (node-postgres, connection parameters).
  const hosts = (parametersOf(url)['host'] || new URL(url).hostname || pgHost).split(',')
  return hosts.every((host) => host === '' || host.startsWith('/') || isLoopback(host))
}

/**
 * The provider of online payments; none in a real shop without a key. Test money accepted there would give items
 * away, so the sandbox must be chosen by its name.
 */
function choosePayments(
  { PAYMENTS: chosen }: Settings,
  { sampleShop, hasKey }: { sampleShop: boolean; hasKey: boolean },
) {
  if (chosen === 'paychangu' && !hasKey)
    throw new BadSetting('PAYCHANGU_SECRET_KEY is missing beside PAYMENTS=paychangu.')
  return chosen ?? (hasKey ? 'paychangu' : sampleShop ? 'sandbox' : 'off')
}

/** Whether every page must warn of test payments, because visitors would take them for real ones. */
export const mustShowTest = ({ sampleShop, payments }: Pick<Config, 'sampleShop' | 'payments'>) =>
  !sampleShop && payments === 'sandbox'

/** Whether money of a test may pay for an order: in the sample shop, or where the sandbox was asked for by name. */
export const takesTestMoney = ({ sampleShop, payments }: Pick<Config, 'sampleShop' | 'payments'>) =>
  sampleShop || payments === 'sandbox'

function readPayChangu(set: Settings) {
  const { PAYCHANGU_SECRET_KEY: secretKey, PAYCHANGU_WEBHOOK_SECRET: webhookSecret } = set
  if (!secretKey && !webhookSecret) return null
  if (!secretKey)
    throw new BadSetting('PAYCHANGU_SECRET_KEY is missing beside PAYCHANGU_WEBHOOK_SECRET.')
  return { apiUrl: set.PAYCHANGU_API_URL, secretKey, webhookSecret: webhookSecret ?? null }
}

function readS3(set: Settings) {
  const named = {
    S3_ENDPOINT: set.S3_ENDPOINT,
    S3_BUCKET: set.S3_BUCKET,
    S3_ACCESS_KEY_ID: set.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: set.S3_SECRET_ACCESS_KEY,
  }
  if (!set.S3_PUBLIC_URL && Object.values(named).every((value) => value === undefined)) return null
  const missing = Object.entries(named).find(([, value]) => value === undefined)?.[0]
  if (missing) throw new BadSetting(`${missing} is missing beside the other S3 settings.`)
  const { S3_ENDPOINT: endpoint = '', S3_BUCKET: bucket = '' } = set
  return {
    endpoint,
    bucket,
    region: set.S3_REGION,
    accessKeyId: set.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: set.S3_SECRET_ACCESS_KEY ?? '',
    publicUrl: set.S3_PUBLIC_URL ?? `${endpoint.replace(/\/+$/, '')}/${bucket}`,
  }
}

/** The bucket of backups is reached like the bucket of files, unless its own settings are given. */
function readBackupS3(set: Settings) {
  const endpoint = set.BACKUP_S3_ENDPOINT ?? set.S3_ENDPOINT
  const accessKeyId = set.BACKUP_S3_ACCESS_KEY_ID ?? set.S3_ACCESS_KEY_ID
  const secretAccessKey = set.BACKUP_S3_SECRET_ACCESS_KEY ?? set.S3_SECRET_ACCESS_KEY
  if (endpoint && accessKeyId && secretAccessKey)
    return { endpoint, region: set.BACKUP_S3_REGION ?? set.S3_REGION, accessKeyId, secretAccessKey }
  if (set.BACKUP_TO?.startsWith('s3://'))
    throw new BadSetting(
      'BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID or BACKUP_S3_SECRET_ACCESS_KEY is missing beside BACKUP_TO=s3://….',
    )
  return null
}

function ownSessionSecret(dataDir: string, databaseUrl: string | undefined) {
  // Several machines on one database must share a secret, so none may make its own.
  if (databaseUrl)
    throw new BadSetting(
      'SESSION_SECRET is required with DATABASE_URL: set it to a long random text.',
    )
  return keepSecret(join(dataDir, 'session-secret'))
}

/**
 * A random secret, made on first use and stored in a file that only this account reads. The file appears whole:
 * otherwise, of two processes that start at once, the second could read the first one's file while it is empty.
 */
export function keepSecret(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
      linkSync(draft, file)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new BadSetting(`DATA_DIR cannot be used: ${(error as Error).message}.`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readFileSync(file, 'utf8').trim()
  // A disk that filled up in the middle of the first start leaves a short one.
  if (secret.length < 32) throw new BadSetting(`${file} is damaged: remove it and start again.`)
  return secret
}
