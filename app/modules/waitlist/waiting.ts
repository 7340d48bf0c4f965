import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { waitlistRequests as requests, waitlistConsents } from '../../db/tables.server.ts'
import { WAITLIST_TEXT } from '../../rules/messages/waitlist/words.ts'
import type { ConsentAct } from '../../rules/newsletter/newsletter.ts'

type Stamps = Pick<typeof requests.$inferSelect, 'confirmedAt' | 'toldAt' | 'leftAt'>

/** Whether a request is still to be told. */
export const isWaiting = ({ confirmedAt, toldAt, leftAt }: Stamps) =>
  confirmedAt !== null && toldAt === null && leftAt === null

/** The same for the database. */
export const waits = and(
  isNotNull(requests.confirmedAt),
  isNull(requests.toldAt),
  isNull(requests.leftAt),
)

/** Writes down what somebody agreed to, under today's text; it stands or falls with the change itself. */
export const recordConsent = (db: Tx, requestId: string, act: ConsentAct) =>
  db
    .insert(waitlistConsents)
    .values({ requestId, act, textVersion: act === 'left' ? null : WAITLIST_TEXT.version })

export const waitlistPaths = (token: string) => ({
  confirm: `/waitlist?confirm=${token}`,
  leave: `/waitlist?leave=${token}`,
})
