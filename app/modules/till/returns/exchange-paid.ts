import { and, eq, ne, or, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { posReturns, posSales } from '../../../db/tables.server.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import type { CashSale, SaleReturn, TillReviewReason } from '../../../rules/till/till-events.ts'
import { exchangeParts } from '../../../rules/till/till-sale.ts'
import type { Signed } from '../../audit/record-audit.ts'
import { blockCodeOfReturn } from '../../credit/block-code.ts'
import { blockCodeOfSale } from '../../credit/reserves/use-reserve.ts'
import { auditReopened } from '../events/audit-reopened.ts'
import { isCashSale } from '../sales/same-sale.ts'
import { findExchange } from './find-exchange.ts'

// What a till says that a return pays of a sale is compared with that sale once both are recorded: that sum
// leaves no drawer, and nobody else asks for it. A till sends the return first. Until its sale has come the
// return is under review.

/** The return waits for its sale. Tills are not shown this reason, because they send the sale next. */
export const SALE_MISSING: TillReviewReason = 'sale-missing'
/** The reasons for a return's review without the one that its sale has not come yet. */
export const beforeItsSale = (reasons: Iterable<TillReviewReason>) =>
  [...reasons].filter((reason) => reason !== SALE_MISSING)

/** How much of a refund pays for a sale: as much as the sale costs, or all of the refund. */
const dueOf = (refund: number, total: number) => exchangeParts({ refund, credit: 0 }, total).amount

export type PaidPart = {
  amount: number
  credit: number
  /** Another return has paid that sale, or the sum does not fit the sale. */
  isMismatched: boolean
  /** The sale has not come yet. */
  isMissing: boolean
}
const NOTHING: PaidPart = { amount: 0, credit: 0, isMismatched: false, isMissing: false }

/**
 * How much of a refund pays for the sale of what was taken instead, at most `most`; nothing when another return has
 * paid it. `sale`: the sale for which it is taken back, when that sale is not fully written yet.
 */
export async function readExchanged(
  db: Tx,
  { exchangeSaleId, exchange, refund }: SaleReturn,
  most: number,
  sale: { totalAmount: number } | null,
): Promise<PaidPart> {
  if (!exchange || exchangeSaleId === null) return NOTHING
  if ((await db.$count(posReturns, eq(posReturns.paidSaleId, exchangeSaleId))) > 0)
    return { ...NOTHING, isMismatched: true }
  const amount = Math.min(exchange.amount, most)
  const paid = sale ? sale.totalAmount : await findPayable(db, exchangeSaleId)
  if (paid === 0) return { ...NOTHING, isMismatched: true }
  return {
    amount,
    credit: Math.min(exchange.credit, amount),
    isMismatched: paid !== null && amount !== dueOf(refund, paid),
    isMissing: paid === null && amount > 0,
  }
}

/**
 * How much of a sale that has come a return can still have paid, in kwacha; null when no such sale has come. A cash
 * sale before its return has said that one pays it: any other was paid in cash, whatever a return claims later. Nothing
 * of a voucher, because no piece leaves for the one that came back, and nothing of a sale by mobile money, which holds
 * its return itself.
 */
async function findPayable(db: Tx, id: string): Promise<number | null> {
  const isPaid = and(
    eq(posSales.id, id),
    ne(posSales.paymentMethod, 'cash'),
    eq(posSales.paymentStatus, 'completed'),
  )
  const [sale] = await db
    .select({
      payable: sql<number>`case when ${posSales.paymentMethod} = 'cash'
        and ${posSales.reviewNotes} @> '[{"code": "exchange-unknown"}]'
        then ${posSales.totalAmount} - ${posSales.voucherAmount} else 0 end`,
    })
    .from(posSales)
    .where(or(isCashSale(id), isPaid))
    .orderBy(sql`1 desc`)
  return sale?.payable ?? null
}

/**
 * A sale has come, of which returned items can pay `total` kwacha, so that its return no longer waits for it. Returns a
 * note when the two do not fit. Either the return pays another sum: then it is under review, and the codes on which it
 * put money are blocked. Or nothing at all came back for the sale.
 */
export async function meetReturn(
  db: Tx,
  sender: Signed,
  { id, exchange }: Pick<CashSale, 'id' | 'exchange'>,
  total: number,
): Promise<ReviewNote | null> {
  const [back] = await db
    .select({
      ...columnsOf(posReturns, 'id', 'posSaleId', 'reviewReasons', 'handledAt'),
      onCodes: posReturns.creditAmount,
      refund: posReturns.refundAmount,
      claimed: posReturns.exchangeAmount,
      number: posSales.saleNumber,
    })
    .from(posReturns)
    .innerJoin(posSales, eq(posSales.id, posReturns.posSaleId))
    .where(eq(posReturns.paidSaleId, id))
    .for('update', { of: posReturns })
  if (!back) return exchange ? findUnpaid(db, { id, exchange }, total) : null
  const { refund, claimed, number } = back
  // A sale that names no exchange was paid by its customer, whatever a return claims.
  const amount = exchange ? dueOf(refund, total) : 0
  const kept = beforeItsSale(back.reviewReasons)
  const isMismatched = claimed !== amount
  const reviewReasons: TillReviewReason[] = isMismatched
    ? [...new Set([...kept, 'sum-differs' as const])]
    : kept
  // Reopens a handled review, because its handler did not know of this mismatch.
  const again = isMismatched && back.handledAt ? { handledAt: null, handledBy: null } : {}
  await db
    .update(posReturns)
    .set({ reviewReasons, ...again })
    .where(eq(posReturns.id, back.id))
  if (!isMismatched) return null
  if (back.handledAt)
    await auditReopened(db, sender, { id: back.posSaleId, saleNumber: number }, reviewReasons)
  if (back.onCodes > 0) {
    await blockCodeOfSale(db, back.posSaleId)
    await blockCodeOfReturn(db, back.id)
  }
  return { code: 'exchange-differs', number, claimed, amount }
}

/**
 * An exchange without a return of a receipt: either the server took back an order of the web shop for it,
 * or nothing came back.
 */
async function findUnpaid(
  db: Tx,
  { id, exchange }: { id: string; exchange: NonNullable<CashSale['exchange']> },
  total: number,
): Promise<ReviewNote | null> {
  const { number, amount: claimed } = exchange
  if (claimed === 0) return null
  const found = await findExchange(db, id, total)
  if (!found) return { code: 'exchange-unknown', number, amount: claimed }
  return found.amount === claimed
    ? null
    : { code: 'exchange-differs', number, claimed, amount: found.amount }
}
