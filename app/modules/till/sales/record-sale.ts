import { and, eq, inArray, sql } from 'drizzle-orm'
import { beginOfNumbers, nextNumber } from '../../../db/next-number.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import {
  posReturns,
  posSaleItems,
  posSales,
  products,
  saleNumberLeases,
  variants,
} from '../../../db/tables.server.ts'
import { creditPart } from '../../../rules/credit/reserve.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import type { CashSale, Received, TillReviewReason } from '../../../rules/till/till-events.ts'
import { discountNeedsApproval, totalsOfSale } from '../../../rules/till/till-sale.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { costOf } from '../../catalogue/cost-of.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { carryToSale } from '../../credit/reserves/carry-to-sale.ts'
import { takeForSale } from '../../credit/reserves/use-reserve.ts'
import { widestLimits } from '../../settings/former-limits.ts'
import { allocateAvailable } from '../../stock/allocate-available.ts'
import type { Approved } from '../devices/approve.ts'
import { auditDoubts, notAfter, type Origin, originColumns } from '../events/event-origin.ts'
import { meetReturn } from '../returns/exchange-paid.ts'
import type { Unplaced } from '../shifts/record-shift.ts'
import { findPlace } from './find-place.ts'
import { readListPrices } from './read-list-prices.ts'
import { boundDiscount, cashKeyOf, isSameSale } from './same-sale.ts'

/**
 * Writes down a cash sale that a till has made. The items have left, so nothing is refused: what is odd
 * about it is noted for a person. Sent again, it is the same sale; another payment under its key is given back,
 * to be kept for a person.
 */
export async function recordSale(
  db: Tx,
  origin: Origin,
  sale: CashSale,
  approved: Approved | null,
  now: Date,
): Promise<Received | Unplaced> {
  const key = await findKey(db, sale.id)
  if ('received' in key) {
    if (await isSameSale(db, key.key, sale)) return key.received
    return { why: { code: 'key-used', saleNumber: key.received.number ?? '' } }
  }
  const doubts = new Doubts()
  for (const { reason, note } of origin.doubts) doubts.add(reason, note)
  if (key.isPaid) doubts.add('sum-differs', { code: 'paid-by-phone-too' })

  const place = await findPlace(db, origin, sale)
  const soldItems = await findSoldVariants(db, sale)
  const prices = await readListPrices(db, sale, place.tillId)
  const { doubt, openedAt, ...placed } = place
  if (doubt) doubts.add(doubt.reason, doubt.note)
  const lines = sale.lines.map((sent) => {
    const line = boundDiscount(sent)
    const known = soldItems.get(line.variantId)
    if (!known) doubts.add('goods-unknown', { code: 'product-gone', product: line.name })
    const price = known && prices.get(known.productId)
    if (known && price !== line.unitPrice)
      doubts.add('price-differs', {
        code: 'price-differs',
        product: line.name,
        sold: line.unitPrice,
        listed: price ?? null,
      })
    if (line.discount !== sent.discount)
      doubts.add('sum-differs', { code: 'discount-above-price', product: line.name })
    return { ...line, known }
  })

  const totals = totalsOfSale({ ...sale, lines })
  const isSummed = totals.total === sale.totalAmount && totals.subtotal === sale.subtotal
  if (!isSummed)
    doubts.add('sum-differs', {
      code: 'sum-differs',
      said: sale.totalAmount,
      lines: totals.total,
    })
  // A code pays at most what the sale costs.
  const creditAmount = creditPart(sale.credit, totals.total)
  const cashAmount = totals.total - creditAmount
  const isEnough = sale.cashGiven >= cashAmount
  if (!isEnough) doubts.add('sum-differs', { code: 'cash-short', given: sale.cashGiven })
  const at = new Date(sale.at)
  // The log of former limits is read only for a discount above today's.
  const isAbove =
    discountNeedsApproval(origin.role, totals) &&
    discountNeedsApproval(origin.role, totals, await widestLimits(db, { at, openedAt }, now))
  const approval = isAbove && !key.isPaid ? approved : null
  const off = totals.discountAmount
  if (isAbove && !approval) doubts.add('discount-unapproved', { code: 'discount-unapproved', off })
  else if (approval && !approval.isLive)
    doubts.add('approved-offline', { code: 'approved-offline', off })

  if (at > now) doubts.note({ code: 'clock-ahead' })
  const id = key.isOwn ? sale.id : undefined
  const [row] = await db
    .insert(posSales)
    .values({
      ...(id && { id }),
      saleNumber: await findNumber(db, sale, placed.tillId, now),
      cashierId: origin.userId,
      customerName: sale.customerName,
      customerPhone: sale.customerPhone,
      notes: sale.notes,
      paymentMethod: 'cash',
      paymentStatus: 'completed',
      subtotal: totals.subtotal,
      discountAmount: totals.discountAmount,
      totalAmount: totals.total,
      cashAmount,
      creditAmount,
      voucherAmount: sale.voucher ? totals.total : 0,
      cashGiven: isEnough ? sale.cashGiven : null,
      approvedBy: approval?.by ?? null,
      idempotencyKey: key.key,
      ...placed,
      ...originColumns(origin),
      createdAt: notAfter(at, now),
    })
    .returning({ id: posSales.id, saleNumber: posSales.saleNumber })
  if (!row) throw new Error('the sale was not written')

  const missing = await allocateAvailable(db, lines, { posSaleId: row.id, byUser: origin.userId })
  const items = lines.map((line, position) => {
    const short = Math.min(line.quantity, missing.get(line.variantId) ?? 0)
    if (short > 0) {
      missing.set(line.variantId, (missing.get(line.variantId) ?? 0) - short)
      doubts.add('short-stock', { code: 'short-stock', units: short, product: line.name })
    }
    return {
      id: key.isOwn ? line.id : undefined,
      posSaleId: row.id,
      productId: line.known?.productId ?? null,
      variantId: line.known ? line.variantId : null,
      name: line.name,
      sku: line.sku,
      size: line.size,
      color: line.color,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      discountAmount: line.discount,
      totalPrice: line.unitPrice * line.quantity - line.discount,
      unitCost: costOf(line.known?.productId ?? null),
      missing: short,
      position,
    }
  })
  if (items.length > 0) await db.insert(posSaleItems).values(items)
  // One that costs nothing gives back what was reserved for it.
  if (sale.credit) {
    const { deviceId, sentBy: byUser } = originColumns(origin)
    const use = { ...sale.credit, amount: creditAmount, posSaleId: row.id, deviceId, byUser }
    const taken = await takeOfCode(db, use, sale.id, placed)
    const { ending } = sale.credit
    if (taken < creditAmount)
      doubts.add('sum-differs', { code: 'credit-short', ending, amount: creditAmount, taken })
  }
  const unpaid = await meetReturn(db, origin.sender, sale, totals.total)
  if (unpaid) doubts.add('sum-differs', unpaid)
  if (sale.voucher)
    await issueAtTill(db, origin.sender, {
      id: row.id,
      code: sale.voucher.code,
      kind: 'voucher',
      amount: totals.total,
      byUser: origin.userId,
      isDoubtful: doubts.reasons.some((reason) => BLOCKING.has(reason)),
    })
  const { reasons, notes } = doubts
  if (notes.length > 0)
    await db
      .update(posSales)
      .set({ reviewReasons: reasons, reviewNotes: notes })
      .where(eq(posSales.id, row.id))
  await auditDoubts(db, origin, reasons, row, totals.total)
  return { id: sale.id, number: row.saleNumber, reviewReasons: reasons }
}

