import { inBatches } from '../../db/older-than.server.ts'
import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { actOnEach } from '../../rules/one-by-one.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { deleteOldAudit } from '../audit/delete-old-rows.ts'
import { deleteOldLines, deleteOldRequests as deleteOldPresses } from '../cart/delete-old-lines.ts'
import { deleteOldMissedSearches } from '../catalogue/missed-searches.ts'
import { forgetOldPurchases } from '../checkout/vouchers/forget-purchases.ts'
import { forgetOldCredits } from '../credit/forget-credit.ts'
import { deleteOldImports } from '../imports/forget-imports.ts'
import { deleteOldSubscribers } from '../newsletter/forget-subscriber.ts'
import { anonymizeOldOrders } from '../orders/anonymize-orders.ts'
import { deleteOldMessages } from '../orders/messages/delete-old-messages.ts'
import { deleteOldStaffNotes } from '../orders/staff/add-note.ts'
import { forgetRefundNotes } from '../refunds/forget-notes.ts'
import { forgetReturnNotes } from '../returns/forget-notes.ts'
import { forgetOldReviews } from '../reviews/forget-reviews.ts'
import { deleteOldUnreadable } from '../till/events/delete-old-events.ts'
import { forgetOldBuyers } from '../till/sales/forget-buyer.ts'
import { deleteOldRequests } from '../waitlist/forget-requests.ts'
import { forgetLatePayers } from './forget-late-payers.ts'

type Step = (db: Db, limit: number) => Promise<number>

const STEPS: readonly Step[] = [
  anonymizeOldOrders,
  forgetRefundNotes,
  forgetReturnNotes,
  forgetOldCredits,
  forgetOldPurchases,
  deleteOldMessages,
  deleteOldStaffNotes,
  forgetOldBuyers,
  forgetLatePayers,
  forgetOldReviews,
  deleteOldUnreadable,
  deleteOldAudit,
  deleteOldLines,
  deleteOldPresses,
  deleteOldMissedSearches,
  deleteOldSubscribers,
  deleteOldRequests,
  deleteOldImports,
]

const DAY_MS = 86_400_000

/**
 * Erases data whose retention has ended (docs/privacy.md, How long it is kept), in batches; runs each night and may be
 * repeated. A step that fails does not keep those after it from their work. `tidyUp` deletes sessions, links,
 * unconfirmed accounts and account events.
 */
export async function keepRetention({ db, mail, now }: Pick<Shop, 'db' | 'mail' | 'now'>) {
  const days = Number.parseInt(RETENTION.outbox, 10)
  await actOnEach(
    [
      ...STEPS.map((step) => () => inBatches((limit) => step(db, limit))),
      () => mail.forgetOld?.(new Date(now().getTime() - days * DAY_MS)),
    ],
    (step) => step(),
  )
}
