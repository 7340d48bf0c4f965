import { desc, eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { isOlderThan } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import { accountEvents } from '../../db/tables.server.ts'
import { type Device, recordAccountEvent } from '../../platform/auth/account-events.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

const MOST_SHOWN = 10

/** The newest events of an account; at most 10. */
export const listAccountEvents = (db: Db, userId: string) =>
  db
    .select({
      ...columnsOf(accountEvents, 'id', 'kind', 'ip', 'userAgent', 'detail'),
      at: accountEvents.createdAt,
    })
    .from(accountEvents)
    .where(eq(accountEvents.userId, userId))
    .orderBy(desc(accountEvents.id))
    .limit(MOST_SHOWN)
export type AccountEvent = Awaited<ReturnType<typeof listAccountEvents>>[number]

/**
 * Records that a signed-in person requested something they may not see. Only the first of many in an hour are recorded.
 */
export async function recordRefusal(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  userId: string,
  device: Device,
  detail: string,
): Promise<void> {
  const taken = await rateLimiter.take(`refused ${userId}`, LIMITS.loggedRefusals)
  if (taken.allowed) await recordAccountEvent(db, userId, 'refused', device, detail)
}

/** Deletes expired account events, by the database's clock as all clean-up does. */
export const deleteOldAccountEvents = (db: Db) =>
  db.delete(accountEvents).where(isOlderThan(accountEvents.createdAt, RETENTION.accountEvents))
