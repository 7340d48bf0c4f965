import { APIError, BASE_ERROR_CODES } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { accounts, passkeys, sessions, users } from '../../db/tables.server.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import type { Links } from './auth-links.server.ts'
import { authRequest } from './auth-request.server.ts'
import { beginSession } from './session-life.server.ts'

type Emails = Pick<AuthEmails, 'passwordChanged'>
type NewAccount = Pick<
  typeof accounts.$inferInsert,
  'userId' | 'accountId' | 'providerId' | 'password'
>

/**
 * Every password is written here and not by the library, which reads and writes without a lock: a sign-up for an
 * address not confirmed yet, or a change by whoever knew the old password, would come between and win.
 */
export function keepPasswords(db: Db, links: Links, emails: Emails) {
  const passwordOf = async (db: Db | Tx, userId: string) => {
    const [account] = await db
      .select({ password: accounts.password })
      .from(accounts)
      .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    return account?.password
  }

  /** All or nothing: the password, the confirmed address, the end of sessions and links, the email about it. */
  async function choose(password: string) {
    const request = authRequest()
    const owner = request.passwordOwner
    if (!owner) throw new Error('A new password of nobody')
    const { id, email, name } = owner
    await db.transaction(async (db) => {
      // The person first: in this order a second sign-up locks as well (auth-sign-up.server.ts).
      await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
      // Who knew the old password does not undo a newer one; who has the link of an email needs none.
      if (request.provenHash && request.provenHash !== (await passwordOf(db, id)))
        throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD)
      // Whoever used the link of an email, or knew the password, is the owner of the address.
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
      await writePassword(db, id, password)
      await db.delete(sessions).where(eq(sessions.userId, id))
      await links.killAll(db, id)
      // They sign in without the password: whoever fears for the account looks through them.
      const keys = await db.$count(passkeys, eq(passkeys.userId, id))
      await emails.passwordChanged(db, email, name, keys)
    })
    request.provenHash = password
    return false
  }

  return {
    account: {
      create: {
        async before(account: NewAccount, ctx: { path?: string } | null) {
          if (ctx?.path === '/reset-password' && account.password) return choose(account.password)
          // Of a first sign-up. Another one for this address may have been quicker: it stays.
          await db.insert(accounts).values(account).onConflictDoNothing()
          return false
        },
      },
      update: {
        before: async ({ password }: { password?: string | null | undefined }) =>
          password ? choose(password) : undefined,
      },
    },
    session: {
      create: {
        /** Says when it ends; takes back a session for a password that was replaced while it was being checked. */
        async after({ id, userId }: { id: string; userId: string }) {
          await beginSession(db, id)
          const { provenHash } = authRequest()
          if (!provenHash || provenHash === (await passwordOf(db, userId))) return
          await db.delete(sessions).where(eq(sessions.id, id))
          throw APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
        },
      },
    },
  }
}

/** Sets the password of somebody whose row in `users` is locked. */
export async function writePassword(db: Tx, userId: string, password: string): Promise<void> {
  await db
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password })
    .onConflictDoUpdate({
      target: [accounts.providerId, accounts.accountId],
      set: { password, updatedAt: new Date() },
    })
}
