import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from 'pg-boss'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'

/**
 * For the queue's own waiting. By the machine's clock a worker that was at work while that was set back by an hour
 * rested for an hour, and so did the queue's other duties: their pause is what is left of it since they began.
 */
export const STEADY_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
}

const setBack = (column: string): SQL =>
  sql.raw(`${column} = case when ${column} > now() then now() else ${column} end`)
const all = (columns: readonly string[]) => sql.join(columns.map(setBack), sql`, `)

/** When the queue last looked at each of its duties: the next time is computed from there. */
const OF_QUEUES = ['monitor_claim_on', 'monitor_on', 'maintain_on']
const OF_ALL = ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on']

/**
 * After the clock was set back: what the queue wrote down by the clock that was ahead is as if it had been written now.
 * Left alone, jobs wait and schedules rest for as long as the clock was ahead. Safe to call at any time: at worst
 * something is looked at too early, and looked at again.
 */
export async function bringJobsBack(db: Db): Promise<void> {
  await db.transaction(async (db) => {
    await db.execute(sql`
      update pgboss.job set start_after = start_after - (greatest(created_on, started_on) - now()), singleton_on = null,
        ${all(['created_on', 'started_on', 'heartbeat_on'])}
      where state < 'completed' and ${isOfFuture(sql`greatest(created_on, started_on)`)}`)
    // Failed while the clock was ahead, and started before: an hour is the longest pause between two tries.
    await db.execute(sql`
      update pgboss.job set start_after = now() where state = 'retry' and start_after > now() + interval '2 hours'`)
    // A schedule's minute is taken once: those that come again are free again.
    await db.execute(sql`
      update pgboss.job set singleton_on = null
      where singleton_on > (now() at time zone 'UTC') + interval '1 minute'`)
    await db.execute(sql`update pgboss.queue set ${all(OF_QUEUES)}`)
    await db.execute(sql`update pgboss.version set ${all(OF_ALL)}`)
  })
}
