import type { Db } from '../../db/open.server.ts'
import { payments, posSaleItems, shortSaleEnds } from '../../db/tables.server.ts'
import type { Contact } from '../../rules/privacy/contact.ts'
import { settings } from '../../rules/settings/settings.ts'
import { CURRENCY } from '../../shop.ts'
import { exportPurchases, purchasesOf } from '../checkout/vouchers/forget-purchases.ts'
import { exportCredits } from '../credit/forget-credit.ts'
import { exportImported, importedOf } from '../imports/forget-imports.ts'
import { listSalesOfBuyer, type SaleOfBuyer } from '../till/sales/sales-of-buyer.ts'
import { exportRequests, requestsOf } from '../waitlist/forget-requests.ts'
import { exportNewsletter } from './export-account.ts'
import { exportAttempt, exportLine } from './export-line.ts'
import { exportReviews } from './export-reviews.ts'
import { creditsOf } from './find-contact.ts'
import { rowsOfEach } from './rows-of.ts'

/** All data of a contact as a file, under plain names (docs/privacy.md, What the file says); undefined for nothing. */
export async function exportContact(db: Db, contact: Contact, at: Date) {
  const { sales } = await listSalesOfBuyer(db, contact)
  const newsletter = contact.kind === 'email' ? await exportNewsletter(db, contact.value) : null
  const waitsFor = await exportRequests(db, requestsOf(contact))
  const storeCredit = await exportCredits(db, creditsOf(contact))
  const vouchers = await exportPurchases(db, purchasesOf(contact))
  const imported = await exportImported(db, importedOf(contact))
  if (
    [sales, waitsFor, storeCredit, vouchers, imported].every(({ length }) => length === 0) &&
    !newsletter
  )
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
    imported_rows: imported,
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
