import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { orderEvents, orderItems, orders } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { OrderEmail } from '../../rules/messages/emails/orders.ts'
import {
  type OrderReviewReason,
  type OrderStatus,
  type Transition,
  transition,
} from '../../rules/orders/orders.ts'
import { holdDiscount, releaseDiscount } from '../discounts/hold-discount.ts'
import { giveBackStock, sellReserved, takeStock } from '../stock/move-stock.ts'

export type Order = typeof orders.$inferSelect
export type OrderItem = typeof orderItems.$inferSelect

/** Locks one order until the transaction ends: payment, expiry and staff take turns. */
export async function lockOrder(db: Tx, id: string): Promise<Order | undefined> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id)).for('update')
  return order
}

export const listItems = (db: Db | Tx, orderId: string): Promise<OrderItem[]> =>
  db.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.position)

type OrderEvent = {
  from: OrderStatus | null
  to: OrderStatus
  note?: string
  byUser?: string | null
}

/** A line of an order's history. */
export const eventOf = (orderId: string, { from, to, note, byUser }: OrderEvent) => ({
  orderId,
  fromStatus: from,
  toStatus: to,
  note: note ?? null,
  byUser: byUser ?? null,
})

export async function noteEvent(db: Tx, orderId: string, event: OrderEvent) {
  await db.insert(orderEvents).values(eventOf(orderId, event))
}

/** Cancels a locked order: its items and its use of a code go back. */
export async function cancelOrder(
  db: Tx,
  order: Order,
  now: Date,
  why: { note: string; byUser?: string | null },
) {
  await giveBackStock(db, order.paidAt ? 'return' : 'release', {
    orderId: order.id,
    byUser: why.byUser ?? null,
    reason: why.note,
  })
  if (order.discountRedeemed && order.discountId) await releaseDiscount(db, order.discountId)
  await db
    .update(orders)
    .set({
      status: 'cancelled',
      cancelledAt: now,
      discountRedeemed: false,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: order.status, to: 'cancelled', ...why })
}

/**
 * A verified payment has arrived for a locked order. A pending one goes to processing; one that expired
 * comes back to life when its items are still there; anything else is kept for a person to decide.
 */
export async function receiveMoney(
  db: Tx,
  order: Order,
  now: Date,
): Promise<'paid' | 'revived' | 'flagged'> {
  const paid = { paidAt: order.paidAt ?? now, version: sql`${orders.version} + 1` }
  const flag = async (reviewReason: OrderReviewReason, note: string) => {
    await db
      .update(orders)
      .set({ ...paid, reviewReason })
      .where(eq(orders.id, order.id))
    await noteEvent(db, order.id, { from: order.status, to: order.status, note })
    return 'flagged' as const
  }

  if (order.paidAt) return flag('paid-twice', 'Paid a second time: refund one payment')
  if (order.status !== 'cancelled') {
    await sellReserved(db, 'sale', { orderId: order.id })
    const status = order.status === 'pending' ? 'processing' : order.status
    await db
      .update(orders)
      .set({ ...paid, status })
      .where(eq(orders.id, order.id))
    await noteEvent(db, order.id, {
      from: order.status,
      to: status,
      note: order.totalAmount === 0 ? 'Nothing to pay' : 'Paid',
    })
    return 'paid'
  }
  const [last] = await db
    .select({ byUser: orderEvents.byUser })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.toStatus, 'cancelled')))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  const wasCancelledByStaff = last?.byUser != null && last.byUser !== order.userId
  if (wasCancelledByStaff) return flag('paid-late', 'Paid after it was cancelled: refund')

  // A savepoint: when the items are gone, what was taken of them goes back and the flag stays.
  const taken = await transact(db, async (db) =>
    takeStock(db, await listItems(db, order.id), 'sale', { orderId: order.id }),
  )
  if (!taken.ok) return flag('paid-without-stock', 'Paid after its stock was released: refund')
  const discountRedeemed = order.discountId !== null && (await holdDiscount(db, order.discountId))
  await db
    .update(orders)
    .set({ ...paid, status: 'processing', cancelledAt: null, discountRedeemed })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: 'cancelled', to: 'processing', note: 'Paid late' })
  return 'revived'
}

