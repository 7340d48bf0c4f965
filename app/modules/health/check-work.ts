import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { HAS_ADDRESS } from '../../platform/mail/forget-emails.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const NAMED = 5
/** A job that has been due for this long is late. */
const LATE_MINUTES = 5
const EMAILS = sql`('send-email', 'send-letter')`

/** Whether due jobs are started, and none has failed for good except emails (see `checkEmails`). */
export async function checkJobs(db: Db): Promise<Finding> {
  const { rows } = await db.execute<{
    late: number
    minutes: number
    failed: number
    names: string[]
    waiting: number
  }>(sql`
    select count(*) filter (where is_late)::int as late, count(*) filter (where state < 'active')::int as waiting,
      coalesce(max(extract(epoch from now() - start_after) / 60) filter (where is_late), 0)::int as minutes,
      count(*) filter (where is_failed)::int as failed,
      coalesce((array_agg(distinct name) filter (where is_failed))[:${NAMED}::int], '{}') as names
    from (select name, state, start_after,
        state < 'active' and start_after < now() - make_interval(mins => ${LATE_MINUTES}::int) as is_late,
        state = 'failed' and name not in ${EMAILS} and completed_on > now() - interval '7 days' as is_failed
      from pgboss.job) jobs`)
  const { late, minutes, failed, names, waiting } = rows[0] ?? NO_JOBS
  if (late > 0) return { code: 'jobs-late', count: late, minutes }
  return failed > 0 ? { code: 'jobs-failed', count: failed, names } : { code: 'jobs-run', waiting }
}
const NO_JOBS = { late: 0, minutes: 0, failed: 0, names: [] as string[], waiting: 0 }

const NO_EMAILS = { count: 0, stuck: 0, minutes: 0 }
/** A customer mistypes an address now and then; more refused emails than this are a problem of the mail server. */
const MISTYPED = 2
/** No email is delayed on purpose. */
const STUCK_MINUTES = 30

/**
 * Whether emails are delivered: a real shop has a mail server, which accepts emails within half an hour and has refused
 * none for good in the last seven days. The finding names no address, because findings are stored.
 */
export async function checkEmails({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<Finding> {
  const { rows } = await db.execute<{
    count: number
    stuck: number
    minutes: number
  }>(sql`
    select count(*) filter (where is_failed)::int as count,
      count(*) filter (where is_stuck)::int as stuck,
      coalesce(max(extract(epoch from now() - created_on) / 60) filter (where is_stuck), 0)::int as minutes
    from (select created_on,
        state = 'failed' and completed_on > now() - interval '7 days' as is_failed,
        state <= 'active' and created_on < now() - make_interval(mins => ${STUCK_MINUTES}::int) as is_stuck
      from pgboss.job where name in ${EMAILS} and ${HAS_ADDRESS}) emails`)
  const { count, stuck, minutes } = rows[0] ?? NO_EMAILS
  if (stuck > 0) return { code: 'emails-stuck', count: stuck, minutes }
  if (count > MISTYPED) return { code: 'emails-failed', count }
  if (count > 0) return { code: 'emails-refused', count }
  return config.smtpUrl || config.sampleShop
    ? { code: 'emails-sent' }
    : { code: 'emails-to-folder' }
}
