import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../../db/keyset.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { holdsText } from '../../../db/search.server.ts'
import { searchPage } from '../../../db/search-page.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import {
  orderItems,
  orderMessages,
  orders,
  orderTags,
  payments,
  preorders,
  refunds,
  returns,
  shipmentItems,
  shipments,
  taggedOrders,
} from '../../../db/tables.server.ts'
import { type Direction, type Page } from '../../../rules/lists.ts'
import type { MessageState } from '../../../rules/orders/order-messages.ts'
import type { OrderReviewReason, OrderStatus, WaitingState } from '../../../rules/orders/orders.ts'
import { phoneSpellings } from '../../../rules/phone.ts'
import { isWaitingForStock } from '../../stock/preorders.ts'
import { CAME_COLUMNS } from '../read-came.ts'
import { TO_SEND } from '../shipments/list-shipments.ts'

export const ORDER_SORTS = ['-placed', '-total'] as const
export type OrderSort = 'placed' | 'total'

const SORT_COLUMNS: Record<OrderSort, SortColumn> = {
  placed: { column: orders.createdAt, type: 'timestamptz' },
  total: { column: orders.totalAmount, type: 'integer' },
}

export type OrdersQuery = {
  search: string
  status: OrderStatus | null
  messages?: MessageState | null
  /** Only orders that wait for this. */
  waiting?: WaitingState | null
  /** Only orders with this tag. */
  tag?: string | null
  sort: OrderSort
  direction: Direction
  after: string | null
  limit: number
}

/** The tags of the order that the query calls `orders`. */
export const tagsOfOrder = sql<
  string[]
>`array(select t.name from ${taggedOrders} g join ${orderTags} t on t.id = g.tag_id where g.order_id = orders.id order by lower(t.name))`

/** Whether an order has a unit to send, that is, not all of its items are refunded because they are not sent. */
export const hasToSend = sql<boolean>`exists (select from ${orderItems} where order_items.order_id = orders.id and order_items.quantity > ${TO_SEND.unsent})`

/** How much of an order's total was refunded, without what was paid above the total. */
const REFUNDED_OF_TOTAL = sumOf(
  sql`select sum(r.amount - r.surplus) from ${refunds} r where r.order_id = orders.id and r.status = 'done'`,
)

/** As columns of a query of `orders`: how much of its money was refunded (`refundedStateOf`). */
export const REFUNDED_COLUMNS = {
  refundedOfTotal: REFUNDED_OF_TOTAL,
  /** Computed only when something was refunded. */
  came: sql<number>`case when orders.refunded_amount > 0
    then ${CAME_COLUMNS.paid} + ${CAME_COLUMNS.credit} + orders.covered_amount else 0 end`.mapWith(
    Number,
  ),
}

const LISTED = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  createdAt: orders.createdAt,
  firstName: orders.firstName,
  lastName: orders.lastName,
  email: orders.email,
  phone: orders.phone,
  status: orders.status,
  reviewReason: orders.reviewReason,
  paidAt: orders.paidAt,
  packedAt: orders.packedAt,
  subtotal: orders.subtotal,
  discountAmount: orders.discountAmount,
  discountCode: orders.discountCode,
  deliveryAmount: orders.deliveryAmount,
  totalAmount: orders.totalAmount,
  creditAmount: orders.creditAmount,
  refundedAmount: orders.refundedAmount,
  coveredAmount: orders.coveredAmount,
  ...REFUNDED_COLUMNS,
  courierName: orders.courierName,
  waybill: orders.waybill,
  collectAt: orders.collectAt,
  shippingAddress: orders.shippingAddress,
  shippedAt: orders.shippedAt,
  deliveredAt: orders.deliveredAt,
  cancelledAt: orders.cancelledAt,
  version: orders.version,
  hasToSend,
  isOwed: sql<boolean>`${isWaitingForStock}`,
  hasMessage: sql<boolean>`exists (select from ${orderMessages} m where m.order_id = orders.id and m.is_waiting)`,
  /** How the oldest message that waits for an answer begins. */
  message: sql<
    string | null
  >`(select left(m.text, 120) from ${orderMessages} m where m.order_id = orders.id and m.is_waiting order by m.id limit 1)`,
  tags: tagsOfOrder,
  /** Of an order in parcels: how many parcels are shipped, and with how many items. */
  parcelCount: sumOf(sql`select count(*) from ${shipments} p where p.order_id = orders.id`),
  shippedCount: sumOf(
    sql`select sum(i.quantity) from ${shipmentItems} i join ${shipments} p on p.id = i.shipment_id where p.order_id = orders.id`,
  ),
  itemCount: sumOf(sql`select sum(i.quantity) from ${orderItems} i where i.order_id = orders.id`),
}

