import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { orderEvents } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { OrderNote } from '../../rules/messages/orders/orders.ts'
import {
  findTransition,
  MONEY_UNDER_REVIEW,
  type OrderEmailKind,
} from '../../rules/orders/order-transitions.ts'
import { toPay } from '../../rules/orders/orders.ts'
import { applyTransition, flagOrder } from './change-order.ts'
import type { Order } from './read-order.ts'

type MoneyReceived = { outcome: 'paid' | 'revived' | 'under review'; email: OrderEmailKind | null }

/**
 * A verified payment has arrived for a locked order. It makes the step that a payment makes from its status; an
 * order that ended unpaid comes back when its items are still there. Money for which there is no step is under
 * review; what came above what the order has to pay (`isTooMuch`) waits for a person while the order goes its way.
 */
export async function receiveMoney(
  db: Tx,
  order: Order,
  now: Date,
  isTooMuch = false,
): Promise<MoneyReceived> {
  const flag = async (why: keyof typeof MONEY_UNDER_REVIEW, note: OrderNote) => {
    await flagOrder(db, order, MONEY_UNDER_REVIEW[why], note, order.paidAt ?? now)
    return { outcome: 'under review', email: 'review' } as const
  }
  if (order.paidAt) return flag('paid-before', { code: 'paid-twice' })
  const step = findTransition('payment', order)
  if (!step) throw new Error(`no step for money in ${order.status}`)
  const isBack = order.status === 'cancelled'
  // Nobody is left to send an anonymized one to.
  if (isBack && (order.anonymizedAt || (await wasCancelledByStaff(db, order))))
    return flag('cancelled-by-staff', { code: 'paid-after-cancel' })
  const code = isBack ? 'paid-late' : toPay(order) === 0 ? 'nothing-to-pay' : 'paid'
  const apply = (db: Tx) => applyTransition(db, order, step, { now, note: { code } })
  // A savepoint: when the items are gone, what was taken of them goes back and the review stays.
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
  return { outcome: isBack ? 'revived' : 'paid', email: step.email }
}

async function wasCancelledByStaff(db: Tx, { id, userId }: Order) {
  const [last] = await db
    .select({ byUser: orderEvents.byUser })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, id),
        eq(orderEvents.toStatus, 'cancelled'),
        // Brought back by a slip of the hand that was undone: it stands as who ended it has left it.
        sql`${orderEvents.note} ->> 'code' is distinct from 'undone'`,
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.byUser != null && last.byUser !== userId
}
