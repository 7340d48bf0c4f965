import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posReturnItems, posReturns, posSales } from '../../../db/tables.server.ts'
import { backOnCode } from '../../../rules/credit/reserve.ts'
import type { Received, SaleReturn, TillReviewReason } from '../../../rules/till/till-events.ts'
import { moneyOfRefund } from '../../../rules/till/till-sale.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { blockCodeOfSale, giveBackForSale } from '../../credit/reserves/use-reserve.ts'
import { returnToStock } from '../../stock/return-to-stock.ts'
import type { Approved } from '../devices/approve.ts'
import { auditDoubts, originFacts } from '../events/audit-doubts.ts'
import {
  isOfShift,
  NOT_OF_SHIFT,
  notAfter,
  type Origin,
  originColumns,
} from '../events/event-origin.ts'
import { isBeforeShift, lockShift } from '../sales/find-place.ts'
import type { Unplaced } from '../shifts/record-shift.ts'
import { beforeItsSale, readExchanged, SALE_MISSING } from './exchange-paid.ts'
import { checkRefundApproval } from './refund-approval.ts'
import { readRefunded, readSold, weighReturn } from './weigh-return.ts'

/**
 * Records items that came back against a receipt. Units above those sold never go back to stock: they are put under
 * review, and so is more money than was paid for them. Sent again, it is the same return.
 */
