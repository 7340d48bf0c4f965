import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { CONSENT_ACTS } from '../../rules/newsletter/newsletter.ts'
import { createdAt, growingId, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { variants } from './catalogue/catalogue.server.ts'
import { consent } from './newsletter.server.ts'

/** Who wants to be told when a variant can be bought again: an address or a phone number, once for each variant. */
export const waitlistRequests = pgTable(
  'waitlist_requests',
  {
    id: id(),
    variantId: idOf(() => variants.id, 'cascade').notNull(),
    /** Who asked, where they were signed in. */
    userId: idOf(() => users.id, 'cascade'),
    email: text(),
    phone: text(),
    /** Of the links in its emails. */
    token: text().notNull().unique(),
    /** An address: by its link, or its owner's account. A phone number at once: staff text it, nobody else. */
    confirmedAt: stamp(),
    toldAt: stamp(),
    /** Of the staff, who texted. */
    toldBy: idOf(() => users.id, 'set null'),
    /** When its owner called it off. */
    leftAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('waitlist_once_by_email').on(t.variantId, t.email),
    unique('waitlist_once_by_phone').on(t.variantId, t.phone),
    check('waitlist_way', sql`num_nonnulls(${t.email}, ${t.phone}) = 1`),
    check('waitlist_told_by', sql`${t.toldBy} is null or ${t.phone} is not null`),
    // Nobody is told who has not confirmed it.
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

/** Who asked to be told, confirmed it and left, when, and under which text: it goes with the request. */
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
