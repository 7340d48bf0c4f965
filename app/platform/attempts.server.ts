import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/open.server.ts'
import { prepareOnce } from '../db/prepared.server.ts'
import { rateLimits } from '../db/tables.server.ts'

export type AttemptRule = { max: number; windowSeconds: number }
export type Attempts = {
  /**
   * Counts one attempt; says whether it is allowed and after how many seconds to come back. Counted in a
   * transaction (`within`), it is forgotten with it.
   */
  take(
    key: string,
    rule: AttemptRule,
    within?: Tx,
  ): Promise<{ allowed: boolean; retryAfter: number }>
  /** The right answer was given: earlier attempts count no more. */
  forget(key: string): Promise<void>
}

const isOver = sql`${rateLimits.lastRequest} <= ${sql.placeholder('from')}`

// One statement: simultaneous requests cannot all pass a stale count.
const countOne = (db: Db | Tx) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: 1, lastRequest: sql.placeholder('now') })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then excluded.last_request else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({ count: rateLimits.count, lastRequest: rateLimits.lastRequest })

/** Attempts counted in the database, so that every process shares them; `scale` multiplies each limit. */
export function countAttempts(db: Db | Tx, scale: number): Attempts {
  return {
    async take(key, { max, windowSeconds }, within) {
      const limit = Math.max(1, Math.round(max * scale))
      const now = Date.now()
      const from = now - windowSeconds * 1000
      const at = within ?? db
      const [row] = await prepareOnce(at, 'attempt', () => countOne(at)).execute({ key, now, from })
      if (!row || row.count <= limit) return { allowed: true, retryAfter: 0 }
      const retryAfter = Math.max(
        1,
        Math.ceil((row.lastRequest + windowSeconds * 1000 - now) / 1000),
      )
      return { allowed: false, retryAfter }
    },
    async forget(key) {
      await db.delete(rateLimits).where(eq(rateLimits.key, key))
    },
  }
}
