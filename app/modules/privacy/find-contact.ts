import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orders, profiles, users } from '../../db/tables.server.ts'
import { phoneSpellings } from '../../rules/phone.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { countPurchases, purchasesOf } from '../checkout/vouchers/forget-purchases.ts'
import { countCredits } from '../credit/forget-credit.ts'
import { countImported, importedOf } from '../imports/forget-imports.ts'
import { readConsents } from '../newsletter/consents.ts'
import { listReviewedSales } from '../reviews/forget-reviews.ts'
import { listSalesOfBuyer } from '../till/sales/sales-of-buyer.ts'
import { countRequests, requestsOf } from '../waitlist/forget-requests.ts'

const MOST_SHOWN = 10

/**
 * What the shop stores under an email address, a phone number or a receipt, apart from accounts; those are listed
 * by name.
 */
export async function findContact(db: Db, contact: Contact) {
  const [accounts, newsletter, { sales, perhaps }, waitsFor, credits, vouchers, imported] =
    await Promise.all([
      listAccounts(db, contact),
      contact.kind === 'email' ? readConsents(db, contact.value) : null,
      listSalesOfBuyer(db, contact),
      countRequests(db, requestsOf(contact)),
      countCredits(db, creditsOf(contact)),
      countPurchases(db, purchasesOf(contact)),
      countImported(db, importedOf(contact)),
    ])
  const reviewed = await listReviewedSales(
    db,
    sales.map(({ id }) => id),
  )
  return {
    contact,
    accounts,
    newsletter,
    waitsFor,
    credits,
    vouchers,
    imported,
    sales: sales.slice(0, MOST_SHOWN),
    saleCount: sales.length,
    perhaps: perhaps.slice(0, MOST_SHOWN),
    perhapsCount: perhaps.length,
    // What has the address of an account is erased with the account; what has only its number is not.
    canErase:
      ((newsletter !== null || waitsFor > 0 || credits > 0 || vouchers > 0 || imported > 0) &&
        (contact.kind === 'phone' || accounts.length === 0)) ||
      reviewed.length > 0 ||
      sales.some(({ isNamed }) => isNamed),
  }
}
export type ContactDetails = Awaited<ReturnType<typeof findContact>>

/** Whose store credit it is: that of an email; a phone has none. */
export const creditsOf = ({ kind, value }: Contact) => ({ email: kind === 'email' ? value : null })

/** Accounts with this email or phone number, or with orders for this phone number; at most 10. */
const listAccounts = async (db: Db, { kind, value }: Contact) =>
  kind === 'receipt'
    ? []
    : db
        .select({ userId: profiles.userId, email: users.email, fullName: profiles.fullName })
        .from(profiles)
        .innerJoin(users, eq(users.id, profiles.userId))
        .where(
          kind === 'email'
            ? eq(users.email, value)
            : // Each part by its own index: an `or` would read all profiles.
              sql`${profiles.userId} in (select p.user_id from ${profiles} p where p.phone = any(${sql.param(phoneSpellings(value))}::text[])
                union select o.user_id from ${orders} o where o.phone = any(${sql.param(phoneSpellings(value))}::text[]))`,
        )
        .limit(MOST_SHOWN)
