import { and, eq, ne, or } from 'drizzle-orm'
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

// What a till says that a return pays of a sale is looked at as soon as both are here: so much leaves no drawer, and is
// asked for by nobody. A till sends the return first. Until its sale has come the return waits for a person.

/** It waits for its sale: said to no till, for that sends it next. */
export const SALE_MISSING: TillReviewReason = 'sale-missing'
/** Why a return is under review, but for its sale that has not come yet. */
export const beforeItsSale = (reasons: Iterable<TillReviewReason>) =>
  [...reasons].filter((reason) => reason !== SALE_MISSING)

/** As much of it as the sale costs, and never less. */
const dueOf = (refund: number, total: number) => exchangeParts({ refund, credit: 0 }, total).amount

export type PaidPart = {
  amount: number
  credit: number
  /** Another return has paid that sale, or it costs another sum. */
  isMismatched: boolean
  /** It has not come yet. */
  isMissing: boolean
}
const NOTHING: PaidPart = { amount: 0, credit: 0, isMismatched: false, isMissing: false }

/**
 * What of a refund pays the sale of what was taken instead, at most `most`; nothing where another return has paid it.
 * `sale`: the one that it is taken back for, of which not all is written yet.
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
  const paid = sale ?? (await findSale(db, exchangeSaleId))
  return {
    amount,
    credit: Math.min(exchange.credit, amount),
    isMismatched: paid !== null && amount !== dueOf(refund, paid.totalAmount),
    isMissing: paid === null && amount > 0,
  }
}

/** The sale that a till made under this id, for cash or paid by mobile money. */
async function findSale(db: Tx, id: string) {
  const isPaid = and(
    eq(posSales.id, id),
    ne(posSales.paymentMethod, 'cash'),
    eq(posSales.paymentStatus, 'completed'),
  )
  const [sale] = await db
    .select(columnsOf(posSales, 'totalAmount'))
    .from(posSales)
    .where(or(isCashSale(id), isPaid))
  return sale ?? null
}

/**
 * A sale has come, of `total` kwacha: its return waits for it no more. Gives what does not fit: the return pays another
 * sum than the sale costs, which a person looks at before more is spent of what it put on a code, or nothing at all has
 * come back for it.
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
  const amount = dueOf(refund, total)
  const kept = beforeItsSale(back.reviewReasons)
  const isMismatched = claimed !== amount
  const reviewReasons: TillReviewReason[] = isMismatched
    ? [...new Set([...kept, 'sum-differs' as const])]
    : kept
  // Whoever has seen to it before did not know of this.
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

/** What came back of an order of the web shop the server has taken back itself; of a receipt nothing has come. */
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
