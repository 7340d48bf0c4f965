import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSaleItems, posSales } from '../../../db/tables.server.ts'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import type { ReviewNote } from '../../../rules/messages/till-review.ts'
import {
  SALE_TRANSITIONS,
  type SaleActor,
  type SaleTransition,
} from '../../../rules/till/sale-transitions.ts'
import type { ReviewReason } from '../../../rules/till/till-events.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { giveBackForSale, takeAgainForSale } from '../../credit/reserves/use-reserve.ts'
import type { Payment } from '../../payments/payments.ts'
import { allocateAvailable } from '../../stock/allocate-available.ts'
import { giveBackStock, sellReserved } from '../../stock/move-stock.ts'
import { isCalledOff } from '../short-sales/find-end.ts'
import { type Exchanged, takeBackAwaited } from './await-exchange.ts'
import type { Sale } from './ring-up-sale.ts'

/** Locks one sale until the transaction ends. */
export async function lockSale(db: Tx, id: string): Promise<Sale | undefined> {
  const [sale] = await db.select().from(posSales).where(eq(posSales.id, id)).for('update')
  return sale
}

/** Has a person look at a locked sale, also one that somebody has looked at before. */
export async function sendSaleToReview(
  db: Tx,
  sale: Sale,
  reasons: ReviewReason[],
  ...notes: ReviewNote[]
) {
  await db
    .update(posSales)
    .set({
      reviewReasons: [...new Set([...sale.reviewReasons, ...reasons])],
      reviewNotes: [...sale.reviewNotes, ...notes],
      handledAt: null,
      handledBy: null,
    })
    .where(eq(posSales.id, sale.id))
}

/**
 * A verified payment has arrived for a locked sale: it makes the step of its table (rules/till/sale-transitions.ts).
 * One that was given up is completed with what is left of its items; money that comes a second time is under review.
 */
export async function receiveSaleMoney(db: Tx, sale: Sale, payment: Payment, now: Date) {
  const money = { amount: payment.amount, reference: payment.reference }
  const step = SALE_TRANSITIONS.payment[sale.paymentStatus]
  if (step.stock === 'keep' || (await isCalledOff(db, sale)))
    return sendSaleToReview(db, sale, ['sum-differs'], { code: 'paid-twice', ...money })
  // What comes back for it first, and so not without the sale.
  const exchanged = await takeBackAwaited(db, sale, { now, isLate: step.stock !== 'sell' })
  if (step.stock === 'sell') {
    await sellReserved(db, 'pos_sale', { posSaleId: sale.id })
    if (exchanged.notes.length > 0)
      await sendSaleToReview(db, sale, ['sum-differs'], ...exchanged.notes)
  } else await takeUpAgain(db, sale, step, money, exchanged)
  await db.update(posSales).set({ paymentStatus: step.to }).where(eq(posSales.id, sale.id))
  if (sale.voucherAmount > 0) await issueSold(db, sale)
  const isCashToo = eq(posSales.idempotencyKey, `${sale.idempotencyKey}:cash`)
  if ((await db.$count(posSales, isCashToo)) === 0) return
  const row = await lockSale(db, sale.id)
  if (row) await sendSaleToReview(db, row, ['sum-differs'], { code: 'paid-in-cash-too', ...money })
}

/** The code of a voucher that mobile money has paid, also late: a sale is completed once, and so it is one. */
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

async function takeUpAgain(
  db: Tx,
  sale: Sale,
  step: SaleTransition,
  money: { amount: number; reference: string },
  exchanged: Exchanged,
) {
  const items = await db
    .select({
      id: posSaleItems.id,
      variantId: posSaleItems.variantId,
      quantity: posSaleItems.quantity,
      name: posSaleItems.name,
    })
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, sale.id))
    .orderBy(posSaleItems.position)
  const wanted = items.flatMap(({ variantId, quantity }) =>
    variantId ? [{ variantId, quantity }] : [],
  )
  const missing = await allocateAvailable(db, wanted, { posSaleId: sale.id })
  const notes: ReviewNote[] = [{ code: 'paid-late', ...money }, ...exchanged.notes]
  for (const item of items) {
    const short = Math.min(item.quantity, missing.get(item.variantId ?? '') ?? 0)
    if (short === 0) continue
    await db.update(posSaleItems).set({ missing: short }).where(eq(posSaleItems.id, item.id))
    notes.push({ code: 'items-missing', units: short, product: item.name })
  }
  const { exchange } = sale
  const amount = step.credit === 'take' ? sale.creditAmount - (exchange?.credit ?? 0) : 0
  const { taken, ending } = await takeAgainForSale(db, sale.id, amount)
  const isShort = taken < amount
  if (isShort) notes.push({ code: 'credit-short', ending, amount, taken })
  const { byCash, inCash } = exchanged
  const isUncounted = step.cash === 'uncount' && inCash > 0
  if (isUncounted) {
    const parts = { cashAmount: byCash, unpaidAmount: inCash }
    await db.update(posSales).set(parts).where(eq(posSales.id, sale.id))
    notes.push({ code: 'cash-not-counted', amount: inCash })
  }
  const reasons: ReviewReason[] = step.review ? [step.review] : []
  if (notes.some(({ code }) => code === 'items-missing')) reasons.push('short-stock')
  if (isUncounted || isShort || exchange) reasons.push('sum-differs')
  await sendSaleToReview(db, sale, reasons, ...notes)
}

/** Ends a sale that is not paid, or not whole, where its table lets this one do so; gives it, or nothing when it did not. */
export async function endSale(
  db: Tx,
  id: string,
  by: Exclude<SaleActor, 'payment'>,
  byUser: string | null = null,
): Promise<Sale | undefined> {
  const sale = await lockSale(db, id)
  const step = sale && SALE_TRANSITIONS[by][sale.paymentStatus]
  if (!step) return undefined
  const isSold = by === 'staff'
  const cause = isSold ? 'taken-back' : 'not-paid'
  await giveBackStock(db, isSold ? 'return' : 'release', { posSaleId: sale.id, byUser, cause })
  if (step.credit === 'return') await giveBackForSale(db, sale.id, byUser)
  await db.update(posSales).set({ paymentStatus: step.to }).where(eq(posSales.id, id))
  return { ...sale, paymentStatus: step.to }
}
