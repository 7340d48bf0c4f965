import { and, eq, or, sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { profiles, sessions, verifications } from '../../db/tables.server.ts'
import { endOfSession } from '../../platform/auth/session-life.server.ts'
import { JUST_PROVEN_MINUTES } from '../../rules/accounts/session-ends.ts'

/**
 * Repairs sessions after the clock was set back. A session that was used while the clock was ahead counts as used now,
 * and ends accordingly; none counts as just proven for as long as the clock was ahead. Deletes links that were made in
 * that time.
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
