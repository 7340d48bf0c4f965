import { and, eq, isNull, not, notExists, or } from 'drizzle-orm'
import { deleteBatch, isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  newsletterConsents as consents,
  newsletterSubscribers as subscribers,
} from '../../db/tables.server.ts'
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

/** The subscribers who were asked lately, so that the link of their email is still to be used. */
const askedLately = (db: Db) =>
  db
    .select({ id: consents.subscriberId })
    .from(consents)
    .where(
      and(
        eq(consents.subscriberId, subscribers.id),
        eq(consents.act, 'asked'),
        not(isOlderThan(consents.createdAt, RETENTION.newsletterUnconfirmed)),
      ),
    )

/**
 * Deletes a batch of unconfirmed subscribers and of those who have left, after their retention, unless they were
 * asked again since; returns how many.
 */
export const deleteOldSubscribers = (db: Db, limit: number) =>
  deleteBatch(
    db,
    subscribers,
    and(
      or(
        and(
          isNull(subscribers.confirmedAt),
          isNull(subscribers.leftAt),
          isOlderThan(subscribers.createdAt, RETENTION.newsletterUnconfirmed),
        ),
        isOlderThan(subscribers.leftAt, RETENTION.newsletterLeft),
      ),
      notExists(askedLately(db)),
    ),
    limit,
  )