const taggedWith = (tag: string) =>
  sql`${orders.id} in (select g.order_id from ${taggedOrders} g join ${orderTags} t on t.id = g.tag_id where lower(t.name) = lower(${tag}))`

const owed = sql`${orders.id} in (select w.order_id from ${preorders} w where w.owed > 0)`

/** The conditions of `listAdminOrders` and of the counts of waiting orders: both mean the same rows. */
export const WAITING: Record<WaitingState, SQL> = {
  payment: sql`(orders.status = 'pending' and orders.paid_at is null)`,
  packing: sql`(orders.status = 'processing' and orders.paid_at is not null and orders.packed_at is null and not ${isWaitingForStock} and ${hasToSend})`,
  shipping: sql`(orders.status = 'processing' and orders.packed_at is not null)`,
  review: sql`orders.review_reason is not null`,
  preorders: owed,
  refunds: sql`orders.id in (select r.order_id from ${refunds} r where r.status in ('awaiting', 'requested') union all select r.order_id from ${refunds} r where r.status = 'failed')`,
  returns: sql`orders.id in (select r.order_id from ${returns} r where r.status in ('requested', 'approved', 'received', 'inspected'))`,
}

/** Matches a part of number, email or customer's name, or the whole phone number in any notation. */
export function holdsOrder(search: string) {
  const phones = phoneSpellings(search)
  const words = search.replace(/\s+/g, ' ')
  // Exactly the expression of the index.
  const name = sql`(${orders.firstName} || ' ' || ${orders.lastName})`
  return sql`(${holdsText(orders.orderNumber, words)} or ${holdsText(orders.email, words)}
    or ${holdsText(name, words)}
    ${phones.length > 0 ? sql`or ${orders.phone} = any(${sql.param(phones)}::text[])` : sql``})`
}

const searched = (search: string) => ({
  table: orders,
  id: orders.id,
  holds: holdsOrder(search),
})

/** A page of the shop's orders. Amounts in whole kwacha. */
export async function listAdminOrders(db: Db, asked: OrdersQuery) {
  const { cursor, order, rest } = pageBy(SORT_COLUMNS[asked.sort], orders.id, asked)
  // Starts from the waiting messages, which are few; otherwise it would scan all orders.
  const waiting = sql`${orders.id} in (select m.order_id from ${orderMessages} m where m.is_waiting)`
  const where = and(
    asked.status ? eq(orders.status, asked.status) : undefined,
    asked.messages ? waiting : undefined,
    asked.waiting ? WAITING[asked.waiting] : undefined,
    asked.tag ? taggedWith(asked.tag) : undefined,
    rest,
  )
  const rows = await db
    .select({ ...LISTED, cursor })
    .from(orders)
    .where(await searchPage(db, asked, searched, { where, order }))
    .orderBy(...order)
    .limit(asked.limit + 1)
  return cutPage(rows, asked.limit)
}
export type AdminOrder =
  Awaited<ReturnType<typeof listAdminOrders>> extends Page<infer R> ? R : never

export type OrderUnderReview = {
  id: string
  orderNumber: string
  createdAt: Date
  firstName: string
  lastName: string
  status: OrderStatus
  totalAmount: number
  creditAmount: number
  reviewReason: OrderReviewReason
  version: number
  received: { amount: number; currency: string }[]
}

const MOST_IN_NEED = 50

/** Orders under review, the longest waiting first, at most 50, with the money that came for each. */
export async function listOrdersUnderReview(db: Db): Promise<OrderUnderReview[]> {
  const { id, orderNumber, createdAt, firstName, lastName, status, version } = LISTED
  const { totalAmount, creditAmount } = LISTED
  const rows = await db
    .select({
      id,
      orderNumber,
      createdAt,
      firstName,
      lastName,
      status,
      totalAmount,
      creditAmount,
      version,
      reviewReason: orders.reviewReason,
      received: sql<OrderUnderReview['received']>`(
        select coalesce(json_agg(json_build_object('amount', p.paid_amount, 'currency', coalesce(p.paid_currency, ''))
          order by p.created_at), '[]')
        from ${payments} p where p.order_id = orders.id and p.paid_amount is not null)`,
    })
    .from(orders)
    .where(isNotNull(orders.reviewReason))
    .orderBy(asc(orders.createdAt))
    .limit(MOST_IN_NEED)
  return rows.flatMap(({ reviewReason, ...row }) =>
    reviewReason ? [{ ...row, reviewReason }] : [],
  )
}
