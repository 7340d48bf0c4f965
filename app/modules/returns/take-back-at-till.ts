import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { returnItems, returns, shifts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Services } from '../../platform/services.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { CreditInCart } from '../../rules/credit/reserve.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { SMALLEST_PAYMENT } from '../../rules/money.ts'
import { lateNeedsApproval } from '../../rules/returns/at-till.ts'
import {
  AWAITED_RETURNS,
  findReturnTransition,
  type ReturnReason,
  type ReturnStatus,
  refundReasonOf,
} from '../../rules/returns/returns.ts'
import type { Approval } from '../../rules/till/till-events.ts'
import { refundNeedsApproval } from '../../rules/till/till-sale.ts'
import type { ActorOrJob } from '../audit/record-audit.ts'
import { findCodeOfRefund } from '../credit/put-on-credit.ts'
import { reserveCredit } from '../credit/reserves/reserve-credit.ts'
import { listItems, lockOrder, type Order } from '../orders/read-order.ts'
import { auditOrder } from '../orders/staff/audit-order.ts'
import { readMoney } from '../refunds/read-money.ts'
import { requestLocked } from '../refunds/request-refund.ts'
import { takeBack } from '../stock/return-to-stock.ts'
import { isApprovedLive } from '../till/devices/approve.ts'
import { lockProductsOfOrder, releaseExchangeUnits } from './exchange-units.ts'
import { findTakenBack } from './find-taken-back.ts'
import { readReturnedUnits } from './request-return.ts'

export type TakenBackAtTill = {
  /** The till's own id: sent again after a lost response, it is the same return and the same refund. */
  id: string
  orderId: string
  /** The shift whose drawer the cash comes from. */
  shiftId: string
  reason: ReturnReason
  lines: readonly { lineId: string; quantity: number; isRestocked: boolean }[]
  /** The sum that cashier and customer saw, in kwacha. */
  refund: number
  approval: Pick<Approval, 'by' | 'proof'> | null
  /** In cash out of the drawer, or as store credit, whose code is returned and emailed to the customer. */
  way: 'cash' | 'credit'
  /** The sale for which this return pays; the till sends it once this is answered. */
  exchangeSaleId?: string | null | undefined
  /** How much of that sale mobile money is to pay, in kwacha. */
  mobileAmount?: number | null | undefined
  /** Only asks whether the return of this id is on record: one that never arrived is not made now. */
  onlyIfKnown?: boolean | undefined
}
export type AtTill = ActorOrJob & { role: Role; deviceId: string; tillId: string }
export type TakeRefusal =
  | Refusal<'not-found' | 'edited-meanwhile' | 'return-too-late' | 'return-lines-bad'>
  | Refusal<'till-refund' | 'till-refund-late' | 'drawer-not-open'>
  | Refusal<'pos-too-small' | 'pos-payments-off'>
  | Extract<Awaited<ReturnType<typeof requestLocked>>, { ok: false }>

type TakenBack = { ok: true; orderNumber: string; refund: number; creditCode: string | null }

/**
 * Takes back items of an order of the web shop. When they come back as store credit for an exchange, the code is also
 * reserved for its sale, under the return's id; `credit` is null when that failed. Called again after a lost response,
 * it makes no second return and no second code; one that asks for other items or another sum is refused.
 */
export async function takeBackAtTill(
  shop: Shop,
  actor: AtTill,
  asked: TakenBackAtTill,
): Promise<(TakenBack & { credit: CreditInCart | null }) | TakeRefusal> {
  const done = await takeBackOrder(shop, actor, asked)
  if (!done.ok) return done
  const { id, exchangeSaleId: cartId, shiftId, refund: amount } = asked
  if (!done.creditCode || !cartId) return { ...done, credit: null }
  const held = await reserveCredit(shop, actor, {
    id,
    code: done.creditCode,
    cartId,
    amount,
    shiftId,
  })
  return { ...done, credit: held.ok && held.credit.amount === amount ? held.credit : null }
}

/**
 * Items of an order come back over the counter: received, inspected and settled in one act, refunded in cash out of
 * the drawer of this till's open shift, or as store credit. A PIN must approve a refund above the limit of this
 * person, and a return of an order that is not delivered or past the policy's days.
 */
