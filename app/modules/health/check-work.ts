import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const NAMED = 5
/** A job that could have been begun this long ago is overdue. */
const LATE_MINUTES = 5
const EMAILS = sql`('send-email', 'send-letter')`

/** Whether the queue is being worked off: what is due is begun, and nothing failed for good but emails (see there). */
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

/** Whether emails reach people: a mail server is set in a real shop, and refused none for good in the last seven days. */
export async function checkEmails({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<Finding> {
  const { rows } = await db.execute<{ count: number; names: string[] }>(sql`
    select count(*)::int as count,
      coalesce((array_agg(data ->> 'to' order by completed_on desc))[:${NAMED}::int], '{}') as names
    from pgboss.job
    where name in ${EMAILS} and state = 'failed' and completed_on > now() - interval '7 days'`)
  const { count, names } = rows[0] ?? { count: 0, names: [] }
  if (count > 0) return { code: 'emails-failed', count, names }
  return config.smtpUrl || config.sampleShop
    ? { code: 'emails-sent' }
    : { code: 'emails-to-folder' }
}
