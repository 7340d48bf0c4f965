import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { columnsOf } from '../../../db/columns-of.server.ts'
import { personName } from '../../../db/names.server.ts'
import type { Db } from '../../../db/open.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import {
  orderEvents,
  orderItems,
  orderMessages,
  orders,
  returns,
  undoableMoves,
} from '../../../db/tables.server.ts'
import { readOrderNumber } from '../list-orders.ts'
import { ITEM_COLUMNS } from '../read-order.ts'
import { TO_SEND } from '../shipments/list-shipments.ts'
import { REFUNDED_COLUMNS, tagsOfOrder } from './list-admin-orders.ts'

const MOST_EVENTS = 200

/**
 * An order as staff see it: lines, address, money, dates, tags, and how much of it waits for staff. Two
 * queries; messages, notes, payment attempts and history are read where they are shown. Undefined when no
 * order has this number.
 */
export async function findAdminOrder(db: Db, number: string) {
  const orderNumber = readOrderNumber(number)
  if (!orderNumber) return undefined
  const [order] = await db
    .select({
      ...getTableColumns(orders),
      tags: tagsOfOrder,
      ...REFUNDED_COLUMNS,
      /** The status that staff have just set, until its email is sent. */
      move: {
        id: undoableMoves.eventId,
        until: undoableMoves.until,
        version: undoableMoves.version,
      },
      /** Messages that wait for an answer, and returns that are not settled. */
      messagesWaiting: sumOf(
        sql`select count(*) from ${orderMessages} m where m.order_id = orders.id and m.is_waiting`,
      ),
      returnsWaiting: sumOf(
        sql`select count(*) from ${returns} r where r.order_id = orders.id and r.status in ('requested', 'approved', 'received', 'inspected')`,
      ),
    })
    .from(orders)
    .leftJoin(undoableMoves, eq(undoableMoves.orderId, orders.id))
    .where(eq(orders.orderNumber, orderNumber))
  if (!order) return undefined
  const lines = await db
    .select({
      ...ITEM_COLUMNS,
      ...TO_SEND,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(orderItems.position)
  // Only the customer and whoever hands over the parcel know the code: staff type it and never read it.
  const { idempotencyKey: _, idempotencyHash: __, releaseCode, ...shown } = order
  return { ...shown, hasReleaseCode: releaseCode !== null, lines }
}
export type AdminOrderDetails = NonNullable<Awaited<ReturnType<typeof findAdminOrder>>>

/** What happened to an order, and by whom, oldest first. */
export const listHistory = (db: Db, orderId: string) =>
  db
    .select({
      ...columnsOf(orderEvents, 'id', 'note', 'createdAt'),
      from: orderEvents.fromStatus,
      to: orderEvents.toStatus,
      by: personName(orderEvents.byUser),
    })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
    .limit(MOST_EVENTS)
export type HistoryEvent = Awaited<ReturnType<typeof listHistory>>[number]
