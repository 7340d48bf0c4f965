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

/** The newest of what the log of an account tells: at most 10. */
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

/** Somebody who is signed in asked for what is not theirs. Many in an hour are told as the first ones. */
export async function recordRefusal(
  { db, rateLimiter }: Pick<Shop, 'db' | 'rateLimiter'>,
  userId: string,
  device: Device,
  detail: string,
): Promise<void> {
  const taken = await rateLimiter.take(`refused ${userId}`, LIMITS.loggedRefusals)
  if (taken.allowed) await recordAccountEvent(db, userId, 'refused', device, detail)
}

/** By the database's clock, as all tidying. */
export const deleteOldAccountEvents = (db: Db) =>
  db.delete(accountEvents).where(isOlderThan(accountEvents.createdAt, RETENTION.accountEvents))