const takeBackOrder = (
  shop: Shop,
  actor: AtTill,
  asked: TakenBackAtTill,
): Promise<TakenBack | TakeRefusal> =>
  transact(shop.db, async (db) => {
    const order = await lockOrder(db, asked.orderId)
    if (!order || order.anonymizedAt) return { ok: false, reason: 'not-found' }
    const { orderNumber } = order
    if ((await db.$count(returns, eq(returns.id, asked.id))) > 0) {
      const refund = await findTakenBack(db, asked)
      if (refund === null) return { ok: false, reason: 'edited-meanwhile' }
      return { ok: true, orderNumber, refund, creditCode: await findCodeOfRefund(db, asked.id) }
    }
    if (asked.onlyIfKnown) return { ok: false, reason: 'not-found' }
    // When the payment for the rest could not be requested, nothing comes back.
    if (typeof asked.mobileAmount === 'number') {
      if (shop.config.payments === 'off') return { ok: false, reason: 'pos-payments-off' }
      if (asked.mobileAmount < SMALLEST_PAYMENT) return { ok: false, reason: 'pos-too-small' }
    }
    const done = await takeBackLocked(shop, db, actor, order, asked)
    if (!done.ok) return done
    const creditCode = await findCodeOfRefund(db, asked.id)
    return { ok: true, orderNumber, refund: asked.refund, creditCode }
  })

/**
 * Takes back items of a locked order; the caller rolls back on a refusal. `agreed`: the return was checked before, and
 * its sale is paid by now.
 */
export async function takeBackLocked(
  shop: Pick<Services, 'jobs' | 'config' | 'now'>,
  db: Tx,
  actor: AtTill,
  order: Order,
  asked: TakenBackAtTill,
  agreed: { approvedBy: string | null } | null = null,
): Promise<{ ok: true; approvedBy: string | null } | TakeRefusal> {
  const { exchangeSaleId, shiftId } = asked
  const isPaid = exchangeSaleId ? eq(returns.tillSaleId, exchangeSaleId) : sql`false`
  if ((await db.$count(returns, isPaid)) > 0) return { ok: false, reason: 'edited-meanwhile' }
  if (order.status !== 'shipped' && order.status !== 'delivered')
    return { ok: false, reason: 'return-too-late' }
  if (!agreed && !(await isShiftOfTill(db, shiftId, actor.tillId)))
    return { ok: false, reason: 'drawer-not-open' }
  const allowed = agreed
    ? ({ ok: true, ...agreed } as const)
    : await checkApproval(shop, db, actor, order, asked)
  if (!allowed.ok) return allowed
  const { approvedBy } = allowed
  const items = await listItems(db, order.id)
  await lockProductsOfOrder(db, items)
  await endAwaited(shop, db, actor, order, asked)
  const gone = await readReturnedUnits(db, order.id)
  const seen = new Set<string>()
  const back: { variantId: string; restocked: number; faulty: number }[] = []
  for (const { lineId, quantity, isRestocked } of asked.lines) {
    const item = items.find(({ id }) => id === lineId)
    const left = (item?.quantity ?? 0) - (gone.get(lineId) ?? 0)
    if (!item || seen.has(lineId) || quantity < 1 || quantity > left)
      return { ok: false, reason: 'return-lines-bad' }
    seen.add(lineId)
    back.push({
      variantId: item.variantId,
      restocked: isRestocked ? quantity : 0,
      faulty: isRestocked ? 0 : quantity,
    })
  }
  if (seen.size === 0) return { ok: false, reason: 'return-lines-bad' }
  await writeReturn(shop, db, actor, order, asked)
  await takeBack(db, back, { orderId: order.id, byUser: actor.userId, isHeld: true })
  await auditOrder(db, actor, order, {
    action: 'return noted',
    after: {
      reason: asked.reason,
      units: asked.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      till: actor.tillId,
      ...(approvedBy ? { approvedBy } : {}),
    },
  })
  const refunded = await requestLocked(shop, db, actor, {
    id: asked.id,
    orderId: order.id,
    version: order.version,
    what: {
      kind: 'lines',
      withDelivery: false,
      lines: asked.lines.map(({ lineId, quantity: units }) => ({ lineId, units })),
    },
    way: asked.way,
    reason: refundReasonOf(asked.reason),
    note: null,
    given: asked.way === 'cash' ? { shiftId, isPlaced: agreed !== null } : { asCredit: true },
  })
  if (!refunded.ok) return refunded
  // Nobody pays out another sum than the one they saw.
  if (refunded.amount !== asked.refund) return { ok: false, reason: 'edited-meanwhile' }
  const settled = findReturnTransition('counter', { status: AT_COUNTER }, 'settled')
  if (!settled) return { ok: false, reason: 'edited-meanwhile' }
  await db
    .update(returns)
    .set({
      status: settled.to,
      [settled.stamp]: shop.now(),
      refundId: asked.id,
      tillSaleId: asked.exchangeSaleId ?? null,
    })
    .where(eq(returns.id, asked.id))
  return { ok: true, approvedBy }
}

