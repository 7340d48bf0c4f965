import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import { killConfirmations } from './auth-links.server.ts'
import { writePassword } from './auth-new-password.server.ts'
import type { SignUp } from './auth-request.server.ts'

/**
 * A sign-up for an address that nobody has confirmed yet replaces the one before: its name, its password and
 * its link. Or whoever signed up first with another's address would choose her password. Gives the name that the
 * person has now; null when the address was confirmed meanwhile.
 */
export const replaceSignUp = (
  db: Db,
  userId: string,
  { name, passwordHash }: SignUp & { passwordHash: string },
): Promise<string | null> =>
  db.transaction(async (db) => {
    const [open] = await db
      .select({ name: users.name })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
      .for('no key update')
    if (!open) return null
    // Who was invited to the staff keeps the name that colleagues, receipts and the audit log know.
    const [renamed] = await db
      .update(profiles)
      .set({ fullName: name })
      .where(and(eq(profiles.userId, userId), eq(profiles.role, 'customer')))
      .returning({ id: profiles.userId })
    if (renamed) await db.update(users).set({ name }).where(eq(users.id, userId))
    await writePassword(db, userId, passwordHash)
    await killConfirmations(db, userId)
    return renamed ? name : open.name
  })
