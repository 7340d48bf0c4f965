import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles, sessions, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { PERSON, personInLog } from './change-role.ts'
import { lockForSuperAdmin } from './lock-person.ts'

type SignOutResult = { ok: true; name: string } | Refusal<'role-not-allowed' | 'person-not-found'>

/**
 * Lets a super_admin end all sessions of a person, or the one that is named, when a phone was stolen or a staff member
 * has left. The device is signed out from its next request on; the password stays.
 */
export async function signOutCustomer(
  db: Db,
  actor: Actor & { role: Role },
  userId: string,
  sessionId?: string,
): Promise<SignOutResult> {
  return transact(db, async (db) => {
    if (!(await lockForSuperAdmin(db, actor, eq(users.id, userId))))
      return { ok: false, reason: 'role-not-allowed' }
    const [person] = await db
      .select(PERSON)
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(users.id, userId))
    if (!person) return { ok: false, reason: 'person-not-found' }
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), sessionId ? eq(sessions.id, sessionId) : undefined))
      .returning({ id: sessions.id, ip: sessions.ipAddress, userAgent: sessions.userAgent })
    for (const { ip, userAgent } of ended)
      await recordAccountEvent(db, userId, 'session-ended', { ip, userAgent })
    await recordAudit(db, actor, {
      ...personInLog(person),
      action: 'signed out',
      before: { sessions: ended.length },
      after: { sessions: 0 },
    })
    return { ok: true, name: person.name }
  })
}
