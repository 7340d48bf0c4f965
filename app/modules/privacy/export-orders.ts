import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  orderEvents,
  orderItems,
  orderMessages,
  orderStaffNotes,
  orders,
  payments,
  pictures,
  refunds,
  refundWallets,
  returnPhotos,
  returns,
} from '../../db/tables.server.ts'
import { listShipments } from '../orders/shipments/list-shipments.ts'
import { exportAttempt, exportLine } from './export-line.ts'
import { rowsOf, rowsOfEach } from './rows-of.ts'

/** All orders of an account, with their lines, attempts to pay, history and messages. Amounts in whole kwacha. */
export async function exportOrders(db: Db, userId: string) {
  const rows = await rowsOf(db, orders, { of: orders.userId, ids: [userId], by: orders.createdAt })
  const ids = rows.map(({ id }) => id)
  const of = 'orderId'
  const [linesOf, attemptsOf, eventsOf, messagesOf, refundsOf, returnsOf, notesOf] =
    await Promise.all([
      rowsOfEach(db, orderItems, { of, ids, by: orderItems.position }),
      rowsOfEach(db, payments, { of, ids, by: payments.createdAt }),
      rowsOfEach(db, orderEvents, { of, ids, by: orderEvents.id }),
      rowsOfEach(db, orderMessages, { of, ids, by: orderMessages.id }),
      rowsOfEach(db, refunds, { of, ids, by: refunds.createdAt }),
      rowsOfEach(db, returns, { of, ids, by: returns.createdAt }),
      rowsOfEach(db, orderStaffNotes, { of, ids, by: orderStaffNotes.id }),
    ])
  const refundIds = ids.flatMap((id) => refundsOf(id).map((refund) => refund.id))
  const parcels = Map.groupBy(await listShipments(db, ids), ({ orderId }) => orderId)
  const walletsOf = await rowsOfEach(db, refundWallets, {
    of: 'refundId',
    ids: refundIds,
    by: refundWallets.refundId,
  })
  const photos = await db
    .select({ returnId: returnPhotos.returnId, path: pictures.path })
    .from(returnPhotos)
    .innerJoin(returns, eq(returns.id, returnPhotos.returnId))
    .innerJoin(pictures, eq(pictures.id, returnPhotos.pictureId))
    .where(inArray(returns.orderId, ids))
    .orderBy(returnPhotos.position)
  return rows.map((order) => ({
    number: order.orderNumber,
    status: order.status,
    placed_at: order.createdAt,
    paid_at: order.paidAt,
    shipped_at: order.shippedAt,
    delivered_at: order.deliveredAt,
    cancelled_at: order.cancelledAt,
    anonymized_at: order.anonymizedAt,
    email: order.email,
    first_name: order.firstName,
    last_name: order.lastName,
    phone: order.phone,
    delivery_address: order.shippingAddress,
    billing_address: order.billingAddress,
    notes: order.notes,
    courier: order.courierName,
    waybill: order.waybill,
    collect_at: order.collectAt,
    due_from: order.dueFrom,
    due_to: order.dueTo,
    discount_code: order.discountCode,
    subtotal: order.subtotal,
    discount: order.discountAmount,
    paid_by_exchange: order.coveredAmount,
    delivery: order.deliveryAmount,
    total: order.totalAmount,
    store_credit: order.creditAmount,
    lines: linesOf(order.id).map((line) => ({
      ...exportLine(line),
      preordered_from: line.preorderFrom,
    })),
    parcels: (parcels.get(order.id) ?? []).map((parcel) => ({
      number: parcel.number,
      courier: parcel.courierName,
      waybill: parcel.waybill,
      shipped_at: parcel.shippedAt,
      delivered_at: parcel.deliveredAt,
      lines: parcel.lines.map(({ orderItemId, quantity }) => ({
        product: linesOf(order.id).find(({ id }) => id === orderItemId)?.name ?? null,
        quantity,
      })),
    })),
    payments: attemptsOf(order.id).map(exportAttempt),
    returns: returnsOf(order.id).map(
      ({ id, createdAt, linkVersion, status, reason, note, answer, endedAt }) => ({
        at: createdAt,
        by_link: linkVersion !== null,
        status,
        reason,
        note,
        answer,
        photos: photos.flatMap(({ returnId, path }) => (returnId === id ? [path] : [])),
        ended_at: endedAt,
      }),
    ),
    refunds: refundsOf(order.id).map((refund) => ({
      at: refund.createdAt,
      status: refund.status,
      amount: refund.amount,
      way: refund.way,
      reason: refund.reason,
      note: refund.note,
      reference: refund.reference,
      wallet: walletsOf(refund.id)[0]?.phone ?? null,
      ended_at: refund.endedAt,
    })),
    history: eventsOf(order.id).map(({ createdAt, fromStatus, toStatus, note }) => ({
      at: createdAt,
      from: fromStatus,
      to: toStatus,
      // The rider who brought it is another person, whose data this file must not have.
      note: note && 'rider' in note ? { code: note.code } : note,
    })),
    messages: messagesOf(order.id).map(({ createdAt, kind, sentBy, text }) => ({
      at: createdAt,
      about: kind,
      answered_by: sentBy,
      text,
    })),
    staff_notes: notesOf(order.id).map(({ createdAt, text }) => ({ at: createdAt, text })),
  }))
}
