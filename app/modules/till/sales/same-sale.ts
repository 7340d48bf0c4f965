import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSaleItems, posSales } from '../../../db/tables.server.ts'
import { creditPart } from '../../../rules/credit/reserve.ts'
import type { CashSale, Received, SoldLine } from '../../../rules/till/till-events.ts'
import { totalsOfSale } from '../../../rules/till/till-sale.ts'

/** Limits a line's discount to its price. */
export const boundDiscount = (line: SoldLine): SoldLine => ({
  ...line,
  discount: Math.min(line.discount, line.unitPrice * line.quantity),
})

/**
 * Whether what a till sends is the cash sale already recorded under its key: the same lines, sums and cash. A till
 * repeats a sale unchanged; anything else under the key is another payment.
 */
export async function isSameSale(db: Tx, key: string, sale: CashSale): Promise<boolean> {
  const rows = await db
    .select({
      subtotal: posSales.subtotal,
      totalAmount: posSales.totalAmount,
      cashGiven: posSales.cashGiven,
      creditAmount: posSales.creditAmount,
      voucherAmount: posSales.voucherAmount,
      quantity: posSaleItems.quantity,
      unitPrice: posSaleItems.unitPrice,
      discount: posSaleItems.discountAmount,
      variantId: posSaleItems.variantId,
    })
    .from(posSales)
    .leftJoin(posSaleItems, eq(posSaleItems.posSaleId, posSales.id))
    .where(eq(posSales.idempotencyKey, key))
    .orderBy(asc(posSaleItems.position))
  const lines = sale.lines.map(boundDiscount)
  const totals = totalsOfSale({ ...sale, lines })
  const [recorded] = rows
  return (
    recorded?.subtotal === totals.subtotal &&
    recorded.totalAmount === totals.total &&
    // Too little cash was recorded as null.
    (recorded.cashGiven === null || recorded.cashGiven === sale.cashGiven) &&
    recorded.creditAmount === creditPart(sale.credit, totals.total) &&
    recorded.voucherAmount > 0 === (sale.voucher !== undefined) &&
    // A voucher has no lines, so the join returns one row with empty columns.
    (sale.voucher !== undefined || rows.length === lines.length) &&
    rows.slice(0, lines.length).every((row, at) => {
      const line = lines[at]
      return (
        row.quantity === line?.quantity &&
        row.unitPrice === line.unitPrice &&
        row.discount === line.discount &&
        // A product that was unknown when the sale came was recorded without a variant.
        (row.variantId === null || row.variantId === line.variantId)
      )
    })
  )
}

/**
 * The key for the sale's row. A basket that was first to be paid by mobile money has a row already, so its cash sale
 * gets another key. `isPaid`: mobile money paid that row and used up the basket's approval.
 */
export async function findKey(
  db: Tx,
  id: string,
): Promise<{ key: string; isOwn: boolean; isPaid: boolean } | { key: string; received: Received }> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 4))`)
  const cashKey = cashKeyOf(id)
  const rows = await db
    .select({
      key: posSales.idempotencyKey,
      method: posSales.paymentMethod,
      status: posSales.paymentStatus,
      number: posSales.saleNumber,
      reviewReasons: posSales.reviewReasons,
    })
    .from(posSales)
    .where(inArray(posSales.idempotencyKey, [id, cashKey]))
    // A payment that arrives now either is visible here or sees this sale.
    .for('update')
  const done = rows.find(({ method }) => method === 'cash')
  if (done) {
    const received = { id, number: done.number, reviewReasons: done.reviewReasons }
    return { key: done.key, received }
  }
  const isPaid = rows.some(({ status }) => status === 'completed')
  const isOwn = rows.length === 0
  return { key: isOwn ? id : cashKey, isOwn, isPaid }
}

/** The condition for the cash sale that a till made under this id, also where mobile money was tried first. */
export const isCashSale = (id: string) =>
  and(inArray(posSales.idempotencyKey, [id, cashKeyOf(id)]), eq(posSales.paymentMethod, 'cash'))

/** The key of a cash sale whose id belongs to a sale by mobile money already. */
export const cashKeyOf = (id: string) => `${id}:cash`
