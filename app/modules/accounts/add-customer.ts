import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import { type Secret, signLink } from '../../platform/signed-links.server.ts'
import { PHONE_DOMAIN } from '../../rules/orders/order-draft.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { personInLog } from './change-role.ts'

export const LONGEST_CUSTOMER_NAME = 200

/** The accounts that have one of these addresses, by address. */
export async function findCustomersByEmail(db: Db | Tx, emails: readonly string[]) {
  const rows = await db
    .select({
      email: users.email,
      name: profiles.fullName,
      phone: profiles.phone,
      role: profiles.role,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(inArray(users.email, [...emails]))
  return new Map(rows.map((row) => [row.email, row]))
}

/**
 * Opens an account without a password for a customer whom the shop knows from elsewhere: they choose a password through
 * "Forgot password", which proves the address. Of a customer who has an account, fills in only blank fields; of a staff
 * member, changes nothing.
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
  const isTheirs = made
    ? eq(profiles.userId, made.id)
    : and(
        inArray(
          profiles.userId,
          db.select({ id: users.id }).from(users).where(eq(users.email, email)),
        ),
        eq(profiles.role, 'customer'),
      )
  const [before] = await db
    .select({ userId: profiles.userId, fullName: profiles.fullName, phone: profiles.phone })
    .from(profiles)
    .where(isTheirs)
    .for('update')
  if (!before) return
  const after = {
    fullName: before.fullName || name || null,
    phone: before.phone || phone,
    ...(made && { importedAt: sql`now()` }),
  }
  await db.update(profiles).set(after).where(eq(profiles.userId, before.userId))
  if (name)
    await db
      .update(users)
      .set({ name })
      .where(and(eq(users.id, before.userId), eq(users.name, '')))
  await recordAudit(db, actor, {
    ...personInLog({ userId: before.userId, email }),
    action: made ? 'created' : 'edited',
    before: made ? null : { fullName: before.fullName, phone: before.phone },
    after: { fullName: after.fullName, phone: after.phone },
  })
}

/**
 * The account of a customer for whom staff place an order, opened where there is none. A customer without an email gets
 * an account for the phone number, under an address that nobody can receive email at, sign up with or guess.
 */
export async function openAccountFor(
  db: Tx,
  config: Secret,
  actor: Actor,
  { email, name, phone }: { email: string; name: string; phone: string },
): Promise<string> {
  const key = signLink(config, `phone ${phone}`).toLowerCase()
  const address = email || `${key}@${PHONE_DOMAIN}`
  await addCustomer(db, actor, { email: address, name, phone })
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, address))
  if (!user) throw new Error('an account was opened and is gone')
  return user.id
}
