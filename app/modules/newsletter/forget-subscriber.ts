import { and, eq, isNull, or } from 'drizzle-orm'
import { deleteBatch, isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/**
 * Takes an address off the list with all that is written down about it; gives what it was, null when it was not there.
 */
export async function forgetSubscriber(
  db: Tx,
  who: { email: string } | { id: string },
): Promise<{ id: string; email: string } | null> {
  const isTheirs =
    'id' in who ? eq(subscribers.id, who.id) : eq(subscribers.email, who.email.trim().toLowerCase())
  const [gone] = await db
    .delete(subscribers)
    .where(isTheirs)
    .returning({ id: subscribers.id, email: subscribers.email })
  return gone ?? null
}

/**
 * Deletes a batch of addresses that nobody has confirmed, and of those that have left, after their time;
 * gives how many.
 */
export const deleteOldSubscribers = (db: Db, limit: number) =>
  deleteBatch(
    db,
    subscribers,
    or(
      and(
        isNull(subscribers.confirmedAt),
        isNull(subscribers.leftAt),
        isOlderThan(subscribers.createdAt, RETENTION.newsletterUnconfirmed),
      ),
      isOlderThan(subscribers.leftAt, RETENTION.newsletterLeft),
    ),
    limit,
  )
