import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { profiles, staffInvitations, users } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { hashLink } from '../../../platform/auth/auth-links.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { INVITATION_DAYS, type Invited } from '../../../rules/accounts/invitations.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import { LIMITS } from '../../../rules/limits.ts'
import { invitationEmail } from '../../../rules/messages/emails/invitations.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { PERSON, personInLog } from '../change-role.ts'
import { lockForSuperAdmin } from '../lock-person.ts'

type InviteShop = Pick<Shop, 'db' | 'jobs' | 'rateLimiter' | 'config'>
type Inviter = Actor & { role: Role }

/** The stored hash of an invitation's link. */
export const hashOfInvitation = (token: string) => hashLink(`staff-invitation:${token}`)

/**
 * Lets a super_admin invite an address to a role, by an email whose link works once, within seven days. Inviting again
 * sends a new link and invalidates the former one. A new person gets an account without a password. Refuses an address
 * of a staff member. Returns the link too, for a shop that sends no email.
 */
export async function inviteStaff(
  { db, jobs, rateLimiter, config }: InviteShop,
  actor: Inviter,
  { email, role }: Invited,
): Promise<
  { ok: true; url: string } | Refusal<'role-not-allowed' | 'invited-is-staff' | 'too-many-attempts'>
> {
  const limits = [
    [`invitations by ${actor.userId}`, LIMITS.invitations],
    [`invitations to ${email}`, LIMITS.invitationEmails],
  ] as const
  for (const [key, limit] of limits) {
    const taken = await rateLimiter.take(key, limit)
    if (!taken.allowed) return refuseTooMany(taken)
  }
  const token = randomBytes(24).toString('base64url')
  const url = `${config.baseUrl}/invitation?token=${token}`
  return transact(db, async (db) => {
    await db
      .insert(users)
      .values({ email, name: email.split('@')[0] ?? email })
      .onConflictDoNothing({ target: users.email })
    const isThem = eq(users.email, email)
    if (!(await lockForSuperAdmin(db, actor, isThem)))
      return { ok: false, reason: 'role-not-allowed' }
    const [person] = await db
      .select({ ...PERSON, role: profiles.role })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(isThem)
    if (!person) throw new Error('an account without a profile')
    if (person.role !== 'customer') return { ok: false, reason: 'invited-is-staff' }
    const invitation = {
      role,
      hash: hashOfInvitation(token),
      invitedBy: actor.userId,
      sentAt: sql`now()`,
      expiresAt: sql`now() + make_interval(days => ${INVITATION_DAYS})`,
    }
    await db
      .insert(staffInvitations)
      .values({ userId: person.userId, ...invitation })
      .onConflictDoUpdate({ target: staffInvitations.userId, set: invitation })
    await recordAudit(db, actor, { ...personInLog(person), action: 'invited', after: { role } })
    await jobs.enqueue(db, 'send-email', invitationEmail(email, role, url))
    return { ok: true, url }
  })
}

/** Lets a super_admin withdraw an invitation, which invalidates its link; may be repeated. */
export const withdrawInvitation = (
  { db }: Pick<Shop, 'db'>,
  actor: Inviter,
  userId: string,
): Promise<{ ok: true } | Refusal<'role-not-allowed'>> =>
  transact(db, async (db) => {
    if (!(await lockForSuperAdmin(db, actor, eq(users.id, userId))))
      return { ok: false, reason: 'role-not-allowed' }
    const [gone] = await db
      .delete(staffInvitations)
      .where(eq(staffInvitations.userId, userId))
      .returning({ role: staffInvitations.role })
    const [person] = await db
      .select(PERSON)
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(users.id, userId))
    if (gone && person)
      await recordAudit(db, actor, {
        ...personInLog(person),
        action: 'invitation withdrawn',
        before: { role: gone.role },
      })
    return { ok: true }
  })