/** Whether the person at the till may refund this much of an order alone, or somebody who may has approved it. */
async function checkApproval(
  shop: Pick<Shop, 'config' | 'now'>,
  db: Tx,
  { role, deviceId }: AtTill,
  order: Order,
  { id: returnId, refund, approval }: TakenBackAtTill,
): Promise<{ ok: true; approvedBy: string | null } | Refusal<'till-refund' | 'till-refund-late'>> {
  const before = (await readMoney(db, order.id)).refunded
  // All refunds of an order count together: many small ones add up to a large one.
  const isAbove = refundNeedsApproval(role, before + refund)
  if (!isAbove && !lateNeedsApproval(role, order, shop.now())) return { ok: true, approvedBy: null }
  const isApproved =
    approval && (await isApprovedLive(shop, db, approval, deviceId, { returnId, refund }))
  return isApproved
    ? { ok: true, approvedBy: approval.by }
    : { ok: false, reason: isAbove ? 'till-refund' : 'till-refund-late' }
}

async function isShiftOfTill(db: Tx, id: string, tillId: string) {
  const here = and(eq(shifts.id, id), eq(shifts.tillId, tillId), isNull(shifts.closedAt))
  return (await db.$count(shifts, here)) === 1
}

/** The first status of a return over the counter: it is approved, has arrived and is inspected. */
const AT_COUNTER: ReturnStatus = 'inspected'

async function writeReturn(
  { now }: Pick<Shop, 'now'>,
  db: Tx,
  { userId: requestedBy }: ActorOrJob,
  { id: orderId }: Order,
  { id, reason, lines }: TakenBackAtTill,
) {
  const at = now()
  await db.insert(returns).values({
    id,
    orderId,
    reason,
    status: AT_COUNTER,
    requestedBy,
    decidedAt: at,
    receivedAt: at,
    inspectedAt: at,
  })
  await db.insert(returnItems).values(
    lines.map(({ lineId, quantity, isRestocked }) => ({
      returnId: id,
      orderItemId: lineId,
      quantity,
      restocked: isRestocked ? quantity : 0,
      faulty: isRestocked ? 0 : quantity,
    })),
  )
}

/**
 * Cancels the requests for these lines that have not arrived, because the customer brings the items now. What was
 * reserved for their exchange is for sale again.
 */
async function endAwaited(
  { now }: Pick<Shop, 'now'>,
  db: Tx,
  { userId }: ActorOrJob,
  order: Order,
  { lines }: TakenBackAtTill,
) {
  const awaited = await db
    .selectDistinct({ id: returns.id, status: returns.status })
    .from(returns)
    .innerJoin(returnItems, eq(returnItems.returnId, returns.id))
    .where(
      and(
        eq(returns.orderId, order.id),
        inArray(returns.status, [...AWAITED_RETURNS]),
        inArray(
          returnItems.orderItemId,
          lines.map(({ lineId }) => lineId),
        ),
      ),
    )
  for (const { id, status } of awaited) {
    const step = findReturnTransition('counter', { status }, 'cancelled')
    if (!step) continue
    await releaseExchangeUnits(db, order, id, userId)
    await db
      .update(returns)
      .set({ status: step.to, [step.stamp]: now(), version: sql`${returns.version} + 1` })
      .where(eq(returns.id, id))
  }
}
