import { inArray, sql } from 'drizzle-orm'
import { isOlderThan } from '../../../db/older-than.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { unreadableTillEvents } from '../../../db/tables.server.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'

/** Whether something that a till sent and nobody could read holds one of these texts; they wait for a person, and are few. */
export async function holdsUnread(db: Tx, texts: readonly string[]): Promise<boolean> {
  if (texts.length === 0) return false
  const holds = sql`exists (select from unnest(${sql.param([...texts])}::text[]) as one
    where position(one in ${unreadableTillEvents.body}::text) > 0)`
  return (await db.$count(unreadableTillEvents, holds)) > 0
}

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
