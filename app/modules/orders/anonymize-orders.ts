import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import { isOlderThan } from '../../db/older-than.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import {
  orderEvents,
  orderMessages,
  orderStaffNotes,
  orders,
  posSales,
  refunds,
  returns,
  shipments,
} from '../../db/tables.server.ts'
import { NO_ADDRESS, type OrderStatus } from '../../rules/orders/orders.ts'
import { RETENTION } from '../../rules/privacy/retention.ts'
import { forgetWaybillsInAudit } from '../audit/forget-orders.ts'
import { forgetPayer } from '../payments/forget-payer.ts'

const isReturning = sql<boolean>`(exists (select from ${refunds} r where r.order_id = ${orders}.id
  and r.status in ('awaiting', 'requested', 'sent', 'failed'))
  or exists (select from ${returns} b where b.order_id = ${orders}.id and b.status in ('requested', 'approved', 'received', 'inspected'))
  or ${orders}.id in (select (s.exchange #>> '{order,id}')::uuid from ${posSales} s
    where s.payment_status = 'pending' and s.exchange #>> '{order,id}' is not null))`

/** Locks all orders of an account that still name somebody, so that payment, expiry and staff wait. */
export const lockOrdersOf = (db: Tx, userId: string) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      status: orders.status,
      reviewReason: orders.reviewReason,
      isReturning,
      email: orders.email,
      phone: orders.phone,
    })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(orders.anonymizedAt)))
    .orderBy(orders.id)
    .for('no key update')

const OVER = ['delivered', 'cancelled'] as const satisfies OrderStatus[]

/** Whether an order is over: delivered or cancelled, not under review, and with no open refund or return. */
export const isOver = (order: {
  status: OrderStatus
  reviewReason: unknown
  isReturning: boolean
}) =>
  OVER.some((over) => over === order.status) && order.reviewReason === null && !order.isReturning

/**
 * Anonymizes locked orders. What was sold, for how much, when and how it was paid stays. Erased are name, email,
 * phone number, addresses, notes (those of staff too), waybill (in the audit log too), the rider's name, messages, and
 * what people wrote into the history.
 */
export async function anonymizeOrders(db: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(orders)
    .set({
      email: '',
      firstName: '',
      lastName: '',
      phone: '',
      shippingAddress: NO_ADDRESS,
      billingAddress: NO_ADDRESS,
      addressKey: null,
      notes: null,
      waybill: null,
      collectAt: null,
      releaseCode: null,
      riderLinkAt: null,
      riderName: null,
      idempotencyKey: null,
      idempotencyHash: null,
      anonymizedAt: sql`now()`,
    })
    .where(inArray(orders.id, [...ids]))
  await db
    .update(orderEvents)
    .set({ note: null })
    .where(
      and(
        inArray(orderEvents.orderId, [...ids]),
        sql`${orderEvents.note} ->> 'code' in ('written', 'released-without-code', 'parcels-released-without-code',
          'rider-link', 'released-by-link', 'parcels-released-by-link')`,
      ),
    )
  await db
    .update(shipments)
    .set({ waybill: null })
    .where(inArray(shipments.orderId, [...ids]))
  await db.delete(orderStaffNotes).where(inArray(orderStaffNotes.orderId, [...ids]))
  await db.delete(orderMessages).where(inArray(orderMessages.orderId, [...ids]))
  await forgetWaybillsInAudit(db, ids)
  await forgetPayer(db, ids)
}

/** An old order counts as over when it is shipped, because not every shop notes that a parcel arrived. */
const OVER_WHEN_OLD = [...OVER, 'shipped'] as const satisfies OrderStatus[]

/** Anonymizes a batch of the oldest orders past the retention time, as an erasure does; returns how many. */
export const anonymizeOldOrders = (db: Db, limit: number): Promise<number> =>
  db.transaction(async (db) => {
    const old = await db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          isOlderThan(orders.createdAt, RETENTION.orderCustomers),
          isNull(orders.anonymizedAt),
          inArray(orders.status, [...OVER_WHEN_OLD]),
          isNull(orders.reviewReason),
          not(isReturning),
        ),
      )
      .orderBy(asc(orders.createdAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    await anonymizeOrders(
      db,
      old.map(({ id }) => id),
    )
    return old.length
  })
