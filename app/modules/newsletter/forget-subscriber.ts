import { and, eq, isNull, or } from 'drizzle-orm'
import { deleteBatch, isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'

/** Deletes a subscriber with all their consents; returns who it was, null when there was none. */
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

/** Deletes a batch of unconfirmed subscribers and of those who have left, after their retention; returns how many. */
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
