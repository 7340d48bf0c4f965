import { eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { creditReserves, posReturns, posSaleItems, posSales } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { mayRunShop, ROLES, type Role } from '../../../rules/accounts/roles.ts'
import { backOnCode } from '../../../rules/credit/reserve.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import {
  type Approval,
  type AwaitedExchange,
  cashOfExchange,
  type TillReviewReason,
} from '../../../rules/till/till-events.ts'
import {
  moneyOfRefund,
  ownNeedsApproval,
  ownSaleOf,
  refundNeedsApproval,
} from '../../../rules/till/till-sale.ts'
import { hasOtherRunner } from '../../accounts/staff/other-runner.ts'
import { lockProductsOf } from '../../stock/lock-products.ts'
import { isApprovedLive } from '../devices/approve.ts'
import { hasOtherApprover } from '../devices/approvers.ts'
import { findOrigin } from '../events/event-origin.ts'
import { lockShift } from '../sales/find-place.ts'
import { takeOfCode } from '../sales/record-sale.ts'
import type { Sale } from '../sales/ring-up-sale.ts'
import { readOwnNumber } from './own-return.ts'
import { recordReturn } from './record-return.ts'
import { readRefunded, readSold, weighReturn } from './weigh-return.ts'

/** What a till says will come back for a sale that mobile money is to pay. */
export type ExchangeRequest = Omit<AwaitedExchange, 'approvedBy'> & {
  approval: Pick<Approval, 'by' | 'proof'> | null
}

/**
 * Checks a return that is to pay a part of a sale and is recorded once the sale is paid. Refuses lines that cannot
 * come back any more, a sum that is not their worth, and a return that lacks the approval it needs (also because it is
 * the cashier's own sale), before any payment is requested.
 */
export async function agreeToExchange(
  shop: Pick<Shop, 'config'>,
  db: Tx,
  { userId, role, deviceId }: { userId: string; role: Role; deviceId: string },
  { approval, ...exchange }: ExchangeRequest,
): Promise<
  { ok: true; exchange: AwaitedExchange } | Refusal<'till-exchange-changed' | 'till-refund'>
> {
  const known = await canComeBack(db, exchange)
  if (known === null) return { ok: false, reason: 'till-exchange-changed' }
  const what = { returnId: exchange.id, refund: exchange.refund }
  const isApproved = approval !== null && (await isApprovedLive(shop, db, approval, deviceId, what))
  const isAbove = refundNeedsApproval(role, known.before + exchange.refund)
  if (isAbove && !isApproved) return { ok: false, reason: 'till-refund' }
  const isByOther = isApproved && approval.by !== userId
  if (!isByOther && (await isForOther(db, { userId, role }, known.sale, exchange)))
    return { ok: false, reason: 'till-refund' }
  return { ok: true, exchange: { ...exchange, approvedBy: isApproved ? approval.by : null } }
}

/**
 * Whether somebody else has to approve. The whole return pays for the sale and nothing is paid out. Who runs the shop
 * is not asked for a PIN when nobody else has one: somebody else looks at it afterwards.
 */
async function isForOther(
  db: Tx,
  { userId, role }: { userId: string; role: Role },
  sale: Sale,
  { lines, refund }: Pick<AwaitedExchange, 'lines' | 'refund'>,
) {
  const own = ownSaleOf(sale, { id: userId, phone: await readOwnNumber(db, userId) })
  const isAsked = ownNeedsApproval(role, own, moneyOfRefund(lines, refund, 0))
  return (
    isAsked &&
    (mayRunShop(role) ? await hasOtherApprover(db, userId) : await hasOtherRunner(db, [userId]))
  )
}

/**
 * The sale, and how much of it was refunded before, in kwacha; null when these lines cannot come back,
 * or not for this sum.
 */
async function canComeBack(
  db: Tx,
  { id, number, lines, refund, credit }: Omit<AwaitedExchange, 'approvedBy'>,
): Promise<{ sale: Sale; before: number } | null> {
  const [sale] = await db.select().from(posSales).where(eq(posSales.saleNumber, number))
  if (sale?.paymentStatus !== 'completed' || sale.unpaidAmount > 0) return null
  if (await isTaken(db, id)) return null
  const sold = await readSold(db, sale.id)
  const { most, isMore, isAbove, isBelow } = weighReturn(sale, sold, lines)
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  const isKnown = lines.every(({ lineId }) => sold.has(lineId))
  const before = await readRefunded(db, sale.id)
  const isTrue = amount === refund && refund <= most && !isAbove && !isBelow
  const isOfCode = credit === backOnCode(sale.creditAmount, before, refund)
  return isKnown && !isMore && isTrue && isOfCode ? { sale, before } : null
}

