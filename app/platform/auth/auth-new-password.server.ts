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
/** The refusal when the time for the second step is over: the person signs in from the start. */
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
 * Writes every password here, because the library reads and writes without a lock: a sign-up for an unconfirmed
 * address, or a change by somebody who knew the old password, could come between and win.
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
      // Locks the person first, in the same order as a second sign-up (auth-sign-up.server.ts).
      await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
      // Knowing the old password must not undo a newer one; a link from an email needs no old password.
      if (!isStillProven(await readPassword(db, id)))
        throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD)
      // Whoever used the link of an email, or knew the password, is the owner of the address.
      await db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
      await writePassword(db, id, password)
      await db.delete(sessions).where(eq(sessions.userId, id))
      await links.killAll(db, id)
      // Passkeys sign in without the password, so the email tells the owner how many there are to check.
      const keys = await db.$count(passkeys, eq(passkeys.userId, id))
      await emails.passwordChanged(db, email, name, keys)
    })
    request.provenHash = password
    return false
  }

  /** The refusal when the proof of this request has been replaced meanwhile; null while it still counts. */
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
    // Uses the link up only here: a new password deletes it, so that a sign-in with the former password is refused.
    if (secondStepLink && !(await links.use(db, secondStepLink))) return secondStepOver()
    return null
  }

  return {
    account: {
      create: {
        async before(account: NewAccount, ctx: { path?: string } | null) {
          if (ctx?.path === '/reset-password' && account.password) return choose(account.password)
          // Stores a first sign-up's password. If another sign-up for this address came first, its password stays.
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
         * Sets when the session ends. Deletes the session when its proof (a password, a passkey, a second step) was
         * replaced, removed or over while it was being checked. Whoever replaces or removes a proof locks the person
         * first and ends all sessions: either that act finds this session, or this check finds its change.
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

/** Whether the password that this request has proven is still the current one; true when it has proven none. */
function isStillProven(now: string | null): boolean {
  const { provenHash } = authRequest()
  return !provenHash || provenHash === now
}

/**
 * Rehashes the password that this request has proven, if its hash follows an earlier rule and is still the current
 * one. Runs outside of transactions: hashing takes long and waits for others, and would hold a connection and a lock.
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

/** Another sign-in at the same moment may have rehashed the same password by today's rule: accepts that hash too. */
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
