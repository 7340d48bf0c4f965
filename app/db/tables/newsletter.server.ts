import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, searchIndex, stamp } from './columns.server.ts'

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