/** Whether a return or a reserve already has this id: what a code carries over is reserved under its return's id. */
const isTaken = async (db: Tx, id: string) =>
  (await db.$count(posReturns, eq(posReturns.id, id))) > 0 ||
  (await db.$count(creditReserves, eq(creditReserves.id, id))) > 0

export type Exchanged = {
  byCash: number
  inCash: number
  notes: ReviewNote[]
  /** Why a person is to look at it although its sums are right. */
  doubts?: readonly TillReviewReason[]
}

/**
 * Once the rest of a locked sale is paid, records the return that was agreed for it, in the same step and in the
 * drawer of the sale. After a late payment it does so only if the items have not come back otherwise since.
 * `byCash`: what the return pays of the sale in cash by the books; `inCash`: what the customer was to pay in
 * cash, which is counted.
 */
export async function takeBackAwaited(
  db: Tx,
  sale: Sale,
  { now, isLate }: { now: Date; isLate: boolean },
): Promise<Exchanged> {
  const { exchange, deviceId, shiftId, cashierId } = sale
  if (!exchange || !deviceId || !shiftId) return { byCash: 0, inCash: sale.cashAmount, notes: [] }
  await lockBoth(db, { id: sale.id, shiftId }, exchange)
  const { id, number, lines, refund, reason, credit, approvedBy } = exchange
  if ((await isTaken(db, id)) || (isLate && (await canComeBack(db, exchange)) === null))
    return notTakenBack(db, sale, exchange)
  // The return has the sale's time, whenever the sale is paid.
  const at = sale.createdAt.toISOString()
  const approved = approvedBy === null ? null : { by: approvedBy, isLive: true }
  const made = { kind: 'return', id, cashierId, at, approval: null } as const
  // The cashier of the sale stands in for a session, with the lowest of the roles; findOrigin looks
  // up the cashier's own.
  const sender = { userId: cashierId, ip: null, role: ROLES[0], deviceId }
  const event = {
    ...made,
    shiftId,
    saleNumber: number,
    lines,
    refund,
    reason,
    exchangeSaleId: sale.id,
    exchange: { amount: refund, credit },
  }
  const origin = await findOrigin(db, sender, null, event)
  const done = await recordReturn(db, origin, event, approved, now, sale)
  if ('why' in done) return notTakenBack(db, sale, exchange)
  const use = { reserveId: id, deviceId, posSaleId: sale.id, amount: credit, byUser: cashierId }
  const taken = await takeOfCode(db, use, sale.id, sale)
  const byCash = cashOfExchange(exchange)
  return {
    byCash,
    inCash: sale.cashAmount - byCash,
    notes: [
      ...(isLate ? [{ code: 'exchange-late', number } as const] : []),
      ...(taken < credit
        ? [{ code: 'credit-short', ending: '', amount: credit, taken } as const]
        : []),
    ],
  }
}

/** Locks the receipt, the drawer, then the products of both sales: the order in which returns and sales lock. */
async function lockBoth(
  db: Tx,
  { id, shiftId }: { id: string; shiftId: string },
  { number, lines }: AwaitedExchange,
) {
  await db.select().from(posSales).where(eq(posSales.saleNumber, number)).for('update')
  await lockShift(db, shiftId)
  const back = lines.map(({ lineId }) => lineId)
  const items = await db
    .select({ variantId: posSaleItems.variantId })
    .from(posSaleItems)
    .where(or(eq(posSaleItems.posSaleId, id), inArray(posSaleItems.id, back)))
  await lockProductsOf(
    db,
    items.flatMap(({ variantId }) => variantId ?? []),
  )
}

/**
 * Nothing comes back and pays for the sale, so its items stay at the till. Its cash is not counted either, and a
 * person decides what happens to its money.
 */
export async function notTakenBack(
  db: Tx,
  sale: Sale,
  exchange: AwaitedExchange,
): Promise<Exchanged> {
  const { number, refund: amount, credit } = exchange
  const inCash = sale.cashAmount - cashOfExchange(exchange)
  await db
    .update(posSales)
    .set({
      cashAmount: 0,
      creditAmount: sale.creditAmount - credit,
      unpaidAmount: amount + inCash,
    })
    .where(eq(posSales.id, sale.id))
  return {
    byCash: 0,
    inCash: 0,
    notes: [
      { code: exchange.order ? 'order-not-exchanged' : 'exchange-not-made', number, amount },
      ...(inCash > 0 ? [{ code: 'cash-not-counted', amount: inCash } as const] : []),
    ],
  }
}
