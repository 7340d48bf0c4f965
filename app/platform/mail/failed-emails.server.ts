import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { HAS_ADDRESS } from './forget-emails.server.ts'

const failed = (id: string) =>
  sql`id = ${id}::uuid and name in ('send-email', 'send-letter') and state = 'failed' and ${HAS_ADDRESS}`

type Failed = { to: string; subject: string }
const ABOUT = sql`data ->> 'to' as "to", data ->> 'subject' as subject`

/**
 * Puts an email that was given up back into the queue, with all its tries; undefined when it is not among those
 * given up.
 */
export const sendFailedAgain = async (db: Tx, id: string): Promise<Failed | undefined> =>
  (
    await db.execute<Failed>(sql`
      update pgboss.job set state = 'retry', retry_count = 0, retry_limit = 100, start_after = now(), completed_on = null,
        started_on = null
      where ${failed(id)} returning ${ABOUT}`)
  ).rows[0]

/** Deletes an email that was given up; undefined as above. */
export const forgetFailed = async (db: Tx, id: string): Promise<Failed | undefined> =>
  (await db.execute<Failed>(sql`delete from pgboss.job where ${failed(id)} returning ${ABOUT}`))
    .rows[0]
