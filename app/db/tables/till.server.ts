import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { POS_PAYMENT_METHODS, POS_PAYMENT_STATUSES } from '../../rules/payments.ts'
import { products, variants } from './catalogue.server.ts'
import { createdAt, id, oneOf } from './columns.server.ts'
import { users } from './people.server.ts'

export const posSales = pgTable(
  'pos_sales',
  {
    id: id(),
    saleNumber: text().notNull().unique(),
    cashierId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    customerName: text(),
    customerPhone: text(),
    paymentMethod: text({ enum: POS_PAYMENT_METHODS }).notNull(),
    subtotal: integer().notNull(),
    taxAmount: integer().notNull().default(0),
    discountAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    paymentStatus: text({ enum: POS_PAYMENT_STATUSES }).notNull(),
    notes: text(),
    /** Made at the till: a sale sent twice is one sale. */
    idempotencyKey: text().notNull().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    check('pos_sales_method', sql`${t.paymentMethod} in (${oneOf(POS_PAYMENT_METHODS)})`),
    check('pos_sales_status', sql`${t.paymentStatus} in (${oneOf(POS_PAYMENT_STATUSES)})`),
    check(
      'pos_sales_amounts',
      sql`${t.subtotal} >= 0 and ${t.taxAmount} >= 0 and ${t.discountAmount} between 0 and ${t.subtotal}`,
    ),
    check(
      'pos_sales_total',
      sql`${t.totalAmount} = ${t.subtotal} + ${t.taxAmount} - ${t.discountAmount}`,
    ),
    index('pos_sales_by_total').on(t.totalAmount, t.id),
    index('pos_sales_newest').on(t.createdAt, t.id),
    index('pos_sales_number_search').using('gin', sql`${t.saleNumber} gin_trgm_ops`),
    index('pos_sales_name_search').using('gin', sql`${t.customerName} gin_trgm_ops`),
  ],
)

export const posSaleItems = pgTable(
  'pos_sale_items',
  {
    id: id(),
    posSaleId: uuid()
      .notNull()
      .references(() => posSales.id, { onDelete: 'cascade' }),
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
    unitPrice: integer().notNull(),
    totalPrice: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    check('pos_sale_items_quantity', sql`${t.quantity} > 0`),
    check(
      'pos_sale_items_total',
      sql`${t.unitPrice} >= 0 and ${t.totalPrice} = ${t.unitPrice} * ${t.quantity}`,
    ),
    index('pos_sale_items_of_sale').on(t.posSaleId, t.position),
    index('pos_sale_items_of_product').on(t.productId),
    index('pos_sale_items_of_variant').on(t.variantId),
  ],
)
