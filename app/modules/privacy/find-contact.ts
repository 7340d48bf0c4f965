import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  orders,
  payments,
  posSaleItems,
  profiles,
  shortSaleEnds,
  users,
} from '../../db/tables.server.ts'
import { phoneSpellings } from '../../rules/phone.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { settings } from '../../rules/settings/settings.ts'
import { CURRENCY } from '../../shop.ts'
import {
  countPurchases,
  exportPurchases,
  purchasesOf,
} from '../checkout/vouchers/forget-purchases.ts'
import { countCredits, exportCredits } from '../credit/forget-credit.ts'
import { readConsents } from '../newsletter/consents.ts'
import { listReviewedSales } from '../reviews/forget-reviews.ts'
import { listSalesOfBuyer, type SaleOfBuyer } from '../till/sales/sales-of-buyer.ts'
import { countRequests, exportRequests, requestsOf } from '../waitlist/forget-requests.ts'
import { exportNewsletter } from './export-account.ts'
import { exportAttempt, exportLine } from './export-orders.ts'
import { exportReviews } from './export-reviews.ts'
import { rowsOfEach } from './rows-of.ts'

const MOST_SHOWN = 10

/** What the shop holds under an address, a phone number or a receipt, beside accounts; those are named. */
export async function findContact(db: Db, contact: Contact) {
  const [accounts, newsletter, { sales, perhaps }, waitsFor, credits, vouchers] = await Promise.all(
    [
      listAccounts(db, contact),
      contact.kind === 'email' ? readConsents(db, contact.value) : null,
      listSalesOfBuyer(db, contact),
      countRequests(db, requestsOf(contact)),
      countCredits(db, creditsOf(contact)),
      countPurchases(db, purchasesOf(contact)),
    ],
  )
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
    sales: sales.slice(0, MOST_SHOWN),
    saleCount: sales.length,
    perhaps: perhaps.slice(0, MOST_SHOWN),
    perhapsCount: perhaps.length,
    // The newsletter of an account goes with it.
    canErase:
      ((newsletter !== null || waitsFor > 0 || credits > 0 || vouchers > 0) &&
        accounts.length === 0) ||
      reviewed.length > 0 ||
      sales.some(({ isNamed }) => isNamed),
  }
}
export type ContactDetails = Awaited<ReturnType<typeof findContact>>

const creditsOf = ({ kind, value }: Contact) => ({ email: kind === 'email' ? value : null })

/** Accounts that have it themselves, or whose orders go to it; at most 10. */
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
            : // Each by its own index; with an `or` all profiles would be read.
              sql`${profiles.userId} in (select p.user_id from ${profiles} p where p.phone = any(${sql.param(phoneSpellings(value))}::text[])
                union select o.user_id from ${orders} o where o.phone = any(${sql.param(phoneSpellings(value))}::text[]))`,
        )
        .limit(MOST_SHOWN)

/** All of it as a file, under plain names (docs/privacy.md, What the file says); undefined for nothing. */
export async function exportContact(db: Db, contact: Contact, at: Date) {
  const { sales } = await listSalesOfBuyer(db, contact)
  const newsletter = contact.kind === 'email' ? await exportNewsletter(db, contact.value) : null
  const waitsFor = await exportRequests(db, requestsOf(contact))
  const storeCredit = await exportCredits(db, creditsOf(contact))
  const vouchers = await exportPurchases(db, purchasesOf(contact))
  if ([sales, waitsFor, storeCredit, vouchers].every(({ length }) => length === 0) && !newsletter)
    return undefined
  return {
    shop: settings().name,
    made_at: at,
    currency: CURRENCY,
    asked_for: contact.value,
    newsletter,
    waits_for: waitsFor,
    store_credit: storeCredit,
    vouchers_bought: vouchers,
    till_sales: await exportSales(db, sales),
    reviews: await exportReviews(db, { saleIds: sales.map(({ id }) => id) }),
  }
}

async function exportSales(db: Db, sales: readonly SaleOfBuyer[]) {
  const ids = sales.map(({ id }) => id)
  const of = 'posSaleId'
  const [linesOf, attemptsOf, endsOf] = await Promise.all([
    rowsOfEach(db, posSaleItems, { of, ids, by: posSaleItems.position }),
    rowsOfEach(db, payments, { of, ids, by: payments.createdAt }),
    rowsOfEach(db, shortSaleEnds, { of, ids, by: shortSaleEnds.endedAt }),
  ])
  return sales.map((sale) => ({
    ...exportSale(sale),
    lines: linesOf(sale.id).map((line) =>
      exportLine({ ...line, price: line.unitPrice, total: line.totalPrice }),
    ),
    payments: attemptsOf(sale.id).map(exportAttempt),
    given_back: endsOf(sale.id)
      .filter(({ outcome }) => outcome === 'called-off')
      .map(({ endedAt, amount, way, reference }) => ({ at: endedAt, amount, way, reference })),
  }))
}

const exportSale = (sale: SaleOfBuyer) => ({
  number: sale.saleNumber,
  sold_at: sale.createdAt,
  name: sale.customerName,
  phone: sale.customerPhone,
  notes: sale.notes,
  review_note: sale.handledNote,
  payment_method: sale.paymentMethod,
  status: sale.paymentStatus,
  total: sale.totalAmount,
})
