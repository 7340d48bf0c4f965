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

/** When a session ends that is used now and began `since`, by the role in `profiles`. */
export const endOfSession = (since: typeof sessions.createdAt | ReturnType<typeof sql>) =>
  sql`case when ${profiles.role} = 'customer' then ${byRole('customer', since)} else ${byRole('cashier', since)} end`

/** Writes down whose role a session that has just been made is for, and when it ends. */
export const beginSession = (db: Db | Tx, id: string) =>
  db.execute(sql`
    update ${sessions} set role = ${profiles.role}, expires_at = ${endOfSession(sql`now()`)}
    from ${profiles} where ${profiles.userId} = ${sessions.userId} and ${sessions.id} = ${id}`)

/** A session is in use, by who has this role now: it ends that much later, within its longest. */
export const touchSession = (db: Db, id: string) =>
  db.execute(sql`
    update ${sessions} set role = ${profiles.role}, updated_at = now(),
      expires_at = ${endOfSession(sessions.createdAt)}
    from ${profiles} where ${profiles.userId} = ${sessions.userId} and ${sessions.id} = ${id}`)

/**
 * Who signs in leaves the session that this browser had: whoever had planted or learnt its token holds nothing more.
 */
export const endFormerSession = (db: Db, token: string, newId: string) =>
  db.delete(sessions).where(and(eq(sessions.token, token), ne(sessions.id, newId)))
