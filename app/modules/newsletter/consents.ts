import { asc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { newsletterConsents, newsletterSubscribers } from '../../db/tables.server.ts'
import { NEWSLETTER_TEXT } from '../../rules/messages/newsletter/words.ts'
import type { ConsentAct } from '../../rules/newsletter/newsletter.ts'

/** Records a person's consent under today's text; commits or rolls back with the change itself. */
export const recordConsent = (db: Tx, subscriberId: string, act: ConsentAct) =>
  db
    .insert(newsletterConsents)
    .values({ subscriberId, act, textVersion: act === 'left' ? null : NEWSLETTER_TEXT.version })

/** What the newsletter stores about an address, with every consent; null where it was never entered. */
export async function readConsents(db: Db, email: string) {
  const rows = await db
    .select()
    .from(newsletterSubscribers)
    .leftJoin(newsletterConsents, eq(newsletterConsents.subscriberId, newsletterSubscribers.id))
    .where(eq(newsletterSubscribers.email, email))
    .orderBy(asc(newsletterConsents.id))
  const [first] = rows
  const consents = rows.flatMap(({ newsletter_consents: consent }) => (consent ? [consent] : []))
  return first ? { ...first.newsletter_subscribers, consents } : null
}
export type NewsletterConsents = NonNullable<Awaited<ReturnType<typeof readConsents>>>
