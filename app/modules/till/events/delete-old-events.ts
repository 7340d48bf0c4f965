import { sql } from 'drizzle-orm'
import { deleteBatch, isOlderThan } from '../../../db/older-than.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { unreadableTillEvents } from '../../../db/tables.server.ts'
import { PHONE_SPACING, phonePattern } from '../../../rules/phone.ts'
import { RETENTION } from '../../../rules/privacy/retention.ts'

/**
 * Whether a till event that nobody could read contains one of these phone numbers, as given or, in the field of a
 * buyer's number, in any notation. Such events wait for a person, and are few.
 */
export async function holdsUnread(db: Tx, phones: readonly string[]): Promise<boolean> {
  if (phones.length === 0) return false
  const { body } = unreadableTillEvents
  const patterns = new Set(phones.flatMap((phone) => phonePattern(phone) ?? []))
  const others = phones.filter((phone) => !phonePattern(phone))
  const holds = sql`(exists (select from unnest(${sql.param(others)}::text[]) as typed
    where position(typed in ${body}::text) > 0)
    or exists (select from unnest(${sql.param([...patterns])}::text[]) as pattern
    where ${body}::text ~ pattern or exists (
      select from jsonb_path_query(${body}, '$.**.customerPhone') as phone
      where regexp_replace(phone #>> '{}', ${PHONE_SPACING}, '', 'g') ~ pattern)))`
  return (await db.$count(unreadableTillEvents, holds)) > 0
}

/**
 * Deletes a batch of unreadable events that nobody has handled within the time after which buyers are
 * forgotten; returns how many.
 */
export const deleteOldUnreadable = (db: Db, limit: number) =>
  deleteBatch(
    db,
    unreadableTillEvents,
    isOlderThan(unreadableTillEvents.receivedAt, RETENTION.unreadableEvents),
    limit,
  )
