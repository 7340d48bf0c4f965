import { and, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { waitlistRequests as requests, variants, waitlistConsents } from '../../db/tables.server.ts'
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

/** A number that staff can write to now: what it waits for is in stock. Of a request and its variant. */
export const isToText = and(waits, isNotNull(requests.phone), gt(variants.inventory, 0))

/** Writes down what somebody agreed to, under today's text; it stands or falls with the change itself. */
export const recordConsent = (db: Tx, requestId: string, act: ConsentAct) =>
  db
    .insert(waitlistConsents)
    .values({ requestId, act, textVersion: act === 'left' ? null : WAITLIST_TEXT.version })

/** The paths by which a request to be told is confirmed and withdrawn, from the token that its emails have. */
export const waitlistPaths = (token: string) => ({
  confirm: `/waitlist?confirm=${token}`,
  leave: `/waitlist?leave=${token}`,
})
