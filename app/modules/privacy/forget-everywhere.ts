import type { Tx } from '../../db/open.server.ts'
import { erasures } from '../../db/tables.server.ts'
import { forgetEmailsTo } from '../../platform/mail/forget-emails.server.ts'
import { forgetCountsOf } from '../../platform/rate-limiter.server.ts'
import { forgetAccount, hasNamesake } from '../accounts/forget-account.ts'
import { forgetInFilters } from '../accounts/lists/saved-filters.ts'
import { forgetInAudit } from '../audit/forget-person.ts'
import { forgetCashierInAudit } from '../audit/forget-sales.ts'
import { forgetPurchases } from '../checkout/vouchers/forget-purchases.ts'
import { forgetCredits } from '../credit/forget-credit.ts'
import { forgetImported } from '../imports/forget-imports.ts'
import { forgetSubscriber } from '../newsletter/forget-subscriber.ts'
import { anonymizeOrders } from '../orders/anonymize-orders.ts'
import { forgetRefundNotes } from '../refunds/forget-notes.ts'
import { forgetReturnNotes } from '../returns/forget-notes.ts'
import { forgetReviewsOf } from '../reviews/forget-reviews.ts'
import { forgetCashier } from '../till/sales/forget-cashier.ts'
import { forgetRequests } from '../waitlist/forget-requests.ts'

type OrderContact = { id: string; email: string; phone: string }

/** Erases a person from everywhere, and writes down that it was done. */
export async function forgetPerson(
  db: Tx,
  person: {
    userId: string
    email: string
    name: string
    /** The name in the till's records; a full name that was typed later is not there. */
    tillName: string
    phones: readonly (string | null)[]
    orders: readonly OrderContact[]
  },
) {
  const { userId, email, orders } = person
  await anonymizeOrders(
    db,
    orders.map(({ id }) => id),
  )
  await forgetRefundNotes(db, 10_000)
  await forgetReturnNotes(db, 10_000)
  await forgetCredits(db, { userId, email })
  await forgetPurchases(db, { userId, email })
  await forgetReviewsOf(db, userId)
  await forgetSubscriber(db, { email })
  await forgetRequests(db, { userId, email })
  const imported = await forgetImported(db, { email })
  await forgetAccount(db, userId)
  await forgetCountsOf(db, [email])
  await forgetEmailsTo(db, email)
  // An address typed at a checkout may belong to another person who still uses it: it is erased only in the audit log
  // and in saved filters.
  const typed = [email, ...person.phones, ...orders.flatMap((order) => [order.email, order.phone])]
  const values = [...new Set(typed.flatMap((value) => (value ? [value] : [])))]
  await forgetInAudit(db, { userId, name: person.name, values })
  await forgetInFilters(db, [person.name, ...values])
  if (!(await hasNamesake(db, userId, person.tillName))) {
    await forgetCashierInAudit(db, person.tillName)
    await forgetCashier(db, person.tillName)
  }
  await noteErased(db, [userId, ...imported])
}

/** Stores which ids were erased, for after a restore. */
export async function noteErased(db: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((id) => ({ id }))
  await db.insert(erasures).values(rows).onConflictDoNothing()
}
