import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Db, Tx } from '../db/open.server.ts'
import type { Email, EmailContent } from '../rules/messages/emails/content.ts'
import { QUEUES } from './jobs/job-queues.server.ts'
import { keepSchedules, restoreSchedules } from './jobs/job-schedules.server.ts'
import { STEADY_CLOCK } from './jobs/jobs-clock.server.ts'
import { HAS_ADDRESS } from './mail/forget-emails.server.ts'

/** Every kind of job, and its data. */
export type JobData = {
  'send-email': EmailContent
  /** Asks the provider what became of an open payment. */
  'poll-payment': { reference: string }
  /** Asks the provider to pay out, once; asks it what became of a payout. */
  'send-payout': { chargeId: string }
  'poll-payout': { chargeId: string }
  /** The time to pay an order, a till sale or a voucher is over. */
  'expire-order': { orderId: string }
  'expire-pos-sale': { posSaleId: string }
  'expire-voucher-purchase': { voucherPurchaseId: string }
  /** Mobile money has paid a sale that takes items of an order in exchange: returns these, and completes the sale. */
  'take-back-order': { posSaleId: string; reference: string }
  /** The time of a till's reserve on a code is over. */
  'end-credit-reserve': { reserveId: string }
  /** The time to undo a status that staff have set is over: its email may be sent. */
  'notify-moved': { orderId: string; eventId: number }
  /**
   * The single name of these kinds before release 0.2. Nothing is enqueued under it any more, but the queue of an
   * existing shop may hold such jobs, and a process of the former release may add some during an update: carried
   * out until 0.3. No such job waits longer than an hour, or than the time to pay.
   */
  'check-payment': { reference: string } | { orderId: string } | { posSaleId: string }
  /**
   * The name of `send-email` before release 0.2, carried out until 0.3 as above. An `Email` was written at once
   * by the release before it.
   */
  'send-letter': EmailContent | Email
  'render-avif': { pictureId: string }
  /** Makes the small width of pictures that were uploaded before it existed, from the id `after` on. */
  'add-small-renditions': { after: string }
  /** Moves the photos of a hidden review; removes files that no row names any more. */
  'move-photos': { reviewId: string }
  'remove-files': { files: string[] }
  'tidy-up': Record<string, never>
  'ask-for-reviews': Record<string, never>
  /** Counts what was bought together. */
  'count-pairs': Record<string, never>
  /** Notifies customers who wait for a variant that is in stock again. */
  'notify-waiting': Record<string, never>
  /** Notifies customers whose pre-order has arrived. */
  'notify-arrived': Record<string, never>
  /** The names of these two before release 0.2, carried out until 0.3 as above. */
  'tell-waiting': Record<string, never>
  'tell-arrived': Record<string, never>
  /** Sets scheduled prices when their time comes, and ends them when it is over. */
  'change-prices': Record<string, never>
  /** Looks for troubles of the shop, and notifies its owners. */
  'watch-troubles': Record<string, never>
  /** The same for the checks that ask the payment service. */
  'watch-payments': Record<string, never>
  'make-backup': Record<string, never>
  /** Previews the import of a file; imports its valid rows. */
  'check-import': { importId: string }
  'run-import': { importId: string }
}
export type JobName = keyof JobData
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> }

/** Thrown by a handler when a job has failed for good: it is not retried, and is kept for staff to see. */
export class NeverAgain extends Error {}

type Later = { afterSeconds?: number }
export type Jobs = {
  /** Enqueues work within the caller's transaction: rolled back with it, never lost after it. */
  enqueue<N extends JobName>(db: Db | Tx, name: N, data: JobData[N], options?: Later): Promise<void>
  /** Several of one kind in one statement. */
  enqueueAll<N extends JobName>(
    db: Db | Tx,
    name: N,
    all: readonly ({ data: JobData[N] } & Later)[],
  ): Promise<void>
  /**
   * Takes work from the queue until `close`; each job runs once at a time over all processes. `backupAt` is a time of
   * day by the shop's clock, or null for no backups.
   */
  work(handlers: JobHandlers, options?: { backupAt: string | null }): Promise<void>
  /** Runs what is due now, whatever its start time when `includingLater`; returns how many ran. */
  runDue(handlers: JobHandlers, names?: JobName[]): Promise<number>
  close(): Promise<void>
}

const DAY = 86_400
// Jobs that wait for other servers (the provider, a mail server) run side by side. Each worker polls once a second,
// also when the queue is empty.
const SIDE_BY_SIDE: Partial<Record<JobName, number>> = {
  'send-email': 2,
  'poll-payment': 6,
  'send-payout': 2,
  'poll-payout': 2,
  'expire-order': 2,
}
// With more jobs than this in the queue (counted every five seconds), workers take them without a pause.
const BACKLOG = 8
const SCHEDULES_RESTORED_SECONDS = 300
const NAMES = Object.keys(QUEUES) as JobName[]

