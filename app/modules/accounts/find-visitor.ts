import { and, eq, gt, sql } from 'drizzle-orm'
import { prepareOnce } from '../../db/prepared.server.ts'
import { profiles, sessions, users } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'

type SessionRow = {
  visitor: { userId: string; name: string; email: string; role: Role } | null
  /** What the answer must set: a refreshed session, or one that is no more. */
  cookies: string[]
}
type AuthShop = Pick<Shop, 'auth' | 'db' | 'sessionTokens'>

// The library renews a session on the day after its last use: until then one query says all.
const isFresh = sql`${sessions.updatedAt} > now() - interval '23 hours'`

const prepareFresh = prepareOnce((db: AuthShop['db']) =>
  db
    .select({
      userId: users.id,
      name: sql<string>`coalesce(${profiles.fullName}, ${users.name})`,
      email: users.email,
      role: profiles.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, eq(profiles.userId, sessions.userId))
    .where(
      and(
        eq(sessions.token, sql.placeholder('token')),
        gt(sessions.expiresAt, sql`now()`),
        isFresh,
      ),
    ),
)

/** Who sends these headers (cookie or bearer token), with the role as it is now; null when signed out. */
export async function findVisitor(shop: AuthShop, headers: Headers): Promise<SessionRow> {
  const token = await shop.sessionTokens.read(headers)
  if (!token) return { visitor: null, cookies: [] }
  const [fresh] = await prepareFresh(shop.db).execute({ token })
  if (fresh) return { visitor: fresh, cookies: [] }
  // To be renewed, or no more: the library knows which, and what becomes of the cookie.
  const found = await shop.auth.api.getSession({ headers, returnHeaders: true })
  const cookies = found.headers?.getSetCookie() ?? []
  if (!found.response) return { visitor: null, cookies }
  const { id, name, email } = found.response.user
  const [profile] = await shop.db
    .select({ role: profiles.role, fullName: profiles.fullName })
    .from(profiles)
    .where(eq(profiles.userId, id))
  if (!profile) return { visitor: null, cookies }
  return {
    visitor: { userId: id, name: profile.fullName ?? name, email, role: profile.role },
    cookies,
  }
}
