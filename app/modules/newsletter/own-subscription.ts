import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type SubscriberState, stateOf } from '../../rules/newsletter/newsletter.ts'
import { leaveNewsletter } from './subscribe.ts'

/** The state of an address in the newsletter; null when it was never entered. */
export async function readSubscription(db: Db, email: string): Promise<SubscriberState | null> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email))
  return row ? stateOf(row) : null
}

/** Unsubscribes the signed-in person's address; does nothing when it is not subscribed. */
export async function leaveAsOwner(shop: Pick<Shop, 'db' | 'now'>, email: string): Promise<void> {
  const [row] = await shop.db
    .select({ token: subscribers.token })
    .from(subscribers)
    .where(eq(subscribers.email, email))
  if (row) await leaveNewsletter(shop, row.token)
}
