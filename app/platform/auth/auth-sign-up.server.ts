import { createHmac } from 'node:crypto'
import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import { CONFIRM_HOURS } from './auth-doors.server.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import type { limitAccounts } from './auth-limits.server.ts'
import { killConfirmations, type openLinks } from './auth-links.server.ts'
import { writePassword } from './auth-new-password.server.ts'
import { authRequest, type SignUp } from './auth-request.server.ts'

/**
 * A sign-up for an unconfirmed address replaces the earlier one: its name, its password and its link. Otherwise a
 * stranger who signed up first with a customer's address would choose her password. Returns the name that the
 * person has now; null when the address was confirmed meanwhile.
 */
const replaceSignUp = (
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
    // An invited staff member keeps the name that colleagues, receipts and the audit log know, and a customer whom the
    // shop added or imported keeps the name on its lists: whoever signs up has not proved the address yet. Where the
    // shop knows none, the name is on its lists once this sign-up is confirmed (`confirm` in auth-links.server.ts).
    const isAdded = sql`${profiles.importedAt} is not null`
    const [renamed] = await db
      .update(profiles)
      .set({ fullName: sql`case when ${isAdded} then ${profiles.fullName} else ${name} end` })
      .where(
        and(
          eq(profiles.userId, userId),
          eq(profiles.role, 'customer'),
          or(not(isAdded), isNull(profiles.fullName)),
        ),
      )
      .returning({ id: profiles.userId })
    if (renamed) await db.update(users).set({ name }).where(eq(users.id, userId))
    await writePassword(db, userId, passwordHash)
    await killConfirmations(db, userId)
    return renamed ? name : open.name
  })

export type Person = { id: string; email: string; name: string }

/** Sends the emails that confirm an address, and answers a sign-up for a known address. */
export function openSignUps({
  db,
  links,
  limits,
  emails,
  baseUrl,
  secret,
}: {
  db: Db
  links: ReturnType<typeof openLinks>
  limits: ReturnType<typeof limitAccounts>
  emails: AuthEmails
  baseUrl: string
  secret: string
}) {
  async function sendConfirmation({ id, email, name }: Person, callbackUrl: string) {
    const url = new URL('/auth', baseUrl)
    url.searchParams.set('confirm', await links.make('confirm-email', id, CONFIRM_HOURS))
    const { pathname, search, hash } = new URL(callbackUrl, baseUrl)
    if (pathname !== '/' || search) url.searchParams.set('then', pathname + search + hash)
    await emails.confirmAddress(email, name, url.href)
  }

  /**
   * Identifies this sign-up among others for its address, so that a second tap is recognized: a second email would
   * end the link of the first. It uses no password hash, because the time for one would reveal known addresses.
   * It counts for a minute, and `deleteSignUpMarks` deletes it at most five minutes later.
   */
  const mark = () => {
    const { name, password } = authRequest()
    const text = JSON.stringify(['sign-up', name, password])
    return createHmac('sha256', secret).update(text).digest('base64url')
  }

  // The screen never shows whether an address has an account; the email tells its owner.
  async function answerKnownAddress(user: Person & { emailVerified: boolean }) {
    const { name = user.name, callbackUrl = '/', passwordHash } = authRequest()
    const ofThis = mark()
    if (!user.emailVerified && !(await limits.maySignUpAgain(user.id, ofThis))) return
    const newName =
      user.emailVerified || passwordHash === undefined
        ? null
        : await replaceSignUp(db, user.id, { name, callbackUrl, passwordHash })
    if (newName === null) return emails.alreadyHasAccount(user.email, user.name)
    await limits.forgetOtherSignUps(user.id, ofThis)
    return sendConfirmation({ ...user, name: newName }, callbackUrl)
  }

  return { sendConfirmation, mark, answerKnownAddress }
}
