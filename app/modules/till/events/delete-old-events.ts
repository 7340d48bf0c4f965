import { inArray } from 'drizzle-orm'
import { isOlderThan } from '../../../db/older-than.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { unreadableTillEvents } from '../../../db/tables.server.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'

/** Deletes a batch of what nobody could read and nobody has seen to, as long ago as buyers are forgotten; gives how many. */
export async function deleteOldUnreadable(db: Db, limit: number): Promise<number> {
  const old = db
    .select({ id: unreadableTillEvents.id })
    .from(unreadableTillEvents)
    .where(isOlderThan(unreadableTillEvents.receivedAt, RETENTION.unreadableEvents))
    .limit(limit)
  const gone = await db.delete(unreadableTillEvents).where(inArray(unreadableTillEvents.id, old))
  return gone.rowCount ?? 0
}
