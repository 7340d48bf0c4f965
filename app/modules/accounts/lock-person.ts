import { and, eq, or, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'

/** One change of a person's ways in at a time: the last one is counted by none of two at the same moment. */
export const lockPerson = (db: Tx, who: string | SQL) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(typeof who === 'string' ? eq(users.id, who) : who)
    // In one order, where there are two: neither of two super_admins who act on each other waits for ever.
    .orderBy(users.id)
    .for('no key update')

/**
 * The same for an act of a super_admin on somebody: false for who is none any more. Their request began before
 * another has taken the role.
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
