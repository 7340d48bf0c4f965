import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { HAS_ADDRESS } from '../../platform/mail/forget-emails.server.ts'

/** `why`: the mail server's own words. */
export type RefusedEmail = { id: string; to: string; subject: string; why: string; at: Date }

/** At most this many are shown; the next follow once these are handled. */
export const MOST_EMAILS = 20

/** Failed emails of the last seven days, as rows of a query. */
export const FAILED_EMAILS = sql`pgboss.job where name in ('send-email', 'send-letter') and state = 'failed' and completed_on > now() - interval '7 days' and ${HAS_ADDRESS}`

/**
 * The newest emails of the last seven days that will not be sent, because they were refused for good or tried in vain
 * for days; twenty at most. Their recipients are waiting for them.
 */
export async function listRefusedEmails(db: Db): Promise<RefusedEmail[]> {
  const { rows } = await db.execute<Omit<RefusedEmail, 'at'> & { at: string }>(sql`
    select id, data ->> 'to' as "to", data ->> 'subject' as subject,
      coalesce(output ->> 'message', '') as why, completed_on as at
    from ${FAILED_EMAILS}
    order by completed_on desc limit ${MOST_EMAILS}`)
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}
