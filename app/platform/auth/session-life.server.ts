import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { profiles, sessions } from '../../db/tables.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import { sessionEndOf } from '../../rules/accounts/session-ends.ts'

const hours = (count: number) => sql`make_interval(hours => ${sql.raw(String(count))})`
const byRole = (role: Role, since: typeof sessions.createdAt | ReturnType<typeof sql>) => {
  const { idleHours, longestHours } = sessionEndOf(role)
  return sql`least(now() + ${hours(idleHours)}, ${since} + ${hours(longestHours)})`
}

/** The end of a session that began `since` and is used now, by the role in `profiles`. */
export const endOfSession = (since: typeof sessions.createdAt | ReturnType<typeof sql>) =>
  sql`case when ${profiles.role} = 'customer' then ${byRole('customer', since)} else ${byRole('cashier', since)} end`

/** Stores the role and the end of a new session. */
export const beginSession = (db: Db | Tx, id: string) =>
  db.execute(sql`
    update ${sessions} set role = ${profiles.role}, expires_at = ${endOfSession(sql`now()`)}
    from ${profiles} where ${profiles.userId} = ${sessions.userId} and ${sessions.id} = ${id}`)

/** Extends a session that is in use, by its owner's current role, up to its longest life. */
export const touchSession = (db: Db, id: string) =>
  db.execute(sql`
    update ${sessions} set role = ${profiles.role}, updated_at = now(),
      expires_at = ${endOfSession(sessions.createdAt)}
    from ${profiles} where ${profiles.userId} = ${sessions.userId} and ${sessions.id} = ${id}`)

/**
 * A sign-in ends the session that this browser had before, so that a token which somebody planted or learnt is useless.
 */
export const endFormerSession = (db: Db, token: string, newId: string) =>
  db.delete(sessions).where(and(eq(sessions.token, token), ne(sessions.id, newId)))
