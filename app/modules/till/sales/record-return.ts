import { eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import type { Tx } from '../../../db/open.server.ts'
import {
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  profiles,
} from '../../../db/tables.server.ts'
import { mayRunShop } from '../../../rules/accounts/roles.ts'
import { backOnCode } from '../../../rules/credit/reserve.ts'
import { shareOf } from '../../../rules/money.ts'
import { needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import type { Received, ReviewReason, SaleReturn } from '../../../rules/till/till-events.ts'
import {
  isOwnRefund,
  moneyOfRefund,
  ownSaleOf,
  refundNeedsApproval,
} from '../../../rules/till/till-sale.ts'
import { canBeAgreed } from '../../accounts/staff/can-be-agreed.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { blockCodeOfSale, giveBackForSale } from '../../credit/reserves/use-reserve.ts'
import { widestLimits } from '../../settings/former-limits.ts'
import { returnToStock } from '../../stock/return-to-stock.ts'
import type { Approved } from '../devices/approve.ts'
import {
  auditDoubts,
  isOfShift,
  NOT_OF_SHIFT,
  notAfter,
  type Origin,
  originColumns,
  originFacts,
} from '../events/event-origin.ts'
import type { Unplaced } from '../shifts/record-shift.ts'
import { lockShift } from './find-place.ts'

/**
 * Writes down items that came back against a receipt. More than was sold comes back to stock never:
 * it is noted for a person, as is more money than was paid for them. Sent again, it is the same return.
 */
export async function recordReturn(
  db: Tx,
  origin: Origin,
  event: SaleReturn,
  approved: Approved | null,
  now: Date,
  /** Its drawer was looked up when its sale was agreed to, and holds its cash again at once. */
  { isPlaced = false } = {},
): Promise<Received | Unplaced> {
  // Two returns against one receipt, from two tills: the second sees the first.
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
  if (known) return { id: event.id, number: null, reviewReasons: known.reviewReasons }
  const sold = await readSold(db, sale.id)
  if (event.lines.some(({ lineId }) => !sold.has(lineId)))
    return { why: { code: 'line-unknown', saleNumber: event.saleNumber } }

  const reviewReasons = new Set<ReviewReason>(origin.doubts.map(({ reason }) => reason))
  const { back, most, isMore } = weighReturn(sale, sold, event.lines)
  if (isMore) reviewReasons.add('returned-twice')
  const amount = event.lines.reduce((sum, line) => sum + line.amount, 0)
  const isSold = sale.paymentStatus === 'completed'
  const isOver = amount !== event.refund || event.refund > most
  if (isOver || !isSold || sale.unpaidAmount > 0) reviewReasons.add('sum-differs')
  const before = await readRefunded(db, sale.id)
  const givenBack = before + event.refund
  // What a code has paid goes back on it, and is no cash.
  const creditBack = Math.min(event.creditBack ?? 0, event.refund)
  const exchanged = await readExchanged(db, event, event.refund - creditBack)
  if (exchanged.isTaken) reviewReasons.add('sum-differs')
  const onNew = event.creditCode ? event.refund - creditBack - exchanged.amount : 0
  const at = notAfter(event.at, now)
  // The shift, the products, then the code: as a sale locks them.
  const found = await lockShift(db, event.shiftId)
  // What was never paid for went back to stock when it was given up, or still will.
  if (isSold)
    await returnToStock(db, back, {
      posSaleId: sale.id,
      byUser: origin.userId,
      cause: 'taken-back',
      reason: event.reason,
    })
  const onCode = isSold ? await giveBackForSale(db, sale.id, origin.userId, creditBack) : 0
  // A till that does not know what came back at another has put on the code what is not owed to it, and paid too little out.
  const onCodes = onCode + exchanged.credit
  if (onCode !== creditBack || onCodes !== backOnCode(sale.creditAmount, before, event.refund))
    reviewReasons.add('sum-differs')
  // Money that left after the count is missing from no drawer that was counted.
  const named = found?.isCounted && !isPlaced ? undefined : found
  const shift = named && (isPlaced || isOfShift(origin, named)) ? named : undefined
  const needed =
    refundNeedsApproval(origin.role, givenBack) &&
    refundNeedsApproval(
      origin.role,
      givenBack,
      await widestLimits(db, { at, openedAt: shift?.openedAt }, now),
    )
  const inMoney = moneyOfRefund(event.lines, event.refund, event.refund - exchanged.amount)
  const second = await askSecond(db, origin, sale, {
    refunded: before,
    amount: event.refund,
    inMoney,
  })
  const isForOther = second !== 'nobody'
  const other = approved?.by === origin.userId ? null : approved
  if ((needed && !approved) || (isForOther && !other)) reviewReasons.add('refund-unapproved')
  else if ((needed || isForOther) && !approved?.isLive) reviewReasons.add('approved-offline')
  if (!shift) reviewReasons.add(named ? NOT_OF_SHIFT.reason : 'shift-unknown')
  else if (shift.abandonedAt || shift.retiredAt) reviewReasons.add('shift-unknown')
  await db.insert(posReturns).values({
    id: event.id,
    posSaleId: sale.id,
    shiftId: shift?.id ?? null,
    cashierId: origin.userId,
    ...originColumns(origin),
    refundAmount: event.refund,
    creditAmount: creditBack + exchanged.credit + onNew,
    reason: event.reason,
    exchangeSaleId: event.exchangeSaleId,
    exchangeAmount: exchanged.amount,
    paidSaleId: exchanged.amount > 0 ? event.exchangeSaleId : null,
    approvedBy: (needed ? approved : isForOther ? other : null)?.by ?? null,
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
  const isSeenLater = second === 'looks' && !needed
  const isDoubtful = [...reviewReasons].some(
    (reason) => BLOCKING.has(reason) && !(isSeenLater && reason === 'refund-unapproved'),
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
  await auditDoubts(db, origin, [...reviewReasons], sale, event.refund)
  return { id: event.id, number: null, reviewReasons: [...reviewReasons] }
}

/**
 * What nobody gives back alone while somebody else runs the shop: of a sale of their own, and from the sum on that needs a
 * second person what who runs the shop gives back. Where who runs the shop has but sold it themselves, somebody else
 * looks at it, and a code that it goes on can be spent before.
 */
async function askSecond(
  db: Tx,
  { role, userId }: Origin,
  sale: { cashierId: string; customerPhone: string | null },
  back: { refunded: number; amount: number; inMoney: number },
): Promise<'nobody' | 'looks' | 'agrees'> {
  const limit = limitSettings().secondPersonFrom
  const isLarge = mayRunShop(role) && needsSecondPerson({ ...back, isOwn: false }, limit)
  const own = ownSaleOf(sale, { id: userId, phone: await readOwnNumber(db, userId) })
  if (!isLarge && !isOwnRefund(own, back.inMoney)) return 'nobody'
  if (!(await canBeAgreed(db, [userId]))) return 'nobody'
  return isLarge || own.isBought || !mayRunShop(role) ? 'agrees' : 'looks'
}

/** The telephone number of a person's account, as it was typed. */
export async function readOwnNumber(db: Tx, userId: string): Promise<string | null> {
  const [own] = await db
    .select(columnsOf(profiles, 'phone'))
    .from(profiles)
    .where(eq(profiles.userId, userId))
  return own?.phone ?? null
}

/** Where more may stand on a code than is owed, or nobody may have given it, nothing is spent of it unseen. */
const BLOCKING: ReadonlySet<ReviewReason> = new Set([
  'sum-differs',
  'returned-twice',
  'maker-unproven',
  'signature-wrong',
  'refund-unapproved',
])

/** What of a refund pays the sale of what was taken instead, at most `most`; nothing where another return has paid it. */
async function readExchanged(db: Tx, { exchangeSaleId, exchange }: SaleReturn, most: number) {
  if (!exchange || exchangeSaleId === null) return { amount: 0, credit: 0, isTaken: false }
  const isTaken = (await db.$count(posReturns, eq(posReturns.paidSaleId, exchangeSaleId))) > 0
  const amount = isTaken ? 0 : Math.min(exchange.amount, most)
  return { amount, credit: Math.min(exchange.credit, amount), isTaken }
}

/** What went back of a receipt before, in kwacha: in many small pieces it is a large refund as well. */
export async function readRefunded(db: Tx, saleId: string): Promise<number> {
  const [sum] = await db
    .select({ refunded: sql<number>`coalesce(sum(${posReturns.refundAmount}), 0)`.mapWith(Number) })
    .from(posReturns)
    .where(eq(posReturns.posSaleId, saleId))
  return sum?.refunded ?? 0
}

type Sold = { variantId: string | null; quantity: number; paid: number; left: number }

/**
 * What comes back of a receipt: what of it goes to stock, what it is worth at most in kwacha, and whether more comes than
 * is left. Takes it off what is left.
 */
export function weighReturn(
  { totalAmount, unpaidAmount }: { totalAmount: number; unpaidAmount: number },
  sold: Map<string, Sold>,
  lines: SaleReturn['lines'],
) {
  const back: { variantId: string; quantity: number }[] = []
  let isMore = false
  let worth = 0
  for (const { lineId, quantity, isRestocked } of lines) {
    const line = sold.get(lineId)
    if (!line) continue
    const there = Math.min(quantity, line.left)
    if (there < quantity) isMore = true
    line.left -= there
    worth += Math.ceil((line.paid * there) / line.quantity)
    if (isRestocked && there > 0 && line.variantId)
      back.push({ variantId: line.variantId, quantity: there })
  }
  const paid = [...sold.values()].reduce((sum, line) => sum + line.paid, 0)
  // What is off the whole sale, or was never paid of it, is off each of its items.
  const most = paid === 0 ? 0 : shareOf(worth, totalAmount - unpaidAmount, paid, 'up')
  return { back, most, isMore }
}

/** The lines of a sale, and how many units of each have not come back yet. */
export async function readSold(db: Tx, saleId: string): Promise<Map<string, Sold>> {
  const items = await db
    .select({
      ...columnsOf(posSaleItems, 'id', 'variantId', 'quantity'),
      paid: posSaleItems.totalPrice,
    })
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, saleId))
  const returned = await db
    .select({
      id: posReturnItems.posSaleItemId,
      units: sql<number>`sum(${posReturnItems.quantity})`.mapWith(Number),
    })
    .from(posReturnItems)
    .where(
      inArray(
        posReturnItems.posSaleItemId,
        items.map(({ id }) => id),
      ),
    )
    .groupBy(posReturnItems.posSaleItemId)
  const gone = new Map(returned.map(({ id, units }) => [id, units]))
  return new Map(
    items.map(({ id, ...item }) => [
      id,
      { ...item, left: Math.max(0, item.quantity - (gone.get(id) ?? 0)) },
    ]),
  )
}
