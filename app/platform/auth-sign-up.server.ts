import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/open.server.ts'
import { accounts, profiles, users } from '../db/tables.server.ts'
import { killConfirmations } from './auth-links.server.ts'

/** What one sign-up brought; the library hands none of it to what it calls for a known address. */
export type SignUp = { name: string; callbackUrl: string; passwordHash?: string }
export const signUps = new AsyncLocalStorage<Partial<SignUp>>()

/**
 * A sign-up for an address that nobody has confirmed yet replaces the one before: its name, its password and
 * its link. Or whoever signed up first with another's address would choose her password. False when the
 * address was confirmed meanwhile.
 */
export const replaceSignUp = (
  db: Db,
  userId: string,
  { name, passwordHash }: SignUp & { passwordHash: string },
): Promise<boolean> =>
  db.transaction(async (db) => {
    const [open] = await db
      .update(users)
      .set({ name })
      .where(and(eq(users.id, userId), eq(users.emailVerified, false)))
      .returning({ id: users.id })
    if (!open) return false
    // Who was invited to the staff keeps the name that the office knows.
    await db
      .update(profiles)
      .set({ fullName: name })
      .where(and(eq(profiles.userId, userId), eq(profiles.role, 'customer')))
    await db
      .insert(accounts)
      .values({ userId, accountId: userId, providerId: 'credential', password: passwordHash })
      .onConflictDoUpdate({
        target: [accounts.providerId, accounts.accountId],
        set: { password: passwordHash, updatedAt: new Date() },
      })
    await killConfirmations(db, userId)
    return true
  })
