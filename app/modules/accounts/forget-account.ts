import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { addresses, profiles, users, verifications } from '../../db/tables.server.ts'
import { ERASED_NAME, makeErasedEmail } from '../../rules/accounts/erasure.ts'
import { PERSON } from './change-role.ts'
import { lockPerson } from './lock-person.ts'

/**
 * Locks an account until the transaction ends: an order that is being placed waits, and is refused when the account
 * is erased.
 */
export async function lockAccount(db: Tx, userId: string) {
  // Locks the person first, as every change of their ways to sign in does; the opposite order could deadlock.
  await lockPerson(db, userId)
  const [account] = await db
    .select({ ...PERSON, tillName: users.name, role: profiles.role, phone: profiles.phone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
    .for('update', { of: profiles })
  if (!account) return undefined
  const saved = await db
    .selectDistinct({ phone: addresses.phone })
    .from(addresses)
    .where(eq(addresses.userId, userId))
  return { ...account, phones: [account.phone, ...saved.map(({ phone }) => phone)] }
}

/**
 * Erases a locked account. Its foreign keys delete everything that refers to the profile: password, sessions, second
 * step, log, addresses, cart, wishlist, PIN. Its row in `users` stays without a name, because orders, sales and the
 * audit log keep its id.
 */
export async function forgetAccount(db: Tx, userId: string): Promise<void> {
  await db.delete(profiles).where(eq(profiles.userId, userId))
  // Links are stored by their owner's id, some with their kind in front (platform/auth/auth-links.server.ts).
  await db.delete(verifications).where(eq(sql`right(${verifications.value}, 36)`, userId))
  await db
    .update(users)
    .set({
      name: ERASED_NAME,
      email: makeErasedEmail(randomBytes(12).toString('hex')),
      image: null,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, userId))
}

/** Whether another staff member has the same name: a record that has only the name may be theirs. */
export async function hasNamesake(db: Tx, userId: string, name: string): Promise<boolean> {
  const [one] = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(users.name, name), ne(users.id, userId), ne(profiles.role, 'customer')))
    .limit(1)
  return one !== undefined
}
