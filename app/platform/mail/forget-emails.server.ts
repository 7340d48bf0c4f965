import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'

/** Whether the row of an email still has its data (forgetEmailsTo empties some). */
export const HAS_ADDRESS = sql`data ->> 'to' is not null`

/**
 * Deletes all emails to an address, whether sent or not. An email that is being sent is emptied instead: if the
 * server refuses it, it is neither retried nor shown, and is deleted the next night. The update locks all of them
 * first.
 */
export async function forgetEmailsTo(db: Tx, address: string) {
  const toThem = sql`name in ('send-email', 'send-letter') and lower(data ->> 'to') = lower(${address})`
  await db.execute(sql`
    update pgboss.job set retry_limit = retry_count,
      data = case when state = 'active' then '{}'::jsonb else data end
    where ${toThem}`)
  await db.execute(sql`delete from pgboss.job where ${toThem} and state <> 'active'`)
}
