import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'

/** Of a row of emails: it was not emptied (forgetEmailsTo). */
export const HAS_ADDRESS = sql`data ->> 'to' is not null`

/**
 * Deletes the emails to an address that are not sent yet, or were. One that is being sent is emptied: should it
 * be refused in a moment, it is not tried again nor shown, and goes with the next night. All are locked first,
 * as they are.
 */
export async function forgetEmailsTo(db: Tx, address: string) {
  const toThem = sql`name in ('send-email', 'send-letter') and lower(data ->> 'to') = lower(${address})`
  await db.execute(sql`
    update pgboss.job set retry_limit = retry_count,
      data = case when state = 'active' then '{}'::jsonb else data end
    where ${toThem}`)
  await db.execute(sql`delete from pgboss.job where ${toThem} and state <> 'active'`)
}
