import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import {
  products,
  waitlistRequests as requests,
  variants,
  waitlistConsents,
} from '../../db/tables.server.ts'
import { WAITLIST_TEXT } from '../../rules/messages/waitlist/words.ts'
import type { ConsentAct } from '../../rules/newsletter/newsletter.ts'
import { isVisible } from '../catalogue/conditions.ts'
import { availableUnits } from '../stock/availability.ts'

type Stamps = Pick<typeof requests.$inferSelect, 'confirmedAt' | 'toldAt' | 'leftAt'>

/** Whether a request still waits for its notification. */
export const isWaiting = ({ confirmedAt, toldAt, leftAt }: Stamps) =>
  confirmedAt !== null && toldAt === null && leftAt === null

/** The same as a condition for the database. */
export const waits = and(
  isNotNull(requests.confirmedAt),
  isNull(requests.toldAt),
  isNull(requests.leftAt),
)

/**
 * Whether customers can buy a variant now: it is shown and in use, and there where its stock is counted. A condition on
 * the variant and its product.
 */
export const isBack = sql<boolean>`(${isVisible} and ${variants.retiredAt} is null
  and (not ${products.trackInventory} or ${availableUnits} > 0))`

/** The condition, on a request, its variant and product, that staff can text the number now. */
export const isToText = and(waits, isNotNull(requests.phone), isBack)

/** Records a person's consent under today's text; commits or rolls back with the change itself. */
export const recordConsent = (db: Tx, requestId: string, act: ConsentAct) =>
  db
    .insert(waitlistConsents)
    .values({ requestId, act, textVersion: act === 'left' ? null : WAITLIST_TEXT.version })

/** The paths to confirm and to withdraw a request, from the token in the waitlist's emails. */
export const waitlistPaths = (token: string) => ({
  confirm: `/waitlist?confirm=${token}`,
  leave: `/waitlist?leave=${token}`,
})
