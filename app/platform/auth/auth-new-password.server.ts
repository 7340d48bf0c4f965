import { APIError, BASE_ERROR_CODES } from 'better-auth'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { accounts, passkeys, sessions, users } from '../../db/tables.server.ts'
import { authErrors } from '../../rules/messages/accounts/accounts.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import type { Links } from './auth-links.server.ts'
import { authRequest } from './auth-request.server.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.server.ts'
import { beginSession } from './session-life.server.ts'

type Emails = Pick<AuthEmails, 'passwordChanged'>
/** The refusal that the time for the second step is over: signing in begins anew. */
export const secondStepOver = () =>
  new APIError('BAD_REQUEST', {
    code: 'SECOND_STEP_OVER',
    message: authErrors.SECOND_STEP_OVER,
  })
type NewAccount = Pick<
  typeof accounts.$inferInsert,
  'userId' | 'accountId' | 'providerId' | 'password'
>

/**
 * Every password is written here and not by the library, which reads and writes without a lock: a sign-up for an
 * address not confirmed yet, or a change by whoever knew the old password, would come between and win.
 */
export function keepPasswords(db: Db, links: Links, emails: Emails) {
  /** All or nothing: the password, the confirmed address, the end of sessions and links, the email about it. */
  async function choose(password: string) {
    const request = authRequest()
    const owner = request.passwordOwner
    if (!owner) throw new Error('A new password of nobody')
    const { id, email, name } = owner
    await renewHash(db, id)
    await db.transaction(async (db) => {
      // The person first: in this order a second sign-up locks as well (auth-sign-up.server.ts).
      await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
      // Who knew the old password does not undo a newer one; who has the link of an email needs none.
      if (!isStillProven(await readPassword(db, id)))
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

  /** Why what this request has proven counts no more; null while it does. */
  async function findReplaced(db: Tx, userId: string): Promise<APIError | null> {
    const { provenPasskey, secondStepLink } = authRequest()
    if (!isStillProven(await readPassword(db, userId)))
      return APIError.from('UNAUTHORIZED', BASE_ERROR_CODES.INVALID_EMAIL_OR_PASSWORD)
    const isTheirs = and(eq(passkeys.id, provenPasskey ?? ''), eq(passkeys.userId, userId))
    if (provenPasskey && (await db.$count(passkeys, isTheirs)) === 0)
      return new APIError('UNAUTHORIZED', {
        code: 'WRONG_PASSKEY',
        message: authErrors.WRONG_PASSKEY,
      })
    // Used up here and not before: a new password kills it, and whoever signs in with the former one is too late.
    if (secondStepLink && !(await links.use(db, secondStepLink))) return secondStepOver()
    return null
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
        before: ({ userId }: { userId: string }) => renewHash(db, userId),
        /**
         * Says when it ends; takes back a session for what was replaced or removed while it was being checked: a
         * password, a passkey, a second step that is over. Whoever replaces or removes it locks the person first and
         * ends all sessions: it has seen this one, or is seen here.
         */
        async after({ id, userId }: { id: string; userId: string }) {
          const refusal = await db.transaction(async (db) => {
            await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share')
            await beginSession(db, id)
            const found = await findReplaced(db, userId)
            if (found) await db.delete(sessions).where(eq(sessions.id, id))
            return found
          })
          if (refusal) throw refusal
        },
      },
    },
  }
}

/** The hash of somebody's password. */
export async function readPassword(db: Db | Tx, userId: string): Promise<string | null> {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
  return account?.password ?? null
}

/** Whether the password that this request has proven is the one that stands there now; true when it has proven none. */
function isStillProven(now: string | null): boolean {
  const { provenHash } = authRequest()
  return !provenHash || provenHash === now
}

/**
 * Writes the password that this request has proven by today's rule, if its hash is of an earlier one and still stands
 * there. Outside of transactions: hashing takes long and waits for others, and would hold a connection and a lock.
 */
async function renewHash(db: Db, userId: string): Promise<void> {
  const request = authRequest()
  const { provenHash, provenPassword } = request
  if (!provenHash || provenPassword === undefined || !isOutdated(provenHash)) return
  const password = await hashPassword(provenPassword)
  const renewed = await db
    .update(accounts)
    .set({ password })
    .where(and(eq(accounts.userId, userId), eq(accounts.password, provenHash)))
    .returning({ id: accounts.id })
  if (renewed.length > 0) request.provenHash = password
  else await followRenewal(db, userId, provenPassword)
}

/** Another sign-in at the same moment may have written the same password by today's rule: it is proven as well. */
async function followRenewal(db: Db, userId: string, password: string): Promise<void> {
  const hash = await readPassword(db, userId)
  if (hash && !isOutdated(hash) && (await verifyPassword({ hash, password })))
    authRequest().provenHash = hash
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
