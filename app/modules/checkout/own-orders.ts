import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { sumOf } from '../../db/sums.server.ts'
import { orderItems, orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { WaitingOrder } from '../../rules/checkout/checkout.ts'
import { type OrderPaymentState, outcomeOf, toPay } from '../../rules/orders/orders.ts'
import type { Order } from '../orders/read-order.ts'
import { findLatestPayment, type Payment } from '../payments/payments.ts'

/**
 * The condition for orders of this customer that can still be paid: no money has come, and their items are reserved.
 */
const isWaiting = (userId: string, now: Date) =>
  and(
    eq(orders.userId, userId),
    eq(orders.status, 'pending'),
    isNull(orders.paidAt),
    isNull(orders.reviewReason),
    gt(orders.expiresAt, now),
  )

/**
 * The customer's unpaid orders, newest first, at most 5. They hold items and codes, so the customer sees them before
 * their own order causes a refusal (docs/product.md, Unpaid orders).
 */
export const listWaitingOrders = (
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: string,
): Promise<WaitingOrder[]> =>
  db
    .select({
      orderNumber: orders.orderNumber,
      toPay: sql<number>`${orders.totalAmount} - ${orders.creditAmount}`.mapWith(Number),
      createdAt: orders.createdAt,
      expiresAt: orders.expiresAt,
      // With table names: in a query of one table, columns are written without it, and `id` would be the line's.
      itemCount: sumOf(
        sql`select sum(i.quantity) from ${orderItems} i where i.order_id = orders.id`,
      ),
      variantIds: sql<
        string[]
      >`array(select i.variant_id::text from ${orderItems} i where i.order_id = orders.id)`,
    })
    .from(orders)
    .where(isWaiting(userId, now()))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(5)

/** One unpaid order of the customer with its newest payment, to continue paying. */
export async function findWaitingOrder(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: string,
  orderNumber: string,
): Promise<{ order: Order; payment: Payment } | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(isWaiting(userId, now()), eq(orders.orderNumber, orderNumber)))
  const payment = order && (await findLatestPayment(db, { orderId: order.id }))
  return order && payment && { order, payment }
}

/** The customer's newest order in any state: the next checkout starts with its values. */
export async function findLastOrder(db: Db, userId: string): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  return order
}

const JUST_NOW_MS = 15 * 60_000

/**
 * The number of the customer's newest order, if it was placed within the last minutes and there was nothing to pay;
 * otherwise undefined.
 */
export async function findJustPlaced(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: string,
): Promise<string | undefined> {
  const order = await findLastOrder(db, userId)
  const isPlaced = order?.paidAt && toPay(order) === 0 && order.status !== 'cancelled'
  return isPlaced && now().getTime() - order.createdAt.getTime() <= JUST_NOW_MS
    ? order.orderNumber
    : undefined
}

/**
 * The number of the customer's newest order, if it was cancelled within the last minutes and the provider itself says
 * that it was not paid; otherwise undefined.
 */
export async function findCalledOff(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  userId: string,
): Promise<string | undefined> {
  const order = await findLastOrder(db, userId)
  const isOff = order?.status === 'cancelled' && !order.paidAt && !order.reviewReason
  if (!isOff || now().getTime() - (order.cancelledAt?.getTime() ?? 0) > JUST_NOW_MS)
    return undefined
  const payment = await findLatestPayment(db, { orderId: order.id })
  return payment?.status === 'failed' ? order.orderNumber : undefined
}

export type OrderOutcome = {
  id: string
  orderNumber: string
  userId: string
  /** The order's link is signed with it. */
  linkVersion: number
  paidAt: Date | null
  state: OrderPaymentState
}

/** The outcome that a customer sees who comes back from paying. */
export async function findOutcome(db: Db, orderNumber: string): Promise<OrderOutcome | undefined> {
  const [order] = await db
    .select(
      columnsOf(
        orders,
        'id',
        'orderNumber',
        'userId',
        'linkVersion',
        'status',
        'paidAt',
        'reviewReason',
        'totalAmount',
        'coveredAmount',
        'creditAmount',
        'refundedAmount',
      ),
    )
    .from(orders)
    .where(eq(orders.orderNumber, orderNumber))
  if (!order) return undefined
  const { id, userId, linkVersion, paidAt } = order
  return { id, orderNumber, userId, linkVersion, paidAt, state: outcomeOf(order) }
}
