import { type Db, openDatabase } from '../db/open.server.ts'
import { settings } from '../rules/settings/settings.ts'
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
import { type LiveSettings, openSettings } from './settings.server.ts'
import { openStorage } from './storage/open-storage.server.ts'
import type { Storage } from './storage/storage.server.ts'

/**
 * What the shop's acts reach for where nobody signs in: what checks passwords and sessions is a fifth of a process's
 * memory, and the jobs do without it.
 */
export type Services = {
  config: Config
  /** The database that is open, our own PostgreSQL's too. */
  databaseUrl: string
  db: Db
  rateLimiter: RateLimiter
  mail: Mail
  storage: Storage
  payments: PaymentProvider
  events: Events
  /** Of the shop, as staff save them; read by `settings()` (app/rules/settings/settings.ts). */
  settings: LiveSettings
  /** For what stands on every page; reads each time but in a web process. */
  cached: Cached
  jobs: Jobs
  log: Log
  now: () => Date
}

export type ServiceOptions = {
  connections?: number
  supervise?: boolean
  caches?: boolean
  listens?: boolean
}

/**
 * Opens them on one database; `close` gives everything back. What serves no pages need not hear
 * (`listens`) the database's events: each listener is woken by every order.
 */
export async function openServices(
  config: Config,
  databaseUrl: string,
  log: Log,
  options: ServiceOptions = {},
): Promise<Services & { close(): Promise<void> }> {
  const { db, close: closeDatabase } = openDatabase(databaseUrl, { max: options.connections ?? 10 })
  const events =
    options.listens === false
      ? noEvents
      : await openEvents(databaseUrl, (error) => log.error({ error }, 'events lost'))
  const live = await openSettings(db, events, (error, group) =>
    log.error({ error, group }, 'settings not read'),
  )
  const jobs = await openJobs(db, (error, job) => log.error({ error, job }, 'job failed'), {
    supervise: options.supervise ?? false,
  })
  return {
    config,
    databaseUrl,
    db,
    rateLimiter: openRateLimiter(db, config.rateLimitScale),
    events,
    settings: live,
    cached: options.caches ? cacheCatalogue(events) : readAlways,
    jobs,
    log,
    now: () => new Date(),
    mail: config.smtpUrl
      ? openSmtp({ url: config.smtpUrl, from: () => config.mailFrom ?? shopSender() })
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

/** Where nothing else is set, the shop writes in its own name. */
const shopSender = () => ({ name: settings().name, address: settings().ordersEmail })

function openPayments(config: Config, db: Db): PaymentProvider {
  const { payments, payChangu, baseUrl, sessionSecret: secret } = config
  if (payments === 'sandbox') return createSandboxPayments({ db, baseUrl, secret })
  if (!payChangu) return noPayments
  const provider = createPayChangu({ ...payChangu, takesTestMoney: takesTestMoney(config) })
  // Switched off with its keys: what was opened before may still be paid, and is asked about.
  return payments === 'off'
    ? {
        ...provider,
        open: (payment) => noPayments.open(payment),
        payOut: (payout) => noPayments.payOut(payout),
      }
    : provider
}
