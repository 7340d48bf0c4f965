import { and, eq, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'

/**
 * Lets one change of a person's ways to sign in run at a time: otherwise two removals at once could each count the
 * other's as still there.
 */
export const lockPerson = (db: Tx, who: string | SQL) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(typeof who === 'string' ? eq(users.id, who) : who)
    // In id order: otherwise two super_admins who act on each other could deadlock.
    .orderBy(users.id)
    .for('no key update')

/**
 * Locks both accounts for an act of a super_admin on a person; false when the actor is no super_admin any more, because
 * the role was taken from them after their request began.
 */
export async function lockForSuperAdmin(
  db: Tx,
  actor: { userId: string; role: Role },
  who?: SQL,
): Promise<boolean> {
  if (actor.role !== 'super_admin') return false
  const self = eq(users.id, actor.userId)
  await lockPerson(db, (who && or(who, self)) ?? self)
  const isOne = and(eq(profiles.userId, actor.userId), eq(profiles.role, 'super_admin'))
  return (await db.$count(profiles, isOne)) > 0
}