/** Ends the retries of a job: when a job fails, the queue reads the job's own limit. */
const endRetries = (db: Db, id: string) =>
  db.execute(sql`update pgboss.job set retry_limit = retry_count where id = ${id}::uuid`)

/**
 * Deletes jobs that were done more than a day ago: a year of them would outgrow the shop's own tables. Failed jobs
 * stay a week, as the queue keeps them, for staff to see; except emptied emails, because the mail server's answer
 * may name their receiver.
 */
export const deleteDoneJobs = (db: Db) =>
  db.execute(
    sql`delete from pgboss.job where (state = 'completed' and completed_on < now() - interval '1 day')
      or (state = 'failed' and name in ('send-email', 'send-letter') and not (${HAS_ADDRESS}))`,
  )

/** The most rows whose jobs were lost that one call enqueues again. */
export const MOST_FORGOTTEN = 500

/** Whether a job of this kind about this row waits or is under way. */
export const isEnqueued = (name: JobName, key: string, value: AnyColumn): SQL =>
  sql`exists (select from pgboss.job where name = ${name} and state < 'completed' and data ->> ${key} = ${value})`

/** Makes the job tables and queues; called once with the migrations. */
export async function prepareJobs(url: string) {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  for (const name of NAMES) {
    const options = {
      heartbeatSeconds: 10,
      expireInSeconds: 120,
      ...QUEUES[name],
      // Long, so that a clock a year ahead for an hour deletes no waiting jobs; these end by their own limits.
      retentionSeconds: 10 * 365 * DAY,
    }
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  await boss.stop({ graceful: false })
}

/** Opens the job queue in the shop's own database, over the given pool. */
export async function openJobs(
  db: Db,
  onError: (error: unknown, job: string) => void,
  options: { supervise?: boolean; schedulesRestoredSeconds?: number } = {},
): Promise<Jobs> {
  const boss = new PgBoss({
    db: fromDrizzle(db, sql),
    supervise: options.supervise ?? false,
    schedule: options.supervise ?? false,
    migrate: false,
    createSchema: false,
    clock: STEADY_CLOCK,
    // How often the queue compares that clock with the database's, which schedules follow.
    clockMonitorIntervalSeconds: 5,
    // This watch hands out a job again within half a minute after its process died.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    queueCacheIntervalSeconds: 5,
    maintenanceIntervalSeconds: 300,
  })
  boss.on('error', (error) => onError(error, 'queue'))
  await boss.start()
  let restoring: NodeJS.Timeout | undefined

  async function run<N extends JobName>(handlers: JobHandlers, name: N) {
    const jobs = await boss.fetch<JobData[N]>(name, { batchSize: 50 })
    for (const job of jobs) {
      try {
        await handlers[name](job.data)
      } catch (error) {
        if (!(error instanceof NeverAgain)) throw error
        await endRetries(db, job.id)
        await boss.fail(name, job.id, { message: error.message })
        continue
      }
      await boss.complete(name, job.id)
    }
    return jobs.length
  }

  const enqueueAll: Jobs['enqueueAll'] = async (db, name, all) => {
    const jobs = all.map(({ data, afterSeconds = 0 }) => ({
      data,
      startAfter: Math.ceil(afterSeconds),
    }))
    await boss.insert(name, jobs, { db: fromDrizzle(db, sql) })
  }

  return {
    enqueue: (db, name, data, later) => enqueueAll(db, name, [{ data, ...later }]),
    enqueueAll,
    async work(handlers, { backupAt = null } = { backupAt: null }) {
      const take = <N extends JobName>(name: N) =>
        boss.work<JobData[N]>(
          name,
          {
            pollingIntervalSeconds: 1,
            batchSize: 1,
            burstWhenReadyExceeds: BACKLOG,
            localConcurrency: SIDE_BY_SIDE[name] ?? 1,
          },
          async ([job]) => {
            if (!job) return
            try {
              await handlers[name](job.data)
            } catch (error) {
              onError(error, name)
              if (error instanceof NeverAgain) await endRetries(db, job.id)
              throw error
            }
          },
        )
      for (const name of NAMES) await take(name)
      await keepSchedules(boss, backupAt)
      const restore = () =>
        restoreSchedules(boss, backupAt).catch((error) => onError(error, 'queue'))
      const { schedulesRestoredSeconds = SCHEDULES_RESTORED_SECONDS } = options
      restoring = setInterval(() => void restore(), schedulesRestoredSeconds * 1000)
    },
    async runDue(handlers, names = NAMES) {
      let ran = 0
      for (const name of names) for (let n = 1; n > 0; ran += n) n = await run(handlers, name)
      return ran
    },
    close: () => {
      clearInterval(restoring)
      return boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
