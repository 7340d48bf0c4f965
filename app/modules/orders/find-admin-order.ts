import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { orderEvents, orders, undoableMoves, users } from '../../db/tables.server.ts'
import { listAttempts } from '../payments/payments.ts'
import { listOwed } from '../stock/preorders.ts'
import { listItems } from './change-order.ts'
import { tagsOfOrder } from './list-admin-orders.ts'
import { readOrderNumber } from './list-orders.ts'
import { listMessages } from './messages/list-messages.ts'
import { listStaffNotes } from './staff/add-note.ts'

const MOST_EVENTS = 200

/**
 * All that staff see of one order: lines, address, money, attempts to pay, stamps, messages, the staff's notes
 * and history. Seven queries. Undefined for what no order is called.
 */
export async function findAdminOrder(db: Db, number: string) {
  const orderNumber = readOrderNumber(number)
  if (!orderNumber) return undefined
  const [order] = await db
    .select({
      ...getTableColumns(orders),
      tags: tagsOfOrder,
      /** The status that staff have just set, as long as its email has not left. */
      move: {
        id: undoableMoves.eventId,
        until: undoableMoves.until,
        version: undoableMoves.version,
      },
    })
    .from(orders)
    .leftJoin(undoableMoves, eq(undoableMoves.orderId, orders.id))
    .where(eq(orders.orderNumber, orderNumber))
  if (!order) return undefined
  const [items, owed, attempts, messages, staffNotes, history] = await Promise.all([
    listItems(db, order.id),
    listOwed(db, [order.id]),
    listAttempts(db, { orderId: order.id }),
    listMessages(db, order.id),
    listStaffNotes(db, order.id),
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
  const owedOf = new Map(owed.map((one) => [one.variantId, one.owed]))
  const lines = items.map((line) => ({ ...line, owed: owedOf.get(line.variantId) ?? 0 }))
  // The code is between the shop's customer and whoever hands over the parcel: staff type it, and never read it.
  const { idempotencyKey: _, idempotencyHash: __, releaseCode, ...shown } = order
  const hasReleaseCode = releaseCode !== null
  return { ...shown, hasReleaseCode, lines, attempts, messages, staffNotes, history }
}
export type AdminOrderDetails = NonNullable<Awaited<ReturnType<typeof findAdminOrder>>>