/** Marks an order for a person to look at, without changing anything else. */
export async function flagOrder(
  db: Tx,
  order: Order,
  reviewReason: OrderReviewReason,
  note: string,
) {
  await db
    .update(orders)
    .set({ reviewReason, version: sql`${orders.version} + 1` })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: order.status, to: order.status, note })
}

/** Stamps of what an order has not reached any more: a slip of the hand must not tell a customer of a parcel. */
const UNREACHED: Record<OrderStatus, Partial<Record<Stamp, null>>> = {
  pending: { shippedAt: null, deliveredAt: null, cancelledAt: null },
  processing: { shippedAt: null, deliveredAt: null, cancelledAt: null },
  shipped: { deliveredAt: null, cancelledAt: null },
  delivered: { cancelledAt: null },
  cancelled: {},
}
type Stamp = NonNullable<Transition['stamp']>

/**
 * Sets any status from any status (docs/product.md, States) on a locked order, with the stamp and the stock that go
 * with it (rules/orders.ts). Money that a cancelled order has taken waits for a person; an order that
 * comes back takes its items and its code again. Refuses that return when its items are gone.
 */
export async function changeStatus(
  db: Tx,
  order: Order,
  to: OrderStatus,
  now: Date,
  byUser: string,
): Promise<
  { ok: true } | { ok: false; reason: 'out-of-stock'; variantId: string; available: number }
> {
  const step = transition(order.status, to)
  if (!step) return { ok: true }
  if (step.stock === 'give-back') {
    await cancelOrder(db, order, now, { note: 'Cancelled by the shop', byUser })
    // Nothing was paid for what cost nothing: there is nothing to refund.
    if (order.paidAt && order.totalAmount > 0 && !order.reviewReason)
      await db.update(orders).set({ reviewReason: 'paid-late' }).where(eq(orders.id, order.id))
    return { ok: true }
  }
  const back = step.stock === 'take' ? await takeUpAgain(db, order, byUser) : null
  if (back && !back.ok) return back
  await db
    .update(orders)
    .set({
      status: to,
      version: sql`${orders.version} + 1`,
      ...back?.change,
      ...UNREACHED[to],
      ...(step.stamp ? { [step.stamp]: now } : {}),
    })
    .where(eq(orders.id, order.id))
  await noteEvent(db, order.id, { from: order.status, to, byUser })
  return { ok: true }
}

/** A cancelled order comes back: its items are taken, and its code is used again while uses are left. */
async function takeUpAgain(db: Tx, order: Order, byUser: string) {
  const kind = order.paidAt ? 'sale' : 'reservation'
  const items = await listItems(db, order.id)
  const taken = await takeStock(db, items, kind, { orderId: order.id, byUser })
  if (!taken.ok) return taken
  const discountRedeemed = order.discountId !== null && (await holdDiscount(db, order.discountId))
  // What it stood out for is answered: the money has its items again.
  const isAnswered =
    order.reviewReason === 'paid-late' || order.reviewReason === 'paid-without-stock'
  return {
    ok: true as const,
    change: { discountRedeemed, ...(isAnswered ? { reviewReason: null } : {}) },
  }
}

/** What the emails about an order need. */
export async function readOrderEmail(
  db: Db | Tx,
  order: Order,
  baseUrl: string,
): Promise<OrderEmail> {
  return {
    to: order.email,
    firstName: order.firstName,
    orderNumber: order.orderNumber,
    lines: await listItems(db, order.id),
    discountAmount: order.discountAmount,
    isFreeDelivery: order.isFreeDelivery,
    courierName: order.courierName,
    totalAmount: order.totalAmount,
    url: `${baseUrl}/orders`,
  }
}
