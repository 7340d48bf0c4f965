import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSales } from '../../../db/tables.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import { SALE_TRANSITIONS, type SaleActor } from '../../../rules/till/sale-transitions.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { giveBackForSale } from '../../credit/reserves/use-reserve.ts'
import { findPaid, type Payment } from '../../payments/payments.ts'
import { giveBackStock, sellReserved } from '../../stock/move-stock.ts'
import { auditReopened } from '../events/audit-reopened.ts'
import { type Exchanged, takeBackAwaited } from '../returns/await-exchange.ts'
import { isCalledOff } from '../short-sales/find-end.ts'
import type { Sale } from './ring-up-sale.ts'
import { takeUpAgain } from './take-up-again.ts'

/** Locks one sale until the transaction ends. */
export async function lockSale(db: Tx, id: string): Promise<Sale | undefined> {
  const [sale] = await db.select().from(posSales).where(eq(posSales.id, id)).for('update')
  return sale
}

/** The actor of a payment: no staff member. */
const NOBODY = { userId: null, ip: null }

/** Puts a locked sale under review, also one that somebody has already handled. */
export async function sendSaleToReview(
  db: Tx,
  sale: Sale,
  reasons: TillReviewReason[],
  ...notes: ReviewNote[]
) {
  const reviewReasons = [...new Set([...sale.reviewReasons, ...reasons])]
  if (sale.handledAt) await auditReopened(db, NOBODY, sale, reviewReasons)
  await db
    .update(posSales)
    .set({
      reviewReasons,
      reviewNotes: [...sale.reviewNotes, ...notes],
      handledAt: null,
      handledBy: null,
    })
    .where(eq(posSales.id, sale.id))
}

const moneyOf = ({ amount, reference }: Payment) => ({ amount, reference })

/** Whether a payment has already completed the sale, or staff called it off: a further payment is one too many. */
export const isMoneyIn = async (db: Tx, sale: Sale) =>
  sale.paymentStatus === 'completed' || (await isCalledOff(db, sale))

/**
 * Whether the sale's money is in and a job is about to take back its order of the web shop: such a sale asks for no
 * payment and cannot be ended.
 */
export const isTakingBack = async (db: Tx, { id, exchange }: Sale, besides?: Payment) =>
  exchange?.order != null && (await findPaid(db, id, besides?.id)) !== undefined

/**
 * Enqueues the job again that completes such a sale, because it was lost; also for a sale that was given up
 * before its money came.
 */
export async function completeForgotten({ jobs }: Pick<Services, 'jobs'>, db: Tx, id: string) {
  const sale = await lockSale(db, id)
  if (!sale?.exchange?.order || (await isMoneyIn(db, sale))) return
  const paid = await findPaid(db, id)
  if (paid) await jobs.enqueue(db, 'take-back-order', { posSaleId: id, reference: paid.reference })
}

/**
 * A verified payment completes a locked sale; a second payment puts it under review. Where an order of the web shop is
 * to come back for the sale, a job completes both, because orders come after tills in the order of domains.
 */
export async function receiveSaleMoney(
  { jobs, now }: Pick<Services, 'jobs' | 'now'>,
  db: Tx,
  sale: Sale,
  payment: Payment,
) {
  if ((await isMoneyIn(db, sale)) || (await isTakingBack(db, sale, payment)))
    return sendSaleToReview(db, sale, ['sum-differs'], { code: 'paid-twice', ...moneyOf(payment) })
  const { id: posSaleId, exchange } = sale
  if (exchange?.order)
    return jobs.enqueue(db, 'take-back-order', { posSaleId, reference: payment.reference })
  return completeSale(db, sale, payment, (isLate) =>
    takeBackAwaited(db, sale, { now: now(), isLate }),
  )
}

/**
 * A payment moves a locked sale by the table of rules/till/sale-transitions.ts. A sale that was given up gets
 * what is left of its items. `takeBack` records the return that pays for the sale first, so that neither is
 * recorded without the other.
 */
export async function completeSale(
  db: Tx,
  sale: Sale,
  payment: Payment,
  takeBack: (isLate: boolean) => Promise<Exchanged>,
) {
  const money = moneyOf(payment)
  const step = SALE_TRANSITIONS.payment[sale.paymentStatus]
  const exchanged = await takeBack(step.stock !== 'sell')
  const { doubts = [] } = exchanged
  if (step.stock === 'sell') {
    await sellReserved(db, 'pos_sale', { posSaleId: sale.id })
    const reasons = [...(exchanged.notes.length > 0 ? (['sum-differs'] as const) : []), ...doubts]
    if (reasons.length > 0) await sendSaleToReview(db, sale, reasons, ...exchanged.notes)
  } else {
    const { reasons, notes } = await takeUpAgain(db, sale, step, money, exchanged)
    await sendSaleToReview(db, sale, [...reasons, ...doubts], ...notes)
  }
  await db.update(posSales).set({ paymentStatus: step.to }).where(eq(posSales.id, sale.id))
  if (sale.voucherAmount > 0) await issueSold(db, sale)
  const isCashToo = eq(posSales.idempotencyKey, `${sale.idempotencyKey}:cash`)
  if ((await db.$count(posSales, isCashToo)) === 0) return
  const row = await lockSale(db, sale.id)
  if (row) await sendSaleToReview(db, row, ['sum-differs'], { code: 'paid-in-cash-too', ...money })
}

/**
 * Issues the code of a voucher that mobile money has paid, also late. A sale is completed once, so it has one code.
 */
const issueSold = (db: Tx, { id, cashierId, voucherAmount }: Sale) =>
  issueAtTill(
    db,
    { userId: cashierId, ip: null },
    {
      id,
      code: newCreditCode(),
      kind: 'voucher',
      amount: voucherAmount,
      byUser: cashierId,
      isDoubtful: false,
    },
  )

/**
 * Ends a sale that is not paid, or not paid whole, where its table allows this actor to. Returns the sale, or
 * undefined when it was not ended.
 */
export async function endSale(
  db: Tx,
  id: string,
  by: Exclude<SaleActor, 'payment'>,
  byUser: string | null = null,
): Promise<Sale | undefined> {
  const sale = await lockSale(db, id)
  const step = sale && SALE_TRANSITIONS[by][sale.paymentStatus]
  if (!step || (by !== 'staff' && (await isTakingBack(db, sale)))) return undefined
  const isSold = by === 'staff'
  const cause = isSold ? 'taken-back' : 'not-paid'
  await giveBackStock(db, isSold ? 'return' : 'release', { posSaleId: sale.id, byUser, cause })
  if (step.credit === 'return') await giveBackForSale(db, sale.id, byUser)
  await db.update(posSales).set({ paymentStatus: step.to }).where(eq(posSales.id, id))
  return { ...sale, paymentStatus: step.to }
}
