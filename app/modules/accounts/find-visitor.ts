import { and, eq, gt, sql } from 'drizzle-orm'
import { prepareOnce } from '../../db/prepared.server.ts'
import { profiles, sessions, signInSettings, users } from '../../db/tables.server.ts'
import { hasStaffFactor } from '../../platform/auth/second-step.server.ts'
import { touchSession } from '../../platform/auth/session-life.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { isHigherRole, type Role } from '../../rules/accounts/roles.ts'
import { JUST_PROVEN_MINUTES, NOTED_EVERY_MINUTES } from '../../rules/accounts/session-ends.ts'

export type Visitor = {
  userId: string
  name: string
  email: string
  /** The effective role: customer, while the person lacks the second step that the shop demands of them. */
  role: Role
  lacksSecondStep: boolean
  /** The person's own role. */
  heldRole: Role
  sessionId: string
  /** Whether the person has proven their identity within the last minutes. */
  isJustProven: boolean
}
type SessionRow = {
  visitor: Visitor | null
  /** Cookies that the response must set: they delete the token. */
  cookies: string[]
}
type AuthShop = Pick<Shop, 'db' | 'sessionTokens'>

const minutes = (count: number) => sql.raw(`interval '${count} minutes'`)
const TOKEN = sql.placeholder('token')

// Queried by keys, and only for staff: the shop demands no second step of customers.
const lacksSecondStep = sql<boolean>`case when ${profiles.role} = 'customer' then false else
  coalesce((select ${signInSettings.secondStepFor} = 'staff'
    or ${signInSettings.secondStepFor} = 'admins' and ${profiles.role} <> 'cashier'
    from ${signInSettings}), false)
  and not ${hasStaffFactor(profiles.userId)} end`

const prepareSession = prepareOnce((db: AuthShop['db']) =>
  db
    .select({
      visitor: {
        userId: users.id,
        name: sql<string>`coalesce(${profiles.fullName}, ${users.name})`,
        email: users.email,
        heldRole: profiles.role,
        lacksSecondStep,
        sessionId: sessions.id,
        isJustProven: sql<boolean>`${sessions.provenAt} > now() - ${minutes(JUST_PROVEN_MINUTES)}`,
      },
      role: sessions.role,
      isNoted: sql<boolean>`${sessions.updatedAt} > now() - ${minutes(NOTED_EVERY_MINUTES)}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.userId, sessions.userId))
    .where(and(eq(sessions.token, TOKEN), gt(sessions.expiresAt, sql`now()`))),
)

/** The account that sends these headers (cookie or bearer token), with its current role; null when signed out. */
export async function findVisitor(shop: AuthShop, headers: Headers): Promise<SessionRow> {
  const token = await shop.sessionTokens.read(headers)
  if (!token) return { visitor: null, cookies: [] }
  const [found] = await prepareSession(shop.db).execute({ token })
  if (!found) return { visitor: null, cookies: await shop.sessionTokens.forget(headers) }
  const { heldRole, lacksSecondStep } = found.visitor
  const visitor = { ...found.visitor, role: lacksSecondStep ? ('customer' as const) : heldRole }
  // The role is higher than when the session began: ends the session, because whoever had stolen the customer's token
  // would now have a staff session.
  if (isHigherRole(heldRole, found.role)) {
    await shop.db.delete(sessions).where(eq(sessions.id, visitor.sessionId))
    return { visitor: null, cookies: await shop.sessionTokens.forget(headers) }
  }
  if (found.role !== heldRole || !found.isNoted) await touchSession(shop.db, visitor.sessionId)
  return { visitor, cookies: [] }
}
