import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS, AUDIT_ENTITIES } from '../../rules/audit.ts'
import { DISCOUNT_TYPES } from '../../rules/discounts.ts'
import { ATTENTIONS, ORDER_STATUSES, type PostalAddress } from '../../rules/orders.ts'
import { products, variants } from './catalogue.server.ts'
import { createdAt, id, oneOf, stamp, version } from './columns.server.ts'
import { users } from './people.server.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    variantId: uuid()
      .notNull()
      .references(() => variants.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    /** Copied from the product when added; checkout shows a change and asks. */
    price: integer().notNull(),
    /** The form's own name for the press that last raised this line: sent again, it counts once. */
    request: text(),
    createdAt: createdAt(),
  },
  (t) => [
    check('cart_items_request', sql`length(${t.request}) between 1 and 60`),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 999`),
    check('cart_items_price', sql`${t.price} >= 0`),
    unique('cart_items_one_line').on(t.userId, t.variantId),
  ],
)

export const wishlists = pgTable(
  'wishlists',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [unique('wishlists_once').on(t.userId, t.productId)],
)

export const discounts = pgTable(
  'discounts',
  {
    id: id(),
    code: text().notNull().unique(),
    type: text({ enum: DISCOUNT_TYPES }).notNull(),
    value: integer().notNull(),
    isActive: boolean().notNull().default(true),
    startsAt: stamp(),
    expiresAt: stamp(),
    minimumAmount: integer(),
    maximumUses: integer(),
    usedCount: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('discounts_code_upper', sql`${t.code} = upper(${t.code}) and ${t.code} <> ''`),
    check('discounts_type', sql`${t.type} in (${oneOf(DISCOUNT_TYPES)})`),
    check('discounts_value', sql`${t.value} > 0`),
    check('discounts_percentage', sql`${t.type} <> 'percentage' or ${t.value} <= 100`),
    check('discounts_minimum', sql`${t.minimumAmount} > 0`),
    check('discounts_uses', sql`${t.usedCount} >= 0 and ${t.usedCount} <= ${t.maximumUses}`),
    index('discounts_newest').on(t.createdAt, t.id),
  ],
)

export const orders = pgTable(
  'orders',
  {
    id: id(),
    orderNumber: text().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phone: text().notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    subtotal: integer().notNull(),
    discountAmount: integer().notNull().default(0),
    deliveryAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    isFreeDelivery: boolean().notNull(),
    courierId: text().notNull(),
    courierName: text().notNull(),
    discountId: uuid().references(() => discounts.id, { onDelete: 'set null' }),
    discountCode: text(),
    /** True while this order counts in its code's used_count. */
    discountHeld: boolean().notNull().default(false),
    shippingAddress: jsonb().$type<PostalAddress>().notNull(),
    /** The place of `shippingAddress`, however it was typed (rules/orders.ts); none on older orders. */
    addressKey: text(),
    billingAddress: jsonb().$type<PostalAddress>().notNull(),
    notes: text(),
    idempotencyKey: text(),
    /** What was asked under that key: the same key with other contents is refused. */
    idempotencyPrint: text(),
    attention: text({ enum: ATTENTIONS }),
    expiresAt: stamp().notNull(),
    paidAt: stamp(),
    shippedAt: stamp(),
    deliveredAt: stamp(),
    cancelledAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('orders_status', sql`${t.status} in (${oneOf(ORDER_STATUSES)})`),
    check('orders_attention', sql`${t.attention} in (${oneOf(ATTENTIONS)})`),
    check(
      'orders_amounts',
      sql`${t.subtotal} >= 0 and ${t.discountAmount} between 0 and ${t.subtotal} and ${t.deliveryAmount} >= 0`,
    ),
    check(
      'orders_total',
      sql`${t.totalAmount} = ${t.subtotal} - ${t.discountAmount} + ${t.deliveryAmount}`,
    ),
    uniqueIndex('orders_once').on(t.userId, t.idempotencyKey),
    index('orders_of_user').on(t.userId, t.createdAt, t.id),
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_by_status').on(t.status, t.createdAt, t.id),
    index('orders_unpaid').on(t.expiresAt).where(sql`status = 'pending'`),
    index('orders_needing_a_person').on(t.createdAt).where(sql`attention is not null`),
    index('orders_number_search').using('gin', sql`${t.orderNumber} gin_trgm_ops`),
    index('orders_email_search').using('gin', sql`${t.email} gin_trgm_ops`),
    index('orders_customer_search').using(
      'gin',
      sql`(${t.firstName} || ' ' || ${t.lastName}) gin_trgm_ops`,
    ),
    // Also what one person, phone number or place has ordered lately and not paid (limit-unpaid.ts).
    index('orders_by_phone').on(t.phone, t.createdAt),
    index('orders_by_address').on(t.addressKey, t.createdAt),
    index('orders_by_total').on(t.totalAmount, t.id),
    index('orders_by_status_and_total').on(t.status, t.totalAmount, t.id),
    // Deleting a code looks for the orders that used it.
    index('orders_of_discount').on(t.discountId).where(sql`discount_id is not null`),
    index('orders_paid').on(t.paidAt).where(sql`paid_at is not null`),
  ],
)

/** The line is the record: name, SKU, size, colour and price as they were. */
export const orderItems = pgTable(
  'order_items',
  {
    id: id(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'restrict' }),
    variantId: uuid()
      .notNull()
      .references(() => variants.id, { onDelete: 'restrict' }),
    name: text().notNull(),
    sku: text().notNull(),
    size: text(),
    color: text(),
    quantity: integer().notNull(),
    price: integer().notNull(),
    total: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [
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
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    fromStatus: text({ enum: ORDER_STATUSES }),
    toStatus: text({ enum: ORDER_STATUSES }).notNull(),
    note: text(),
    byUser: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [index('order_events_of_order').on(t.orderId, t.id)],
)

/** Who changed what, from what to what, when, from where; written with the change itself. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    byUser: uuid().references(() => users.id, { onDelete: 'set null' }),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    entity: text({ enum: AUDIT_ENTITIES }).notNull(),
    entityId: text().notNull(),
    /** What people call it (order number, product name, code), kept when the thing itself is gone. */
    label: text().notNull().default(''),
    before: jsonb(),
    after: jsonb(),
    ip: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_of_entity').on(t.entity, t.entityId, t.id),
    index('audit_log_by_user').on(t.byUser, t.id),
    index('audit_log_by_action').on(t.action, t.id),
    index('audit_log_by_day').on(t.createdAt),
    index('audit_log_label_search').using('gin', sql`${t.label} gin_trgm_ops`),
  ],
)
