import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isOfFuture } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { profiles, troubles, users } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Finding, Watched } from '../../rules/health/health.ts'
import { troubleEmail } from '../../rules/messages/emails/health.ts'
import { describeFinding } from '../../rules/messages/health/describe-finding.ts'
import { runCheck } from './check-health.ts'

/** Trouble that returns within this time is not reported again: an unstable connection must not fill a mailbox. */
const NO_NEWS = sql`interval '1 day'`
/**
 * Another trouble of the same kind (all emails are stuck, after three were refused) is not reported within this time.
 */
const NO_OTHER_NEWS = sql`interval '1 hour'`
const MOST_OWNERS = 10

/**
 * Checks what must not wait until staff open the Health screen. Sends every owner (super_admin) one email when trouble
 * begins or turns into another trouble, and none while it lasts (docs/product.md, Health).
 */
export async function watchTroubles(shop: Services, kinds: readonly Watched[]): Promise<void> {
  for (const kind of kinds) {
    const finding = await runCheck(shop, kind)
    const { state } = describeFinding(finding)
    if (state === 'trouble') await begin(shop, kind, finding)
    // A check without a result changes nothing.
    else if (state !== 'unknown') await end(shop.db, kind)
  }
}

async function begin(shop: Services, kind: Watched, finding: Finding) {
  await shop.db.transaction(async (db) => {
    const [before] = await db
      .select({
        isOver: sql<boolean>`${troubles.endedAt} is not null`,
        code: sql<Finding['code']>`${troubles.finding} ->> 'code'`,
        isOld: wasNotifiedBefore(NO_NEWS),
        isNotified: sql<boolean>`not ${wasNotifiedBefore(NO_OTHER_NEWS)}`,
      })
      .from(troubles)
      .where(eq(troubles.kind, kind))
      .for('update')
    const isNew = !before || before.isOver
    const isOther = before && !before.isOver && before.code !== finding.code
    // A change that is not reported yet leaves the row as it was reported, so that the change is reported later.
    if (isOther && before.isNotified) return
    const isNotified = !before || isOther || (before.isOver && before.isOld)
    const now = sql`now()`
    await db
      .insert(troubles)
      .values({ kind, finding, ...(isNotified ? { toldAt: now } : {}) })
      .onConflictDoUpdate({
        target: troubles.kind,
        set: {
          finding,
          endedAt: null,
          ...(isNew ? { since: now } : {}),
          ...(isNotified ? { toldAt: now } : {}),
        },
      })
    if (!isNotified) return
    shop.log.error({ kind, finding }, 'trouble')
    const owners = await db
      .select({ email: users.email, name: users.name })
      .from(profiles)
      .innerJoin(users, eq(users.id, profiles.userId))
      .where(eq(profiles.role, 'super_admin'))
      .orderBy(asc(users.createdAt))
      .limit(MOST_OWNERS)
    const url = `${shop.config.baseUrl}/admin/health`
    for (const { email, name } of owners)
      await shop.jobs.enqueue(db, 'send-email', troubleEmail(email, name, { kind, finding, url }))
  })
}

const wasNotifiedBefore = (time: SQL) =>
  sql<boolean>`coalesce(${troubles.toldAt} < now() - ${time} or ${isOfFuture(troubles.toldAt)}, true)`

const end = (db: Db, kind: Watched) =>
  db
    .update(troubles)
    .set({ endedAt: sql`coalesce(${troubles.endedAt}, now())` })
    .where(eq(troubles.kind, kind))

/** Current troubles, the oldest first. */
export const listTroubles = (db: Db) =>
  db
    .select({ kind: troubles.kind, finding: troubles.finding, since: troubles.since })
    .from(troubles)
    .where(isNull(troubles.endedAt))
    .orderBy(asc(troubles.since))
export type Trouble = Awaited<ReturnType<typeof listTroubles>>[number]
