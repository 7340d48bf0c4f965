import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { accountEvents, sessions, users } from '../../db/tables.server.ts'
import type { AccountEventKind, SignInMeans } from '../../rules/accounts/account-events.ts'
import type { AuthEmails } from './auth-emails.server.ts'
import type { AccountLimits } from './auth-limits.server.ts'

const LONGEST_AGENT = 300
const LONGEST_DETAIL = 200

/** Where a request comes from, as far as it can be told. */
export type Device = { ip: string | null; userAgent: string | null }

/** A user agent, cut to the length that the log keeps; null when the browser sends none. */
export const cutAgent = (userAgent: string | null | undefined) =>
  userAgent?.slice(0, LONGEST_AGENT) ?? null

/** Records an event, such as a sign-in or a failed one, in the account's log. */
export async function recordAccountEvent(
  db: Db | Tx,
  userId: string,
  kind: AccountEventKind,
  { ip, userAgent }: Device,
  detail: string | null = null,
): Promise<void> {
  await db.insert(accountEvents).values({
    userId,
    kind,
    ip,
    userAgent: cutAgent(userAgent),
    detail: detail?.slice(0, LONGEST_DETAIL) ?? null,
  })
}

/** Records a wrong password in the log of the account; an address without an account has no log. */
export async function recordWrongPassword(db: Db, email: string, device: Device): Promise<void> {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (person) await recordAccountEvent(db, person.id, 'wrong-password', device)
}

/** Whether a person has signed in before this session: an account's first device does not count as new. */
async function hasSignedInBefore(db: Db, userId: string, sessionId: string) {
  const [known] = await db
    .select({
      is: sql<boolean>`exists (select from ${sessions} where ${and(eq(sessions.userId, userId), ne(sessions.id, sessionId))})
        or exists (select from ${accountEvents} where ${and(eq(accountEvents.userId, userId), eq(accountEvents.kind, 'signed-in'))})`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return known?.is === true
}

type Emails = Pick<AuthEmails, 'newDevice'>
type SignIn = {
  user: { id: string; email: string; name: string }
  session: { id: string; createdAt: Date }
}

/** Records a sign-in, and emails the account's owner when the device has not signed in to it before. */
export const welcomeDevices =
  (db: Db, limits: AccountLimits, emails: Emails) =>
  async (
    { user, session }: SignIn,
    device: Device,
    knownDevice: string | null,
    means: SignInMeans,
  ): Promise<void> => {
    const isNew = knownDevice === null && (await hasSignedInBefore(db, user.id, session.id))
    await recordAccountEvent(db, user.id, 'signed-in', device, means)
    if (isNew && (await limits.mayEmailNewDevice(user.id)))
      await emails.newDevice(user.email, user.name, {
        ...device,
        at: session.createdAt,
        byPasskey: means === 'passkey',
      })
  }