/** A code pays what was reserved of it for this sale, or what it had paid of the items that came back for it. */
export async function takeOfCode(
  db: Tx,
  use: Parameters<typeof takeForSale>[1],
  saleId: string,
  placed: { tillId: string | null; shiftId: string | null },
) {
  const { creditAmount, exchangeAmount } = posReturns
  const most = sql<number>`least(${creditAmount}, ${exchangeAmount})`.mapWith(Number)
  const [back] = await db
    .select({ posSaleId: posReturns.posSaleId, most })
    .from(posReturns)
    .where(and(eq(posReturns.id, use.reserveId), eq(posReturns.paidSaleId, saleId)))
  if (!back) return takeForSale(db, use)
  const amount = Math.min(use.amount, back.most)
  return carryToSale(db, back.posSaleId, { ...use, amount, ...placed })
}

/**
 * Where nothing proves that its money came, or no drawer is counted for it, a voucher is not spent before somebody has
 * looked.
 */
const BLOCKING: ReadonlySet<TillReviewReason> = new Set([
  'sum-differs',
  'shift-unknown',
  'maker-unproven',
  'signature-wrong',
])

class Doubts {
  readonly reasons: TillReviewReason[] = []
  readonly notes: ReviewNote[] = []
  add(reason: TillReviewReason, note: ReviewNote) {
    if (!this.reasons.includes(reason)) this.reasons.push(reason)
    this.note(note)
  }
  note(note: ReviewNote) {
    this.notes.push(note)
  }
}

/**
 * The key of the sale's row. A basket that was to be paid by phone first has a row already: its cash sale is
 * another one. `isPaid`: that one was paid, and has used up what was approved for the basket.
 */
async function findKey(
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
    // Money that comes for it at this moment is seen here, or sees this sale.
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

async function findSoldVariants(db: Tx, { lines }: CashSale) {
  const rows = await db
    .select({ variantId: variants.id, productId: products.id })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      inArray(
        variants.id,
        lines.map(({ variantId }) => variantId),
      ),
    )
  return new Map(rows.map((row) => [row.variantId, row]))
}

/** The number that the till gave it, if that was its to give and no other sale bears it; else a new one. */
async function findNumber(db: Tx, { number }: CashSale, tillId: string | null, now: Date) {
  if (number && tillId) {
    const [leased] = await db
      .select({ number: saleNumberLeases.saleNumber })
      .from(saleNumberLeases)
      .where(
        and(
          eq(saleNumberLeases.saleNumber, number),
          eq(saleNumberLeases.tillId, tillId),
          sql`not exists (select from ${posSales} where ${posSales.saleNumber} = ${number})`,
        ),
      )
    if (leased) return leased.number
  }
  return nextNumber('sale_numbers', beginOfNumbers(SALE_PREFIX, now))
}
