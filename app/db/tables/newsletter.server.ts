import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { CONSENT_ACTS } from '../../rules/newsletter/newsletter.ts'
import { createdAt, growingId, id, idOf, oneOf, searchIndex, stamp } from '../columns.server.ts'

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull().unique(),
    token: text().notNull().unique(),
    confirmedAt: stamp(),
    leftAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    index('newsletter_waiting')
      .on(t.createdAt, t.id)
      .where(sql`confirmed_at is null and left_at is null`),
    index('newsletter_left').on(t.createdAt, t.id).where(sql`left_at is not null`),
    index('newsletter_newest').on(t.createdAt, t.id),
    searchIndex('newsletter_email_search', t.email),
  ],
)

/** A step of somebody's consent, with its time. */
export const consent = () => ({
  act: text({ enum: CONSENT_ACTS }).notNull(),
  /**
   * The version of the text that was agreed to (the words are in rules/messages); null for leaving, and for steps
   * before versions were stored.
   */
  textVersion: text(),
  createdAt: createdAt(),
})

/**
 * The history of an address's consent: requests, confirmations and departures, with time and text version. Deleted with
 * the address.
 */
export const newsletterConsents = pgTable(
  'newsletter_consents',
  {
    id: growingId(),
    subscriberId: idOf(() => newsletterSubscribers.id, 'cascade').notNull(),
    ...consent(),
  },
  (t) => [
    check('newsletter_consents_act', sql`${t.act} in (${oneOf(CONSENT_ACTS)})`),
    index('newsletter_consents_of_subscriber').on(t.subscriberId, t.id),
  ],
)
