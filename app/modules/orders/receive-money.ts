import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { orderEvents } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { DayRange } from '../../rules/checkout/delivery-days.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import {
  findTransition,
  MONEY_UNDER_REVIEW,
  type OrderEmailKind,
} from '../../rules/orders/order-transitions.ts'
import { toPay } from '../../rules/orders/orders.ts'
import { applyTransition, flagOrder } from './change-order.ts'
import { dueOnPayment } from './due-days.ts'
import type { Order, OrderItem } from './read-order.ts'

type Receipt = {
  now: Date
  items: readonly OrderItem[]
  /** More came than is due, so that the order goes on and also waits for a person. */
  isTooMuch?: boolean
}

type MoneyReceived = {
  outcome: 'paid' | 'revived' | 'under review'
  email: OrderEmailKind | null
  releaseCode: string | null
  /** The delivery days if they are promised anew. */
  due?: DayRange | null
}

/**
 * A verified payment has arrived for a locked order: makes the payment's step from its status. An order that ended
 * unpaid becomes active again if its items are still in stock. Money without such a step is put under review.
 */
export async function receiveMoney(
  db: Tx,
  order: Order,
  { now, items, isTooMuch = false }: Receipt,
): Promise<MoneyReceived> {
  const flag = async (why: keyof typeof MONEY_UNDER_REVIEW, note: OrderNote) => {
    await flagOrder(db, order, MONEY_UNDER_REVIEW[why], note, order.paidAt ?? now)
    const { releaseCode } = order
    return { outcome: 'under review', email: 'review', releaseCode } as const
  }
  if (order.paidAt) return flag('paid-before', { code: 'paid-twice' })
  const step = findTransition('payment', order)
  if (!step) throw new Error(`no step for money in ${order.status}`)
  const isBack = order.status === 'cancelled'
  // An anonymized order has nobody to send it to.
  if (isBack && (order.anonymizedAt || (await wasCancelledByStaff(db, order))))
    return flag('cancelled-by-staff', { code: 'paid-after-cancel' })
  const code = isBack ? 'paid-late' : toPay(order) === 0 ? 'nothing-to-pay' : 'paid'
  const due = dueOnPayment(order, items, now)
  const apply = (db: Tx) => applyTransition(db, order, step, { now, note: { code }, due })
  // In a savepoint, so that when items are sold out, what was taken of them is rolled back and the review stays.
  const done = await (step.stock === 'take' ? transact(db, apply) : apply(db))
  if (!done.ok && done.reason === 'order-credit-gone')
    return flag('credit-gone', { code: 'paid-without-credit' })
  if (!done.ok) return flag('stock-gone', { code: 'paid-without-stock' })
  if (isTooMuch)
    await flagOrder(
      db,
      { ...order, status: step.to },
      'paid-too-much',
      { code: 'paid-too-much' },
      now,
    )
  const { releaseCode } = done
  return { outcome: isBack ? 'revived' : 'paid', email: step.email, releaseCode, due }
}

async function wasCancelledByStaff(db: Tx, { id, userId }: Order) {
  const [last] = await db
    .select({ byUser: orderEvents.byUser })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, id),
        eq(orderEvents.toStatus, 'cancelled'),
        // Skips the undoing of a step: the order stays cancelled by whoever cancelled it before.
        sql`${orderEvents.note} ->> 'code' is distinct from 'undone'`,
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.byUser != null && last.byUser !== userId
}