export async function recordReturn(
  db: Tx,
  origin: Origin,
  event: SaleReturn,
  approved: Approved | null,
  now: Date,
  /**
   * The sale for which it is taken back as agreed: its drawer was checked at the agreement, and gets
   * its cash back at once.
   */
  awaiting: { totalAmount: number } | null = null,
): Promise<Received | Unplaced> {
  // Locks the sale, so that of two returns from two tills the second sees the first.
  const [sale] = await db
    .select()
    .from(posSales)
    .where(eq(posSales.saleNumber, event.saleNumber))
    .for('update')
  if (!sale) return { why: { code: 'sale-unknown', saleNumber: event.saleNumber } }
  const [known] = await db
    .select({ reviewReasons: posReturns.reviewReasons })
    .from(posReturns)
    .where(eq(posReturns.id, event.id))
  if (known)
    return { id: event.id, number: null, reviewReasons: beforeItsSale(known.reviewReasons) }
  const sold = await readSold(db, sale.id)
  if (event.lines.some(({ lineId }) => !sold.has(lineId)))
    return { why: { code: 'line-unknown', saleNumber: event.saleNumber } }

  const reviewReasons = new Set<TillReviewReason>(origin.doubts.map(({ reason }) => reason))
  const { back, gone, most, isMore, isAbove, isBelow } = weighReturn(sale, sold, event.lines)
  if (isMore) reviewReasons.add('returned-twice')
  if (gone) reviewReasons.add('goods-unknown')
  const amount = event.lines.reduce((sum, line) => sum + line.amount, 0)
  const isSold = sale.paymentStatus === 'completed'
  const before = await readRefunded(db, sale.id)
  const givenBack = before + event.refund
  // Each return may be rounded up, but together they must not exceed what was paid.
  const isOver =
    amount !== event.refund ||
    event.refund > most ||
    isAbove ||
    givenBack > sale.totalAmount - sale.unpaidAmount
  if (isOver || !isSold || sale.unpaidAmount > 0) reviewReasons.add('sum-differs')
  // What a code had paid goes back on the code, not out in cash.
  const creditBack = Math.min(event.creditBack ?? 0, event.refund)
  const exchanged = await readExchanged(db, event, event.refund - creditBack, awaiting)
  // Another size of a dear piece would go out for little, and the refund would stay below the cashier's limit.
  if (exchanged.isMismatched || (exchanged.amount > 0 && isBelow)) reviewReasons.add('sum-differs')
  if (exchanged.isMissing) reviewReasons.add(SALE_MISSING)
  const onNew = event.creditCode ? event.refund - creditBack - exchanged.amount : 0
  const at = notAfter(event.at, now)
  // Locks the shift, the products, then the code: the order in which a sale locks them.
  const found = await lockShift(db, event.shiftId)
  // A sale that was never paid returns its stock when it is given up.
  if (isSold)
    await returnToStock(db, back, {
      posSaleId: sale.id,
      byUser: origin.userId,
      cause: 'taken-back',
      reason: event.reason,
    })
  const onCode = isSold ? await giveBackForSale(db, sale.id, origin.userId, creditBack) : 0
  // A till that does not know of a return at another till has put too much on the code and paid too little out.
  const onCodes = onCode + exchanged.credit
  if (onCode !== creditBack || onCodes !== backOnCode(sale.creditAmount, before, event.refund))
    reviewReasons.add('sum-differs')
  const drawer = findDrawer(origin, found, event.at, awaiting !== null)
  const approval = await checkRefundApproval(db, origin, sale, {
    refunded: before,
    amount: event.refund,
    inMoney: moneyOfRefund(event.lines, event.refund, event.refund - exchanged.amount),
    at,
    openedAt: drawer.shift?.openedAt,
    approved,
    now,
  })
  if (approval.doubt) reviewReasons.add(approval.doubt)
  if (drawer.doubt) reviewReasons.add(drawer.doubt)
  await db.insert(posReturns).values({
    id: event.id,
    posSaleId: sale.id,
    shiftId: drawer.shift?.id ?? null,
    cashierId: origin.userId,
    ...originColumns(origin),
    refundAmount: event.refund,
    creditAmount: creditBack + exchanged.credit + onNew,
    reason: event.reason,
    exchangeSaleId: event.exchangeSaleId,
    exchangeAmount: exchanged.amount,
    paidSaleId: exchanged.amount > 0 ? event.exchangeSaleId : null,
    approvedBy: approval.by,
    reviewReasons: [...reviewReasons],
    at,
  })
  await db.insert(posReturnItems).values(
    event.lines.map(({ lineId, quantity, amount, isRestocked }) => ({
      posReturnId: event.id,
      posSaleItemId: lineId,
      quantity,
      amount,
      isRestocked,
    })),
  )
  const isDoubtful = [...reviewReasons].some(
    (reason) => BLOCKING.has(reason) && !(approval.isSeenLater && reason === 'refund-unapproved'),
  )
  if (onCode > 0 && isDoubtful) await blockCodeOfSale(db, sale.id)
  if (event.creditCode && onNew > 0)
    await issueAtTill(db, origin.sender, {
      id: event.id,
      code: event.creditCode,
      kind: 'return',
      amount: onNew,
      byUser: origin.userId,
      isDoubtful,
    })
  await recordAudit(db, origin.sender, {
    action: 'taken back',
    entity: 'pos_sale',
    entityId: sale.id,
    label: sale.saleNumber,
    after: { refundAmount: event.refund, reason: event.reason, ...originFacts(origin) },
  })
  const doubts = beforeItsSale(reviewReasons)
  await auditDoubts(db, origin, doubts, sale, event.refund)
  return { id: event.id, number: null, reviewReasons: doubts }
}

/**
 * The shift whose drawer the money left, or none, and why a person is to look at it. Money that left after the count
 * is missing from no counted drawer, so it gets no shift.
 */
function findDrawer(
  origin: Origin,
  found: Awaited<ReturnType<typeof lockShift>>,
  at: string,
  isAwaited: boolean,
): { shift?: typeof found; doubt: TillReviewReason | null } {
  if (!found || (found.isCounted && !isAwaited)) return { doubt: 'shift-unknown' }
  if (!isAwaited && !isOfShift(origin, found)) return { doubt: NOT_OF_SHIFT.reason }
  const isDoubtful =
    (!isAwaited && isBeforeShift(found, at)) || found.abandonedAt || found.retiredAt
  return { shift: found, doubt: isDoubtful ? 'shift-unknown' : null }
}

/**
 * Reasons for which a code is blocked until somebody has looked: more may be on it than is owed, or
 * nothing proves who gave it.
 */
const BLOCKING: ReadonlySet<TillReviewReason> = new Set([
  'sum-differs',
  'returned-twice',
  'maker-unproven',
  'signature-wrong',
  'refund-unapproved',
])
