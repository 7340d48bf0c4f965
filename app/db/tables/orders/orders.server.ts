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
     * Of the discount, what an exchanged piece of an earlier order has paid for (docs/product.md, Returns of
     * online orders).
     */
    coveredAmount: integer().notNull().default(0),
    deliveryAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    /** What of it store credit pays; the code's movements say whether it does at present. */
    creditAmount: integer().notNull().default(0),
    /** What has been given back of what was paid; a trigger of the refunds keeps it. */
    refundedAmount: integer().notNull().default(0),
    isFreeDelivery: boolean().notNull(),
    courierId: text().notNull(),
    courierName: text().notNull(),
    /** The courier's number of the parcel, once it has one. */
    waybill: text(),
    /** Where it waits until it is collected, a depot or the shop; null: brought to the door. */
    collectAt: text(),
    /** The days of its arrival that stood beside the courier; null on older orders. */
    dueFrom: date(),
    dueTo: date(),
    /** Four figures that release the parcel, once it is paid or on its way. The staff never read it. */
    releaseCode: text(),
    /** How often staff have entered a wrong release code. */
    releaseTries: integer().notNull().default(0),
    /** Part of what its link is signed with; raising it ends every earlier link. */
    linkVersion: integer().notNull().default(1),
    /** The same of the link for who brings the parcel (0: none yet), when the newest was made, and for whom. */
    riderLinkVersion: integer().notNull().default(0),
    riderLinkAt: stamp(),
    riderName: text(),
    discountId: idOf(() => discounts.id, 'set null'),
    discountCode: text(),
    /** True while this order counts in its code's used_count. */
    discountRedeemed: boolean().notNull().default(false),
    shippingAddress: jsonb().$type<PostalAddress>().notNull(),
    /** The place of `shippingAddress`, however it was typed (rules/orders/orders.ts); none on older orders. */
    addressKey: text(),
    billingAddress: jsonb().$type<PostalAddress>().notNull(),
    notes: text(),
    idempotencyKey: text(),
    /** The hash of the request under that key; the same key with another request is refused. */
    idempotencyHash: text(),
    reviewReason: text({ enum: ORDER_REVIEW_REASONS }),
    expiresAt: stamp().notNull(),
    paidAt: stamp(),
    /** When its parcel was made ready; its history says by whom. */
    packedAt: stamp(),
    shippedAt: stamp(),
    deliveredAt: stamp(),
    cancelledAt: stamp(),
    /** When its customer was asked for a review, once. */
    reviewAskedAt: stamp(),
    /** When its customer was taken out of it: what was sold and for how much stays. */
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
    // Also what one person, phone number or place has ordered lately and not paid (limit-unpaid.ts).
    index('orders_by_phone').on(t.phone, t.createdAt),
    index('orders_by_address').on(t.addressKey, t.createdAt),
    index('orders_by_total').on(t.totalAmount, t.id),
    index('orders_by_status_and_total').on(t.status, t.totalAmount, t.id),
    // Deleting a code looks for the orders that used it.
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
    /** Ordered before it had arrived: the day from which it was promised to ship. */
    preorderFrom: date(),
    price: integer().notNull(),
    total: integer().notNull(),
    /** What one unit cost the shop when it was ordered, in whole kwacha; empty where that was not known. */
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

/** What happened to an order, in order: placed, paid, expired, flagged, status set by a person. */
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
