import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { accounts, profiles, users } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type Role, STAFF_ROLES } from '../../../rules/accounts/roles.ts'
import { changeRole, type RoleShop, type StaffRefusal, tidy } from '../change-role.ts'

/** All staff, highest role first. */
export const listStaff = (db: Db) =>
  db
    .select({ id: users.id, email: users.email, name: users.name, role: profiles.role })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    // Names each staff role: an index can find these, but not all roles other than customer.
    .where(inArray(profiles.role, STAFF_ROLES))
    .orderBy(
      sql`array_position(${sql.param([...STAFF_ROLES])}::text[], ${profiles.role})`,
      asc(users.email),
    )
    .limit(500)

/**
 * Gives a role to the person with this address. A new person gets a link to choose a password, which works once, within
 * two days. So does a person who never confirmed the address, because a stranger may have opened that account.
 */
export async function appointStaff(
  shop: RoleShop & Pick<Shop, 'auth'>,
  email: string,
  role: Role,
): Promise<{ ok: true; passwordUrl: string | null } | StaffRefusal> {
  const { db, auth } = shop
  const address = tidy(email)
  await db
    .insert(users)
    .values({ email: address, name: address.split('@')[0] ?? address })
    .onConflictDoNothing({ target: users.email })
  const changed = await changeRole(shop, address, role)
  if (!changed.ok) return changed
  const [person] = await db
    .select({ id: users.id, isConfirmed: users.emailVerified, password: accounts.password })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(eq(users.email, address))
    .orderBy(asc(accounts.password))
    .limit(1)
  const isNew = person && !(person.password && person.isConfirmed)
  return { ok: true, passwordUrl: isNew ? await auth.makePasswordLink(person.id, 48) : null }
}
