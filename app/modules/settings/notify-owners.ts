import { and, asc, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { profiles, users } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { limitsLoosenedEmail } from '../../rules/messages/emails/settings.ts'
import type { LimitSettings } from '../../rules/settings/groups.ts'
import { loosened } from '../../rules/settings/loosened.ts'
import type { Actor } from '../audit/record-audit.ts'

/** More owners than a shop has. */
const MOST_OWNERS = 20

/**
 * Notifies the other super_admins, in the same transaction as the change, when a limit lets staff do more alone
 * than before.
 */
export async function notifyOwners(
  db: Tx,
  { jobs, config }: Pick<Shop, 'jobs' | 'config'>,
  actor: Actor,
  before: LimitSettings,
  after: LimitSettings,
) {
  const limits = loosened(before, after)
  if (limits.length === 0) return
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, actor.userId))
  const owners = await db
    .select({ email: users.email, name: users.name })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.role, 'super_admin'), ne(users.id, actor.userId)))
    .orderBy(asc(users.createdAt))
    .limit(MOST_OWNERS)
  const about = {
    by: person?.name ?? '',
    limits,
    url: `${config.baseUrl}/admin/settings?section=limits`,
  }
  await jobs.enqueueAll(
    db,
    'send-email',
    owners.map(({ email, name }) => ({ data: limitsLoosenedEmail(email, name, about) })),
  )
}
