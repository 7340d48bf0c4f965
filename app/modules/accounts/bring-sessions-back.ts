import { and, eq, or, sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { profiles, sessions, verifications } from '../../db/tables.server.ts'
import { endOfSession } from '../../platform/auth/session-life.server.ts'
import { JUST_PROVEN_MINUTES } from '../../rules/accounts/session-ends.ts'

/**
 * After the clock was set back: a session that was used while it was ahead is as one that is used now, and ends as
 * such; nobody counts as just proven for as long as the clock was ahead. Links of that time are worth nothing.
 */
export async function bringSessionsBack(db: Db): Promise<void> {
  const began = sql`least(${sessions.createdAt}, now())`
  await db
    .update(sessions)
    .set({
      createdAt: began,
      updatedAt: sql`least(${sessions.updatedAt}, now())`,
      provenAt: sql`least(${sessions.provenAt}, now() - make_interval(mins => ${JUST_PROVEN_MINUTES}))`,
      expiresAt: endOfSession(began),
    })
    .from(profiles)
    .where(
      and(
        eq(profiles.userId, sessions.userId),
        or(
          isOfFuture(sessions.createdAt),
          isOfFuture(sessions.updatedAt),
          isOfFuture(sessions.provenAt),
        ),
      ),
    )
  await db.delete(verifications).where(isOfFuture(verifications.createdAt))
}
