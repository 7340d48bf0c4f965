import { and, eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import { type Secret, signLink } from '../../platform/signed-links.server.ts'
import { PHONE_DOMAIN } from '../../rules/orders/order-draft.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { personInLog } from './change-role.ts'
import { lockPerson } from './lock-person.ts'

/** Nobody has proved the address of the account, and the shop has not added it: its name is a stranger's. */
const isUnproved = sql<boolean>`not ${users.emailVerified} and ${profiles.importedAt} is null`

/** The accounts that have one of these addresses, by address. */
export async function findCustomersByEmail(db: Db | Tx, emails: readonly string[]) {
  const rows = await db
    .select({
      email: users.email,
      name: profiles.fullName,
      phone: profiles.phone,
      role: profiles.role,
      isUnproved,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map((row) => [row.email, row]))
}

/**
 * Opens an account without a password for a customer whom the shop knows from elsewhere: they choose a password through
 * "Forgot password", which proves the address. Of a customer who has an account, fills in only blank fields, and names
 * one whose address nobody has proved as the shop does; of a staff member, changes nothing.
 */
export async function addCustomer(
  db: Tx,
  actor: Actor,
  { email, name, phone }: { email: string; name: string; phone: string | null },
): Promise<void> {
  const [made] = await db
    .insert(users)
    .values({ email, name })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  // Before the profile, as a sign-up and a confirmation do.
  if (!made) await lockPerson(db, eq(users.email, email))
  const [before] = await db
    .select({ ...columnsOf(profiles, 'userId', 'fullName', 'phone'), isUnproved })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(users.email, email), eq(profiles.role, 'customer')))
    .for('update', { of: profiles })
  if (!before) return
  const { userId, isUnproved: isOurs } = before
  const after = {
    fullName: (!isOurs && before.fullName) || name || null,
    phone: before.phone || phone,
    ...(isOurs && { importedAt: sql`now()` }),
  }
  await db.update(profiles).set(after).where(eq(profiles.userId, userId))
  if (after.fullName)
    await db.update(users).set({ name: after.fullName }).where(eq(users.id, userId))
  await recordAudit(db, actor, {
    ...personInLog({ userId, email }),
    action: made ? 'created' : 'edited',
    before: made ? null : { fullName: before.fullName, phone: before.phone },
    after: { fullName: after.fullName, phone: after.phone },
  })
}

/** The address of an account for a phone number alone: nobody can receive email at it, sign up with it or guess it. */
export const addressForPhone = (config: Secret, phone: string) =>
  `${signLink(config, `phone ${phone}`).toLowerCase()}@${PHONE_DOMAIN}`

/**
 * The account of a customer for whom staff place an order, opened where there is none. A customer without an email gets
 * an account for the phone number.
 */
export async function openAccountFor(
  db: Tx,
  config: Secret,
  actor: Actor,
  { email, name, phone }: { email: string; name: string; phone: string },
): Promise<string> {
  const address = email || addressForPhone(config, phone)
  await addCustomer(db, actor, { email: address, name, phone })
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, address))
  if (!user) throw new Error('an account was opened and is gone')
  return user.id
}
