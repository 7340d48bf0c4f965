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
 * The services of a process without sign-ins: checking passwords and sessions takes a fifth of a process's memory,
 * and jobs do not need it.
 */
export type Services = {
  config: Config
  /** The URL of the open database, also of our own PostgreSQL. */
  databaseUrl: string
  db: Db
  rateLimiter: RateLimiter
  mail: Mail
  storage: Storage
  payments: PaymentProvider
  events: Events
  /** The settings that staff save; `settings()` reads them (app/rules/settings/settings.ts). */
  settings: LiveSettings
  /** Caches what stands on every page; only a web process caches, others read each time. */
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
 * Opens the services on one database; `close` releases everything. A process that serves no pages need not listen
 * (`listens`) to the database's events, because every order wakes each listener.
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

/** The default sender of emails: the shop itself. */
const shopSender = () => ({ name: settings().name, address: settings().ordersEmail })

function openPayments(config: Config, db: Db): PaymentProvider {
  const { payments, payChangu, baseUrl, sessionSecret: secret } = config
  if (payments === 'sandbox') return createSandboxPayments({ db, baseUrl, secret })
  if (!payChangu) return noPayments
  const provider = createPayChangu({ ...payChangu, takesTestMoney: takesTestMoney(config) })
  // With payments off but keys given, payments that were opened before may still be paid, and are checked.
  return payments === 'off'
    ? {
        ...provider,
        open: (payment) => noPayments.open(payment),
        payOut: (payout) => noPayments.payOut(payout),
      }
    : provider
}
