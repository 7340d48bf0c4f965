import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { orderItems, orders, payments, products, reviews } from '../../db/tables.server.ts'
import type { LineItem } from '../../rules/catalogue/products.ts'
import { isDocumentNumber } from '../../rules/document-number.ts'
import type { OrderDelivery } from '../../rules/messages/checkout/delivery.ts'
import { isReleasable, isUnderReview, type OrderStatus } from '../../rules/orders/orders.ts'
import { UNSETTLED_STATUSES } from '../../rules/payments/payment-transitions.ts'
import { listShipments, type Shipment } from './shipments/list-shipments.ts'

export type OwnOrderLine = LineItem & {
  id: string
  orderId: string
  productId: string
  /** The product's slug, for its page and its review. */
  slug: string | null
  /** Whether the customer has reviewed the product. */
  isReviewed: boolean
  variantId: string
  price: number
  total: number
  /** Pre-ordered, to ship from that day. */
  preorderFrom: string | null
}

/** An order as its buyer sees it; amounts in whole kwacha. */
export type OwnOrder = OrderDelivery & {
  id: string
  orderNumber: string
  email: string
  status: OrderStatus
  subtotal: number
  discountAmount: number
  /** The part of the discount that exchanged pieces of another order have paid. */
  coveredAmount: number
  discountCode: string | null
  totalAmount: number
  /** The part that store credit pays. */
  creditAmount: number
  /** How much has been refunded. */
  refundedAmount: number
  isFreeDelivery: boolean
  /** The code that releases the parcel, while there is one to release. */
  releaseCode: string | null
  shippingAddress: (typeof orders.$inferSelect)['shippingAddress']
  createdAt: Date
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
  lines: OwnOrderLine[]
  /** The parcels of an order that is sent in parts. */
  parcels: Shipment[]
  /** Unpaid with its items reserved: it can be paid or cancelled. */
  isWaiting: boolean
  /** Money came, and a person decides what happens with it. */
  isUnderReview: boolean
  /** The payment page, once it has been opened. */
  checkoutUrl: string | null
}

/** The columns of an order that `withLines` needs. */
export const ORDER_COLUMNS = {
  id: orders.id,
  orderNumber: orders.orderNumber,
  email: orders.email,
  status: orders.status,
  subtotal: orders.subtotal,
  discountAmount: orders.discountAmount,
  coveredAmount: orders.coveredAmount,
  discountCode: orders.discountCode,
  totalAmount: orders.totalAmount,
  creditAmount: orders.creditAmount,
  refundedAmount: orders.refundedAmount,
  isFreeDelivery: orders.isFreeDelivery,
  courierId: orders.courierId,
  courierName: orders.courierName,
  collectAt: orders.collectAt,
  dueFrom: orders.dueFrom,
  dueTo: orders.dueTo,
  releaseCode: orders.releaseCode,
  waybill: orders.waybill,
  shippingAddress: orders.shippingAddress,
  createdAt: orders.createdAt,
  expiresAt: orders.expiresAt,
  paidAt: orders.paidAt,
  reviewReason: orders.reviewReason,
  shippedAt: orders.shippedAt,
  deliveredAt: orders.deliveredAt,
  cancelledAt: orders.cancelledAt,
}

/** Ignores spaces and case; null when the text is no order number. */
export function readOrderNumber(text: string): string | null {
  const number = text.trim().toUpperCase()
  return isDocumentNumber(number) ? number : null
}

/**
 * A customer's orders, newest first; `before` is the last order number of the page before. Four queries,
 * however many orders.
 */
export async function listOrders(
  db: Db,
  userId: string,
  now: Date,
  page: { before?: string | null; limit: number },
): Promise<{ orders: OwnOrder[]; next: string | null }> {
  const before = page.before ? readOrderNumber(page.before) : null
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        before
          ? sql`(${orders.createdAt}, ${orders.id}) < (select o.created_at, o.id from ${orders} o
              where o.order_number = ${before} and o.user_id = ${userId})`
          : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    orders: await withLines(db, shown, now),
    next: rows.length > page.limit && last ? last.orderNumber : null,
  }
}

/** One order of this customer; undefined for somebody else's order and for an unknown number alike. */
export async function findOwnOrder(
  db: Db,
  userId: string,
  number: string,
  now: Date,
): Promise<OwnOrder | undefined> {
  const orderNumber = readOrderNumber(number)
  if (!orderNumber) return undefined
  const rows = await db
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(and(eq(orders.orderNumber, orderNumber), eq(orders.userId, userId)))
  return (await withLines(db, rows, now))[0]
}

type Row = Omit<OwnOrder, 'lines' | 'parcels' | 'isWaiting' | 'isUnderReview' | 'checkoutUrl'> & {
  expiresAt: Date
  reviewReason: string | null
}

/** Orders with their lines and parcels, and where they can be paid: three queries. */
export async function withLines(db: Db, rows: Row[], now: Date): Promise<OwnOrder[]> {
  if (rows.length === 0) return []
  const payable = rows
    .filter(
      (row) => row.status === 'pending' && !row.paidAt && !row.reviewReason && row.expiresAt > now,
    )
    .map((row) => row.id)
  const ids = rows.map((row) => row.id)
  const [lines, parcels, open] = await Promise.all([
    db
      .select({
        id: orderItems.id,
        orderId: orderItems.orderId,
        productId: orderItems.productId,
        variantId: orderItems.variantId,
        slug: products.slug,
        isReviewed: sql<boolean>`${reviews.id} is not null`,
        ...columnsOf(orderItems, 'name', 'sku', 'size', 'color', 'quantity', 'price', 'total'),
        preorderFrom: orderItems.preorderFrom,
      })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .leftJoin(products, eq(products.id, orderItems.productId))
      // An account has at most one review of a product.
      .leftJoin(
        reviews,
        and(eq(reviews.productId, orderItems.productId), eq(reviews.userId, orders.userId)),
      )
      .where(inArray(orderItems.orderId, ids))
      .orderBy(orderItems.orderId, orderItems.position),
    listShipments(db, ids),
    payable.length === 0
      ? []
      : db
          .select({ orderId: payments.orderId, checkoutUrl: payments.checkoutUrl })
          .from(payments)
          .where(
            and(inArray(payments.orderId, payable), inArray(payments.status, UNSETTLED_STATUSES)),
          )
          .orderBy(asc(payments.createdAt)),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  const parcelsOf = Map.groupBy(parcels, (parcel) => parcel.orderId)
  // Ordered by date, so that the newest attempt wins.
  const urls = new Map(open.map((payment) => [payment.orderId, payment.checkoutUrl]))
  // Customers see that the order is under review; only staff see why.
  return rows.map(({ reviewReason, ...row }) => ({
    ...row,
    isUnderReview: isUnderReview({ ...row, reviewReason }),
    releaseCode: isReleasable(row) ? row.releaseCode : null,
    lines: linesOf.get(row.id) ?? [],
    parcels: parcelsOf.get(row.id) ?? [],
    isWaiting: payable.includes(row.id),
    checkoutUrl: urls.get(row.id) ?? null,
  }))
}
