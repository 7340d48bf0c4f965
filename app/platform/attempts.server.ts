import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/open.server.ts'

export type AttemptRule = { max: number; windowSeconds: number }
export type Attempts = {
  /** Counts one attempt; says whether it is allowed and after how many seconds to come back. */
  take(key: string, rule: AttemptRule): Promise<{ allowed: boolean; retryAfter: number }>
  /** The right answer was given: earlier attempts count no more. */
  forget(key: string): Promise<void>
}

/** Attempts counted in the database, so that every process shares them; `scale` multiplies each limit. */
export function countAttempts(db: Db | Tx, scale: number): Attempts {
  return {
    async take(key, { max, windowSeconds }) {
      const limit = Math.max(1, Math.round(max * scale))
      const now = Date.now()
      const from = now - windowSeconds * 1000
      // One statement: simultaneous requests cannot all pass a stale count.
      const { rows } = await db.execute<{ count: number; last_request: number }>(sql`
        insert into rate_limits (key, count, last_request) values (${key}, 1, ${now})
        on conflict (key) do update set
          count = case when rate_limits.last_request <= ${from} then 1 else rate_limits.count + 1 end,
          last_request = case when rate_limits.last_request <= ${from} then ${now} else rate_limits.last_request end
        returning count, last_request`)
      const row = rows[0]
      if (!row || row.count <= limit) return { allowed: true, retryAfter: 0 }
      const retryAfter = Math.max(
        1,
        Math.ceil((row.last_request + windowSeconds * 1000 - now) / 1000),
      )
      return { allowed: false, retryAfter }
    },
    async forget(key) {
      await db.execute(sql`delete from rate_limits where key = ${key}`)
    },
  }
}
