import { asc, eq, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName, tillName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import { posReturnItems, posSaleItems, posSales, profiles } from '../../../db/tables.server.ts'
import { isDocumentNumber } from '../../../rules/document-number.ts'
import { receiptCodeOf } from '../../../rules/till/receipt-code.ts'
import type { TillSale } from '../../../rules/till/till-payment.ts'
import { isUuid } from '../../../rules/uuid.ts'
import { readCreditOfSale } from '../../credit/reserves/use-reserve.ts'
import { cashOfSale, findExchange } from '../returns/find-exchange.ts'
import { codeForSeller, type Seller } from './code-for-seller.ts'
import { listAttempts, stateOf, toPaymentView } from './sale-payments.ts'

const toSaleNumber = (called: string) => called.trim().toUpperCase()
/** Whether a text is the number of a sale, however it was typed. */
export const isSaleNumber = (called: string) => isDocumentNumber(toSaleNumber(called))

/**
 * The condition for a sale by its receipt number, or by the id that the till gave it: a till that missed the
 * response has no number.
 */
function isCalled(called: string) {
  if (isSaleNumber(called)) return eq(posSales.saleNumber, toSaleNumber(called))
  const id = called.trim()
  // A sale of an older till can be found only by its idempotency key.
  return isUuid(id) ? or(eq(posSales.id, id), eq(posSales.idempotencyKey, id)) : undefined
}

/** The id of the sale with this number, id or key. */
export async function findSaleId(db: Db, called: string): Promise<string | undefined> {
  const where = isCalled(called)
  if (!where) return undefined
  const [sale] = await db.select({ id: posSales.id }).from(posSales).where(where)
  return sale?.id
}

/**
 * One sale at the till with its lines, their returns, and the state of its payment. `seller`: whoever asks gets the
 * code of a voucher that they sold by mobile money at this device, to print it.
 */
export async function findTillSale(
  db: Db,
  called: string,
  seller: Seller | null = null,
): Promise<TillSale | undefined> {
  const where = isCalled(called)
  if (!where) return undefined
  const [found] = await db
    .select({
      saleId: posSales.id,
      saleNumber: posSales.saleNumber,
      paymentMethod: posSales.paymentMethod,
      status: posSales.paymentStatus,
      soldAt: posSales.createdAt,
      cashierName: sql<string>`coalesce(${profiles.fullName}, ${personName(posSales.cashierId)})`,
      tillName: tillName(posSales.tillId),
      ...columnsOf(posSales, 'cashierId', 'customerName', 'customerPhone', 'notes'),
      subtotal: posSales.subtotal,
      discountAmount: posSales.discountAmount,
      totalAmount: posSales.totalAmount,
      cashAmount: cashOfSale,
      creditAmount: posSales.creditAmount,
      voucherAmount: posSales.voucherAmount,
      unpaidAmount: posSales.unpaidAmount,
      cashGiven: posSales.cashGiven,
      key: posSales.idempotencyKey,
      awaited: posSales.exchange,
      newCode: seller ? codeForSeller(seller) : sql<string>`''`,
    })
    .from(posSales)
    .leftJoin(profiles, eq(profiles.userId, posSales.cashierId))
    .where(where)
  if (!found) return undefined
  const { status, soldAt, key, creditAmount, voucherAmount, newCode, awaited, ...sale } = found
  const [lines, attempts, credit, exchange] = await Promise.all([
    listLines(db, sale.saleId),
    listAttempts(db, sale.saleId),
    creditAmount > 0 ? readCreditOfSale(db, sale.saleId) : null,
    findExchange(db, key, sale.totalAmount, status === 'pending' ? awaited : null),
  ])
  const state = stateOf(status, sale.unpaidAmount, attempts)
  return {
    ...sale,
    receiptCode: receiptCodeOf(key),
    soldAt: soldAt.toISOString(),
    state,
    lines,
    exchange,
    credit: creditAmount > 0 ? { amount: creditAmount, ending: credit?.ending ?? '' } : null,
    voucher: voucherAmount > 0 ? { amount: voucherAmount, code: newCode } : null,
    payment: toPaymentView(attempts, state),
  }
}

const listLines = (db: Db, saleId: string) =>
  db
    .select({
      id: posSaleItems.id,
      productId: posSaleItems.productId,
      variantId: posSaleItems.variantId,
      name: posSaleItems.name,
      sku: posSaleItems.sku,
      size: posSaleItems.size,
      color: posSaleItems.color,
      quantity: posSaleItems.quantity,
      unitPrice: posSaleItems.unitPrice,
      discount: posSaleItems.discountAmount,
      total: posSaleItems.totalPrice,
      returned: sumOf(
        sql`select sum(r.quantity) from ${posReturnItems} r where r.pos_sale_item_id = pos_sale_items.id`,
      ),
    })
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, saleId))
    .orderBy(asc(posSaleItems.position))
