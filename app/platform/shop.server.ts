import { type Db, openDatabase, type Tx } from '../db/open.server.ts'
import {
  alreadyHasAccountEmail,
  confirmAddressEmail,
  newDeviceEmail,
  passwordChangedEmail,
  recoveryCodeUsedEmail,
  resetPasswordEmail,
} from '../rules/messages/emails/accounts.ts'
import type { EmailContent } from '../rules/messages/emails/content.ts'
import { type Auth, openAuth } from './auth/auth.server.ts'
import { readSessionTokens, type SessionTokens } from './auth/session-tokens.server.ts'
import { type Cached, cacheCatalogue, readAlways } from './catalogue-cache.server.ts'
import { type Config, takesTestMoney } from './config.server.ts'
import { type Events, noEvents, openEvents } from './events.server.ts'
import { type Jobs, openJobs } from './jobs.server.ts'
import type { Log } from './log.server.ts'
import type { Mail } from './mail/mail.server.ts'
import { openOutbox } from './mail/mail-outbox.server.ts'
import { openSmtp } from './mail/mail-smtp.server.ts'
import { createPayChangu } from './payments/paychangu.server.ts'
import { noPayments, type PaymentProvider } from './payments/payments.server.ts'
import { createSandboxPayments } from './payments/sandbox-payments.server.ts'
import { openRateLimiter, type RateLimiter } from './rate-limiter.server.ts'
import { openStorage } from './storage/open-storage.server.ts'
import type { Storage } from './storage/storage.server.ts'

/** Everything that the shop's acts may reach for; handed down, never imported (docs/architecture.md, What functions take). */
export type Shop = {
  config: Config
  /** The database that is open, our own PostgreSQL's too. */
  databaseUrl: string
  db: Db
  auth: Auth
  sessionTokens: SessionTokens
  rateLimiter: RateLimiter
  mail: Mail
  storage: Storage
  payments: PaymentProvider
  events: Events
  /** For what stands on every page; reads each time but in a web process. */
  cached: Cached
  jobs: Jobs
  log: Log
  now: () => Date
}

/** The origins that writes may come from: the public one, and on loopback both of its names. */
export function allowedOrigins(baseUrl: string) {
  const url = new URL(baseUrl)
  if (url.hostname !== 'localhost' && url.hostname !== '127.0.0.1') return [url.origin]
  return ['localhost', '127.0.0.1'].map((host) => {
    const alias = new URL(url)
    alias.hostname = host
    return alias.origin
  })
}

/**
 * Opens the shop on one database; `close` gives everything back. What serves no pages need not hear
 * (`hears`) the database's events: each listener is woken by every order.
 */
export async function openShop(
  config: Config,
  databaseUrl: string,
  log: Log,
  options: {
    connections?: number
    supervise?: boolean
    remembers?: boolean
    listens?: boolean
  } = {},
): Promise<Shop & { close(): Promise<void> }> {
  const { db, close: closeDatabase } = openDatabase(databaseUrl, { max: options.connections ?? 10 })
  const events =
    options.listens === false
      ? noEvents
      : await openEvents(databaseUrl, (error) => log.error({ error }, 'events lost'))
  const jobs = await openJobs(db, (error, job) => log.error({ error, job }, 'job failed'), {
    supervise: options.supervise ?? false,
  })
  const rateLimiter = openRateLimiter(db, config.rateLimitScale)
  const send = (email: EmailContent, within: Db | Tx = db) =>
    jobs.enqueue(within, 'send-email', email)
  const resetUrl = `${config.baseUrl}/auth?mode=reset`
  const auth = openAuth({
    db,
    baseUrl: config.baseUrl,
    origins: allowedOrigins(config.baseUrl),
    secret: config.sessionSecret,
    rateLimiter,
    emails: {
      confirmAddress: (to, name, url) => send(confirmAddressEmail(to, name, url)),
      alreadyHasAccount: (to, name) =>
        send(alreadyHasAccountEmail(to, name, `${config.baseUrl}/auth`)),
      resetPassword: (to, name, url) => send(resetPasswordEmail(to, name, url)),
      passwordChanged: (db, to, name, passkeys) =>
        send(passwordChangedEmail(to, name, resetUrl, passkeys), db),
      recoveryCodeUsed: (to, name, left) => send(recoveryCodeUsedEmail(to, name, left)),
      newDevice: (to, name, signIn) => send(newDeviceEmail(to, name, { ...signIn, url: resetUrl })),
    },
    onError: (message) => log.error({ message }, 'auth'),
  })
  return {
    config,
    databaseUrl,
    db,
    auth,
    sessionTokens: readSessionTokens(auth),
    rateLimiter,
    events,
    cached: options.remembers ? cacheCatalogue(events) : readAlways,
    jobs,
    log,
    now: () => new Date(),
    mail: config.smtpUrl
      ? openSmtp({ url: config.smtpUrl, from: config.mailFrom })
      : openOutbox(config.dataDir),
    storage: openStorage(config),
    payments: openPayments(config, db),
    async close() {
      await jobs.close()
      await events.close()
      await closeDatabase()
    },
  }
}

function openPayments(config: Config, db: Db): PaymentProvider {
  const { payments, payChangu, baseUrl, sessionSecret: secret } = config
  if (payments === 'sandbox') return createSandboxPayments({ db, baseUrl, secret })
  if (!payChangu) return noPayments
  const provider = createPayChangu({ ...payChangu, takesTestMoney: takesTestMoney(config) })
  // Switched off with its keys: what was opened before may still be paid, and is asked about.
  return payments === 'off'
    ? { ...provider, open: (payment) => noPayments.open(payment) }
    : provider
}
