import { eq, sql } from 'drizzle-orm'
import { waitlistRequests as requests } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isWaiting, recordConsent } from './waiting.ts'

type LinkResult = { ok: true } | Refusal<'waitlist-link-unknown'>

/** Records the answer of an address's owner by an email's link: yes, or no more. May be repeated. */
export const answerLink = (
  { db }: Pick<Shop, 'db'>,
  token: string,
  answer: 'confirmed' | 'left',
): Promise<LinkResult> =>
  transact(db, async (db): Promise<LinkResult> => {
    const [row] = await db.select().from(requests).where(eq(requests.token, token)).for('update')
    if (!row) return { ok: false, reason: 'waitlist-link-unknown' }
    const isAnswered = answer === 'left' ? row.leftAt : isWaiting(row) || row.toldAt
    if (isAnswered) return { ok: true }
    const change =
      answer === 'left' ? { leftAt: sql`now()` } : { confirmedAt: sql`now()`, leftAt: null }
    await db.update(requests).set(change).where(eq(requests.id, row.id))
    await recordConsent(db, row.id, answer)
    return { ok: true }
  })
