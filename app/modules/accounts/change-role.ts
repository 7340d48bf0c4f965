import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { profiles, staffInvitations, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { type Actor, COMMAND, recordAudit } from '../audit/record-audit.ts'
import { lockForSuperAdmin, lockPerson } from './lock-person.ts'
import { endPasskeys } from './passkeys.ts'

export type RoleShop = Pick<Shop, 'db' | 'jobs'>
export type StaffRefusal = Refusal<'person-not-found' | 'last-super-admin'>
type RoleRefusal = StaffRefusal | Refusal<'role-not-allowed' | 'edited-meanwhile'>
type RoleResult<R> = { ok: true; from: Role; name: string } | R

/** An email address as accounts store it: trimmed and in lower case. */
export const tidy = (email: string) => email.trim().toLowerCase()

/**
 * Gives a person a role by command, from their next request on. The database refuses to take the role from the
 * last super_admin.
 */
export function changeRole(
  shop: RoleShop,
  email: string,
  role: Role,
): Promise<RoleResult<StaffRefusal>> {
  const who = eq(users.email, tidy(email))
  const lock = async (db: Tx) => {
    await lockPerson(db, who)
    return null
  }
  return giveRole<StaffRefusal>(shop, COMMAND, who, role, () => null, lock)
}

/**
 * Lets a super_admin give a person a role, from the person's next request on, if their role is still the one that was
 * `seen`. Refuses other staff, and refuses to take the role from the last super_admin.
 */
export async function grantRole(
  shop: RoleShop,
  actor: Actor & { role: Role },
  userId: string,
  { seen, role }: { seen: Role; role: Role },
): Promise<RoleResult<RoleRefusal>> {
  const who = eq(users.id, userId)
  const refuse = (now: Role): RoleRefusal | null =>
    now === seen || now === role ? null : { ok: false, reason: 'edited-meanwhile' }
  const lock = async (db: Tx): Promise<RoleRefusal | null> =>
    (await lockForSuperAdmin(db, actor, who)) ? null : { ok: false, reason: 'role-not-allowed' }
  return giveRole<RoleRefusal>(shop, actor, who, role, refuse, lock)
}

/** Gives a role after `lock` has locked the accounts; also deletes an open invitation of the person. */
export async function giveRole<R extends { ok: false }>(
  shop: RoleShop,
  actor: Actor | typeof COMMAND,
  who: SQL,
  role: Role,
  refuse: (now: Role) => R | null,
  lock: (db: Tx) => Promise<R | null>,
): Promise<RoleResult<R | StaffRefusal>> {
  try {
    return await transact(shop.db, async (db) => {
      const locked = await lock(db)
      if (locked) return locked
      const [person] = await db
        .select({ ...PERSON, role: profiles.role })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.userId))
        .where(who)
        .for('update', { of: profiles })
      if (!person) return { ok: false, reason: 'person-not-found' }
      const refusal = refuse(person.role)
      if (refusal) return refusal
      await db.update(profiles).set({ role }).where(eq(profiles.userId, person.userId))
      await db.delete(staffInvitations).where(eq(staffInvitations.userId, person.userId))
      if (person.role === 'customer' && role !== 'customer') await endPasskeys(shop, db, person)
      await recordAudit(db, actor, {
        ...personInLog(person),
        action: 'role changed',
        before: { role: person.role },
        after: { role },
      })
      return { ok: true, from: person.role, name: person.name }
    })
  } catch (error) {
    if (isRefusedBy(error, 'profiles_last_super_admin'))
      return { ok: false, reason: 'last-super-admin' }
    throw error
  }
}

/** The columns by which the audit log names a person. */
export const PERSON = {
  userId: profiles.userId,
  name: sql<string>`coalesce(${profiles.fullName}, ${users.name})`,
  email: users.email,
}
/** The audit entry's reference to a person: by id, and by the email address of that time. */
export const personInLog = ({ userId, email }: { userId: string; email: string }) =>
  ({ entity: 'person', entityId: userId, label: email }) as const
