import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { CONSENT_ACTS } from '../../rules/newsletter/newsletter.ts'
import { createdAt, growingId, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { variants } from './catalogue/catalogue.server.ts'
import { consent } from './newsletter.server.ts'

/** Requests to be notified when a variant is available again: an address or a phone number, once for each variant. */
export const waitlistRequests = pgTable(
  'waitlist_requests',
  {
    id: id(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    /** The account that asked, when signed in. */
    userId: idOf(() => users.id, 'cascade'),
    email: text(),
    phone: text(),
    /** The token of the links in its emails. */
    token: text().notNull().unique(),
    /**
     * An address is confirmed by its link, or by its owner's account. A phone number is confirmed at once, because only
     * staff text it.
     */
    confirmedAt: stamp(),
    toldAt: stamp(),
    /** The staff member who sent the text message. */
    toldBy: idOf(() => users.id, 'set null'),
    /** When the requester cancelled it. */
    leftAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('waitlist_once_by_email').on(t.variantId, t.email),
    unique('waitlist_once_by_phone').on(t.variantId, t.phone),
    check('waitlist_way', sql`num_nonnulls(${t.email}, ${t.phone}) = 1`),
    check('waitlist_told_by', sql`${t.toldBy} is null or ${t.phone} is not null`),
    // Only confirmed requests are notified.
    check('waitlist_told', sql`${t.toldAt} is null or ${t.confirmedAt} is not null`),
    index('waitlist_waiting')
      .on(t.variantId, t.createdAt)
      .where(sql`confirmed_at is not null and told_at is null and left_at is null`),
    index('waitlist_by_email').on(t.email).where(sql`email is not null`),
    index('waitlist_by_phone').on(t.phone).where(sql`phone is not null`),
    index('waitlist_of_user').on(t.userId).where(sql`user_id is not null`),
    index('waitlist_told_by_user').on(t.toldBy).where(sql`told_by is not null`),
    index('waitlist_oldest').on(t.createdAt),
  ],
)

/** The consent history of a request: asked, confirmed, left, with time and text version. Deleted with the request. */
export const waitlistConsents = pgTable(
  'waitlist_consents',
  {
    id: growingId(),
    requestId: idOf(() => waitlistRequests.id, 'cascade').notNull(),
    ...consent(),
  },
  (t) => [
    check('waitlist_consents_act', sql`${t.act} in (${oneOf(CONSENT_ACTS)})`),
    index('waitlist_consents_of_request').on(t.requestId, t.id),
  ],
)
