import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../../db/open.server.ts'
import { accounts, profiles, staffInvitations, users } from '../../../db/tables.server.ts'
import type { Role } from '../../../rules/accounts/roles.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { giveRole, type RoleShop, type StaffRefusal } from '../change-role.ts'
import { lockPerson } from '../lock-person.ts'
import { hashOfInvitation } from './invite-staff.ts'

const inviters = alias(profiles, 'inviters')

/** The invitation of a link; null when it has expired, or when its sender is no super_admin any more. */
export async function findInvitation(db: Db | Tx, token: string) {
  const [found] = await db
    .select({
      userId: users.id,
      email: users.email,
      role: staffInvitations.role,
      invitedBy: staffInvitations.invitedBy,
      /**
       * Whether the person signs in with a password; a person without one, or with an unconfirmed address, chooses one
       * by this link.
       */
      hasPassword: sql<boolean>`${users.emailVerified} and exists (${db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.userId, users.id), isNotNull(accounts.password)))})`,
    })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.userId))
    .innerJoin(inviters, eq(inviters.userId, staffInvitations.invitedBy))
    .where(
      and(
        eq(staffInvitations.hash, hashOfInvitation(token)),
        gt(staffInvitations.expiresAt, sql`now()`),
        eq(inviters.role, 'super_admin'),
      ),
    )
  return found ?? null
}
export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/**
 * Gives an invited person the role, once, from their next sign-in on; `name` is a new person's name. Refuses a link
 * that has expired or is another person's, or whose sender has just lost the right.
 */
export async function acceptInvitation(
  shop: RoleShop,
  actor: Actor,
  token: string,
  name?: string,
): Promise<{ ok: true; role: Role } | StaffRefusal | Refusal<'invitation-dead'>> {
  const seen = await findInvitation(shop.db, token)
  if (!seen || seen.userId !== actor.userId) return { ok: false, reason: 'invitation-dead' }
  const { userId, role, invitedBy } = seen
  const who = eq(users.id, userId)
  const lock = async (db: Tx): Promise<Refusal<'invitation-dead'> | null> => {
    // Locks the sender too: taking their role away locks them as well.
    await lockPerson(db, inArray(users.id, [userId, invitedBy]))
    const now = await findInvitation(db, token)
    if (now?.role !== role) return { ok: false, reason: 'invitation-dead' }
    if (name) await nameNewcomer(db, userId, name)
    return null
  }
  const given = await giveRole<Refusal<'invitation-dead'>>(shop, actor, who, role, () => null, lock)
  return given.ok ? { ok: true, role } : given
}

async function nameNewcomer(db: Tx, userId: string, name: string) {
  await db.update(users).set({ name }).where(eq(users.id, userId))
  await db.update(profiles).set({ fullName: name }).where(eq(profiles.userId, userId))
}
