import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OrderNote } from '../../../rules/messages/orders/orders.ts'
import {
  LONGEST_WAYBILL,
  NO_ADDRESS,
  ORDER_REVIEW_REASONS,
  ORDER_STATUSES,
  type PostalAddress,
} from '../../../rules/orders/orders.ts'
import { LONGEST_RIDER } from '../../../rules/orders/rider-link.ts'
import {
  createdAt,
  growingId,
  id,
  idOf,
  lineColumns,
  oneOf,
  searchIndex,
  stamp,
  version,
} from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'
import { products, variants } from '../catalogue/catalogue.server.ts'
import { discounts } from '../discounts.server.ts'

const noAddress = sql.raw(`'${JSON.stringify(NO_ADDRESS)}'`)

export const orders = pgTable(
  'orders',
  {
    id: id(),
    orderNumber: text().notNull().unique(),
    userId: idOf(() => users.id, 'restrict').notNull(),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    subtotal: integer().notNull(),
    discountAmount: integer().notNull().default(0),
    /**
     * The part of the discount that an exchanged piece of an earlier order paid (docs/product.md, Returns of online
     * orders).
     */
    coveredAmount: integer().notNull().default(0),
    deliveryAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    /** The part of the total that store credit pays; the code's movements say whether it is paid at present. */
    creditAmount: integer().notNull().default(0),
    /** The sum of the order's refunds; kept by a trigger of the refunds. */
    refundedAmount: integer().notNull().default(0),
    isFreeDelivery: boolean().notNull(),
    courierId: text().notNull(),
    courierName: text().notNull(),
    /** The courier's tracking number, once known. */
    waybill: text(),
    /** The place where the parcel is collected, a depot or the shop; null: brought to the door. */
    collectAt: text(),
    /** The arrival days that were shown beside the courier; null on older orders. */
    dueFrom: date(),
    dueTo: date(),
    /**
     * Four digits with which the customer gets the parcel; exists once the order is paid or on its way. Staff never see
     * them.
     */
    releaseCode: text(),
    /** How often staff have entered a wrong release code. */
    releaseTries: integer().notNull().default(0),
    /** A part of the signed text of the order's link; raising it ends every earlier link. */
    linkVersion: integer().notNull().default(1),
    /** The same for the link of whoever brings the parcel (0: none yet); when the newest was made, and for whom. */
    riderLinkVersion: integer().notNull().default(0),
    riderLinkAt: stamp(),
    riderName: text(),
    discountId: idOf(() => discounts.id, 'set null'),
    discountCode: text(),
    /** True while this order counts in its code's used_count. */
    discountRedeemed: boolean().notNull().default(false),
    shippingAddress: jsonb().$type<PostalAddress>().notNull(),
    /** The place of `shippingAddress`, independent of spelling (rules/orders/orders.ts); null on older orders. */
    addressKey: text(),
    billingAddress: jsonb().$type<PostalAddress>().notNull(),
    notes: text(),
    idempotencyKey: text(),
    /** The hash of the request under that key; the same key with another request is refused. */
    idempotencyHash: text(),
    reviewReason: text({ enum: ORDER_REVIEW_REASONS }),
    expiresAt: stamp().notNull(),
    paidAt: stamp(),
    /** When the parcel was packed; the order's history says by whom. */
    packedAt: stamp(),
    shippedAt: stamp(),
    deliveredAt: stamp(),
    cancelledAt: stamp(),
    /** When the customer was asked for a review, which happens once. */
    reviewAskedAt: stamp(),
    /** When the customer's data was removed; the items and sums stay. */
    anonymizedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'orders_waybill',
      sql`char_length(${t.waybill}) between 1 and ${sql.raw(`${LONGEST_WAYBILL}`)}`,
    ),
    check(
      'orders_due',
      sql`${t.dueFrom} <= ${t.dueTo} and num_nonnulls(${t.dueFrom}, ${t.dueTo}) <> 1`,
    ),
    check('orders_release_code', sql`${t.releaseCode} ~ '^[0-9]{4}$'`),
    check('orders_release_tries', sql`${t.releaseTries} >= 0`),
    check(
      'orders_rider',
      sql`char_length(${t.riderName}) between 1 and ${sql.raw(`${LONGEST_RIDER}`)}`,
    ),
    check('orders_status', sql`${t.status} in (${oneOf(ORDER_STATUSES)})`),
    check('orders_review_reason', sql`${t.reviewReason} in (${oneOf(ORDER_REVIEW_REASONS)})`),
    check(
      'orders_amounts',
      sql`${t.subtotal} >= 0 and ${t.discountAmount} between 0 and ${t.subtotal} and ${t.deliveryAmount} >= 0`,
    ),
    check('orders_covered', sql`${t.coveredAmount} between 0 and ${t.discountAmount}`),
    check('orders_credit', sql`${t.creditAmount} between 0 and ${t.totalAmount}`),
    check('orders_refunded', sql`${t.refundedAmount} >= 0`),
    check(
      'orders_total',
      sql`${t.totalAmount} = ${t.subtotal} - ${t.discountAmount} + ${t.deliveryAmount}`,
    ),
    check(
      'orders_anonymized',
      sql`${t.anonymizedAt} is null or (${t.email} = '' and ${t.firstName} = '' and ${t.lastName} = ''
        and ${t.phone} = '' and ${t.shippingAddress} = ${noAddress} and ${t.billingAddress} = ${noAddress}
        and num_nonnulls(${t.addressKey}, ${t.notes}, ${t.idempotencyKey}, ${t.idempotencyHash}) = 0)`,
    ),
    uniqueIndex('orders_once').on(t.userId, t.idempotencyKey),
    index('orders_of_user').on(t.userId, t.createdAt, t.id),
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_by_status').on(t.status, t.createdAt, t.id),
    index('orders_unpaid').on(t.expiresAt).where(sql`status = 'pending'`),
    index('orders_to_pack')
      .on(t.createdAt, t.id)
      .where(sql`status = 'processing' and paid_at is not null and packed_at is null`),
    index('orders_to_ship')
      .on(t.createdAt, t.id)
      .where(sql`status = 'processing' and packed_at is not null`),
    index('orders_under_review').on(t.createdAt).where(sql`review_reason is not null`),
    searchIndex('orders_number_search', t.orderNumber),
    searchIndex('orders_email_search', t.email),
    searchIndex('orders_customer_search', sql`(${t.firstName} || ' ' || ${t.lastName})`),
    // Also finds the recent unpaid orders of one person, phone number or place (limit-unpaid.ts).
    index('orders_by_phone').on(t.phone, t.createdAt),
    index('orders_by_address').on(t.addressKey, t.createdAt),
    index('orders_by_total').on(t.totalAmount, t.id),
    index('orders_by_status_and_total').on(t.status, t.totalAmount, t.id),
    // Deleting a code checks for orders that used it.
    index('orders_of_discount').on(t.discountId).where(sql`discount_id is not null`),
    index('orders_to_ask')
      .on(t.deliveredAt)
      .where(sql`status = 'delivered' and review_asked_at is null`),
    index('orders_paid').on(t.paidAt).where(sql`paid_at is not null`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    productId: idOf(() => products.id, 'restrict').notNull(),
    variantId: idOf(() => variants.id, 'restrict').notNull(),
    ...lineColumns(),
    /** For a pre-ordered line: the promised day of shipping. */
    preorderFrom: date(),
    price: integer().notNull(),
    total: integer().notNull(),
    /** What one unit cost the shop at the time of the order, in whole kwacha; null when not known. */
    unitCost: integer(),
  },
  (t) => [
    check('order_items_cost', sql`${t.unitCost} >= 0`),
    check('order_items_quantity', sql`${t.quantity} > 0`),
    check('order_items_total', sql`${t.price} >= 0 and ${t.total} = ${t.price} * ${t.quantity}`),
    index('order_items_of_order').on(t.orderId, t.position),
    index('order_items_of_product').on(t.productId),
    index('order_items_of_variant').on(t.variantId),
  ],
)

/** The history of an order: placed, paid, expired, under review, status set by a person. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: growingId(),
    orderId: idOf(() => orders.id, 'cascade').notNull(),
    fromStatus: text({ enum: ORDER_STATUSES }),
    toStatus: text({ enum: ORDER_STATUSES }).notNull(),
    note: jsonb().$type<OrderNote>(),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_of_order').on(t.orderId, t.id)],
)
