import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { newsletterSubscribers as subscribers } from '../../db/tables.server.ts'

/** Takes an address off the list with all that is written down about it; says whether it was there. */
export async function forgetSubscriber(db: Tx, email: string): Promise<boolean> {
  const gone = await db
    .delete(subscribers)
    .where(eq(subscribers.email, email.trim().toLowerCase()))
    .returning({ id: subscribers.id })
  return gone.length > 0
}
