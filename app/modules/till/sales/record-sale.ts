import { and, eq, sql } from 'drizzle-orm'
import { beginOfNumbers, nextNumber } from '../../../db/next-number.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import { posReturns, posSales, saleNumberLeases } from '../../../db/tables.server.ts'
import { creditPart } from '../../../rules/credit/reserve.ts'
import { isVoucherSum } from '../../../rules/credit/voucher-sum.ts'
import type { CashSale, Received, TillReviewReason } from '../../../rules/till/till-events.ts'
import { discountNeedsApproval, totalsOfSale } from '../../../rules/till/till-sale.ts'
import { SALE_PREFIX } from '../../../shop.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { carryToSale } from '../../credit/reserves/carry-to-sale.ts'
import { takeForSale } from '../../credit/reserves/use-reserve.ts'
import { widestLimits, widestVoucherBounds } from '../../settings/former-limits.ts'
import type { Approved } from '../devices/approve.ts'
import { auditDoubts } from '../events/audit-doubts.ts'
import { Doubts } from '../events/doubts.ts'
import { notAfter, type Origin, originColumns } from '../events/event-origin.ts'
import { meetReturn } from '../returns/exchange-paid.ts'
import type { Unplaced } from '../shifts/record-shift.ts'
import { findPlace } from './find-place.ts'
import { findKey, isSameSale } from './same-sale.ts'
import { compareLines, writeLines } from './sold-lines.ts'

/**
 * Records a cash sale that a till has made. Its items have left the shop, so nothing is refused: whatever is odd is
 * put under review. Sent again, it is the same sale. Another payment under its key is not recorded; the caller keeps
 * what was sent for a person.
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

  const { doubt, openedAt, ...placed } = await findPlace(db, origin, sale)
  if (doubt) doubts.add(doubt.reason, doubt.note)
  const lines = await compareLines(db, sale, placed.tillId, doubts)

  const totals = totalsOfSale({ ...sale, lines })
  const isSummed = totals.total === sale.totalAmount && totals.subtotal === sale.subtotal
  if (!isSummed)
    doubts.add('sum-differs', {
      code: 'sum-differs',
      said: sale.totalAmount,
      lines: totals.total,
    })
  // A code pays no more than the sale costs.
  const creditAmount = creditPart(sale.credit, totals.total)
  const cashAmount = totals.total - creditAmount
  const isEnough = sale.cashGiven >= cashAmount
  if (!isEnough) doubts.add('sum-differs', { code: 'cash-short', given: sale.cashGiven })
  const at = new Date(sale.at)
  if (sale.voucher) await checkVoucherSum(db, totals.total, { at, openedAt }, now, doubts)
  const approval = await checkDiscount(
    db,
    origin,
    { totals, at, openedAt, approved: key.isPaid ? null : approved, now },
    doubts,
  )
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

  const written = { posSaleId: row.id, byUser: origin.userId, keepsIds: key.isOwn }
  await writeLines(db, lines, written, doubts)
  // A sale that costs nothing takes nothing of the code, so that its reserve is released.
  if (sale.credit) {
    const { deviceId, sentBy: byUser } = originColumns(origin)
    const use = { ...sale.credit, amount: creditAmount, posSaleId: row.id, deviceId, byUser }
    const taken = await takeOfCode(db, use, sale.id, placed)
    const { ending } = sale.credit
    if (taken < creditAmount)
      doubts.add('sum-differs', { code: 'credit-short', ending, amount: creditAmount, taken })
  }
  // A return that paid a voucher would be a refund on a code, without the approval that it needs.
  const payable = sale.voucher ? 0 : totals.total
  const mismatch = await meetReturn(db, origin.sender, sale, payable)
  if (mismatch) doubts.add('sum-differs', mismatch)
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

/**
 * Who approved a discount that the cashier may not give alone; null when nobody had to, or when nobody did, which is
 * added to `doubts`. The limits of that day count: the log of former limits is read only for a discount above today's.
 */
async function checkDiscount(
  db: Tx,
  { role }: Origin,
  sale: {
    totals: ReturnType<typeof totalsOfSale>
    at: Date
    openedAt: Date | undefined
    approved: Approved | null
    now: Date
  },
  doubts: Doubts,
): Promise<Approved | null> {
  const { totals, at, openedAt, approved, now } = sale
  const isAbove =
    discountNeedsApproval(role, totals) &&
    discountNeedsApproval(role, totals, await widestLimits(db, { at, openedAt }, now))
  if (!isAbove) return null
  const off = totals.discountAmount
  if (!approved) doubts.add('discount-unapproved', { code: 'discount-unapproved', off })
  else if (!approved.isLive) doubts.add('approved-offline', { code: 'approved-offline', off })
  return approved
}

/**
 * Puts a voucher outside the bounds of its time under review: the till asks nobody before it sells one for cash, so
 * that a request may name any sum.
 */
async function checkVoucherSum(
  db: Tx,
  amount: number,
  sold: Parameters<typeof widestVoucherBounds>[1],
  now: Date,
  doubts: Doubts,
) {
  if (isVoucherSum(amount)) return
  const bounds = await widestVoucherBounds(db, sold, now)
  if (!isVoucherSum(amount, bounds))
    doubts.add('sum-differs', { code: 'voucher-sum', amount, ...bounds })
}

/**
 * Takes the code's part of a sale: what was reserved for this sale, or what the code had paid of the items
 * that came back for it.
 */
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
 * Reasons for which a voucher is blocked until somebody has looked: nothing proves that its money came, or no
 * drawer is counted for it.
 */
const BLOCKING: ReadonlySet<TillReviewReason> = new Set([
  'sum-differs',
  'shift-unknown',
  'maker-unproven',
  'signature-wrong',
])

/**
 * The number that the till gave the sale, if it was leased to that till and no other sale bears it;
 * otherwise a new one.
 */
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
