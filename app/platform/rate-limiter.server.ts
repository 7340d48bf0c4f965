import { and, eq, gt, lt, ne, notLike, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/open.server.ts'
import { prepareOnce } from '../db/prepared.server.ts'
import { rateLimits } from '../db/tables.server.ts'
import { LASTING_COUNTS, LIMITS, type RateLimit, SIGN_UP_MARKS } from '../rules/limits.ts'
import type { Refusal } from '../rules/messages/refusals.ts'

export type RateLimiter = {
  /**
   * Counts one use; returns whether it is allowed, and after how many seconds to try again. A rollback of the
   * transaction `within` also undoes the count.
   */
  take(key: string, rule: RateLimit, within?: Tx): Promise<{ allowed: boolean; retryAfter: number }>
  /** Takes back one use; earlier uses still count. */
  giveBack(key: string): Promise<void>
  /** Resets the count, after a right answer. */
  forget(key: string): Promise<void>
  /** Resets the counts of all other keys that begin with `start`. */
  forgetBeside(key: string, start: string): Promise<void>
}

/** The refusal of a use that was not allowed; says after how many minutes to try again. */
export const refuseTooMany = ({
  retryAfter,
}: {
  retryAfter: number
}): Refusal<'too-many-attempts'> => ({
  ok: false,
  reason: 'too-many-attempts',
  minutes: Math.ceil(retryAfter / 60),
})

// Uses the database's clock, which all processes share; a machine's own may be set ahead and back.
const NOW = sql`(extract(epoch from now()) * 1000)::bigint`
const WINDOW = sql`${sql.placeholder('window')}::bigint`
const inAMinute = sql`${NOW} + 60000`
// A window that begins more than a minute in the future was counted by a clock that was ahead. Two transactions
// differ by less than a minute.
const isOver = sql`(${rateLimits.lastRequest} <= ${NOW} - ${WINDOW} or ${rateLimits.lastRequest} > ${inAMinute})`

// One statement: simultaneous requests cannot all pass a stale count.
const prepareCount = prepareOnce((db: Db | Tx) =>
  db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), count: 1, lastRequest: NOW })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        lastRequest: sql`case when ${isOver} then excluded.last_request else ${rateLimits.lastRequest} end`,
      },
    })
    .returning({
      count: rateLimits.count,
      waitMs: sql<number>`${rateLimits.lastRequest} + ${WINDOW} - ${NOW}`,
    }),
)

/** RateLimiter counted in the database, so that every process shares them; `scale` multiplies each limit. */
export function openRateLimiter(db: Db | Tx, scale: number): RateLimiter {
  return {
    async take(key, { max, windowSeconds }, within) {
      const limit = Math.max(1, Math.round(max * scale))
      const window = windowSeconds * 1000
      const [row] = await prepareCount(within ?? db).execute({ key, window })
      if (!row || row.count <= limit) return { allowed: true, retryAfter: 0 }
      const retryAfter = Math.max(1, Math.ceil(row.waitMs / 1000))
      return { allowed: false, retryAfter }
    },
    async giveBack(key) {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, key))
    },
    async forget(key) {
      await db.delete(rateLimits).where(eq(rateLimits.key, key))
    },
    async forgetBeside(key, start) {
      const isLike = sql`starts_with(${rateLimits.key}, ${start})`
      await db.delete(rateLimits).where(and(isLike, ne(rateLimits.key, key)))
    },
  }
}

/** Deletes counts of more than a day ago, those of guesses at PINs after a year: no limit looks back further. */
export const deleteOldCounts = (db: Db) =>
  db
    .delete(rateLimits)
    .where(
      or(
        and(isOlder(1), notLike(rateLimits.key, `${LASTING_COUNTS}%`)),
        isOlder(LIMITS.pinsEver.windowSeconds / 86_400),
      ),
    )
const isOlder = (days: number) =>
  lt(rateLimits.lastRequest, sql`${NOW} - ${days * 86_400_000}::bigint`)

/**
 * Deletes the marks of sign-ups whose minute is over. With the shop's secret a mark is a fast hash of the password:
 * a thief of both secret and database could use it to guess passwords that slow hashes otherwise protect.
 */
export const deleteSignUpMarks = (db: Db) =>
  db
    .delete(rateLimits)
    .where(
      and(
        sql`starts_with(${rateLimits.key}, ${SIGN_UP_MARKS})`,
        or(
          lt(
            rateLimits.lastRequest,
            sql`${NOW} - ${LIMITS.sameEmail.windowSeconds * 1000}::bigint`,
          ),
          gt(rateLimits.lastRequest, inAMinute),
        ),
      ),
    )

/** Deletes the counts whose key contains one of these addresses or ids. */
export const forgetCountsOf = (db: Tx, names: readonly string[]) =>
  db
    .delete(rateLimits)
    .where(sql`string_to_array(${rateLimits.key}, ' ') && ${sql.param([...names])}::text[]`)
