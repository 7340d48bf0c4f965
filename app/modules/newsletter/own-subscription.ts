import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type SubscriberState, stateOf } from '../../rules/newsletter/newsletter.ts'
import { leaveNewsletter } from './subscribe.ts'

/** Where the newsletter stands with an address; null when it was never left there. */
export async function readSubscription(db: Db, email: string): Promise<SubscriberState | null> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.email, email))
  return row ? stateOf(row) : null
}

/** Takes the address of who is signed in off the list; one that is not on it stays as it is. */
export async function leaveAsOwner(shop: Pick<Shop, 'db' | 'now'>, email: string): Promise<void> {
  const [row] = await shop.db
    .select({ token: subscribers.token })
    .from(subscribers)
    .where(eq(subscribers.email, email))
  if (row) await leaveNewsletter(shop, row.token)
}
