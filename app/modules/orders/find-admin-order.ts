import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orderEvents, orders, payments, users } from '../../db/tables.server.ts'
import { listItems } from './change-order.ts'
import { readOrderNumber } from './list-orders.ts'

const MOST_EVENTS = 200
const MOST_ATTEMPTS = 50

/**
 * All that staff see of one order: lines, address, money, attempts to pay, stamps and history. Four
 * queries. Undefined for what no order is called.
 */
export async function findAdminOrder(db: Db, number: string) {
  const orderNumber = readOrderNumber(number)
  if (!orderNumber) return undefined
  const [order] = await db.select().from(orders).where(eq(orders.orderNumber, orderNumber))
  if (!order) return undefined
  const [lines, attempts, history] = await Promise.all([
    listItems(db, order.id),
    db
      .select({
        id: payments.id,
        reference: payments.reference,
        status: payments.status,
        amount: payments.amount,
        paidAmount: payments.paidAmount,
        paidCurrency: payments.paidCurrency,
        channel: payments.channel,
        providerReference: payments.providerReference,
        lastAnswer: payments.lastAnswer,
        lastAskedAt: payments.lastAskedAt,
        settledAt: payments.settledAt,
        createdAt: payments.createdAt,
      })
      .from(payments)
      .where(eq(payments.orderId, order.id))
      .orderBy(asc(payments.createdAt))
      .limit(MOST_ATTEMPTS),
    db
      .select({
        id: orderEvents.id,
        from: orderEvents.fromStatus,
        to: orderEvents.toStatus,
        note: orderEvents.note,
        by: users.name,
        createdAt: orderEvents.createdAt,
      })
      .from(orderEvents)
      .leftJoin(users, eq(users.id, orderEvents.byUser))
      .where(eq(orderEvents.orderId, order.id))
      .orderBy(asc(orderEvents.id))
      .limit(MOST_EVENTS),
  ])
  const { idempotencyKey: _, idempotencyHash: __, ...shown } = order
  return { ...shown, lines, attempts, history }
}
export type AdminOrderDetails = NonNullable<Awaited<ReturnType<typeof findAdminOrder>>>
