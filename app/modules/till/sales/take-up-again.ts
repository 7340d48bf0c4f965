import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSaleItems, posSales } from '../../../db/tables.server.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import type { SaleTransition } from '../../../rules/till/sale-transitions.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { takeAgainForSale } from '../../credit/reserves/use-reserve.ts'
import { allocateAvailable } from '../../stock/allocate-available.ts'
import type { Exchanged } from '../returns/await-exchange.ts'
import type { Sale } from './ring-up-sale.ts'

/**
 * A sale was given up and paid after all: takes what is left of its items and of its code's part. Returns the reasons
 * and notes for its review.
 */
export async function takeUpAgain(
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
  const requested = items.flatMap(({ variantId, quantity }) =>
    variantId ? [{ variantId, quantity }] : [],
  )
  const missing = await allocateAvailable(db, requested, { posSaleId: sale.id })
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
  const lacking = Math.max(0, amount - taken)
  if (lacking > 0) notes.push({ code: 'credit-short', ending, amount, taken })
  const { byCash, inCash } = exchanged
  const uncounted = step.cash === 'uncount' ? inCash : 0
  if (uncounted > 0) notes.push({ code: 'cash-not-counted', amount: uncounted })
  // What neither cash nor the code has paid is not paid: the items stay at the till.
  if (uncounted + lacking > 0)
    await db
      .update(posSales)
      .set({
        ...(uncounted > 0 && { cashAmount: byCash }),
        creditAmount: sql`${posSales.creditAmount} - ${lacking}`,
        unpaidAmount: sql`${posSales.unpaidAmount} + ${uncounted + lacking}`,
      })
      .where(eq(posSales.id, sale.id))
  const reasons: TillReviewReason[] = step.review ? [step.review] : []
  if (notes.some(({ code }) => code === 'items-missing')) reasons.push('short-stock')
  if (uncounted + lacking > 0 || exchange) reasons.push('sum-differs')
  return { reasons, notes }
}
