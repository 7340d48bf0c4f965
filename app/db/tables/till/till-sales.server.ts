import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import { POS_PAYMENT_METHODS, POS_PAYMENT_STATUSES } from '../../../rules/payments/payments.ts'
import { LONGEST_REFUND_REFERENCE } from '../../../rules/refunds/refunds.ts'
import { SHORT_ENDS, SHORT_WAYS } from '../../../rules/till/sale-transitions.ts'
import { type AwaitedExchange, TILL_REVIEW_REASONS } from '../../../rules/till/till-events.ts'
import {
  createdAt,
  id,
  idOf,
  lineColumns,
  oneOf,
  searchIndex,
  stamp,
} from '../../columns.server.ts'
import { products, variants } from '../catalogue/catalogue.server.ts'
import { shifts, tills } from './till.server.ts'
import { origin, requiredUserRef, userRef } from './till-columns.server.ts'

/** The digits by which a phone number is found, however it was typed at the till (rules/phone.ts, phoneEnd). */
export const phoneDigits = (phone: AnyPgColumn) =>
  sql<string>`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`

/** Whether a phone field holds anything but one number: a number with a name, or two numbers. */
export const isOddPhone = (phone: AnyPgColumn) =>
  sql<boolean>`(${phone} !~ '^[ ().-]*[+]?[0-9 ().-]*$' or length(regexp_replace(${phone}, '[^0-9]', '', 'g')) > 15)`

/** The end of the basket's id, by which a receipt's code finds its sale (rules/till/receipt-code.ts). */
export const receiptDigits = (key: AnyPgColumn) =>
  sql<string>`right(replace(split_part(${key}, ':', 1), '-', ''), 12)`

export const posSales = pgTable(
  'pos_sales',
  {
    id: id(),
    saleNumber: text().notNull().unique(),
    cashierId: requiredUserRef(),
    customerName: text(),
    customerPhone: text(),
    paymentMethod: text({ enum: POS_PAYMENT_METHODS }).notNull(),
    subtotal: integer().notNull(),
    taxAmount: integer().notNull().default(0),
    discountAmount: integer().notNull().default(0),
    totalAmount: integer().notNull(),
    paymentStatus: text({ enum: POS_PAYMENT_STATUSES }).notNull(),
    notes: text(),
    /** Made at the till, so that a sale that is sent twice is recorded once. */
    idempotencyKey: text().notNull().unique(),
    tillId: idOf(() => tills.id, 'restrict'),
    shiftId: idOf(() => shifts.id, 'restrict'),
    /** The part paid in cash, in kwacha: all, none, or some beside mobile money. */
    cashAmount: integer().notNull().default(0),
    /** The part that a voucher or store credit paid according to the till; the ledger says what was actually taken. */
    creditAmount: integer().notNull().default(0),
    /**
     * The price of a voucher that was sold: it is the whole sale, and the code has the sale's id. A debt of the shop,
     * not revenue, until it is spent.
     */
    voucherAmount: integer().notNull().default(0),
    /** The part that nothing paid, in kwacha: a late mobile payment paid only its own part. */
    unpaidAmount: integer().notNull().default(0),
    /**
     * The unpaid part that was taken in cash later: put into another open drawer, so that it is in no sum of this
     * sale's own shift.
     */
    laterCashAmount: integer().notNull().default(0),
    cashGiven: integer(),
    /**
     * The return that follows once mobile money has paid the rest; `cashAmount` and `creditAmount` already count it.
     */
    exchange: jsonb().$type<AwaitedExchange>(),
    approvedBy: userRef(),
    /** What a person has to review, because a sale is never refused once the items have left the shop. */
    reviewReasons: text({ enum: TILL_REVIEW_REASONS }).array().notNull().default([]),
    /** What was odd about the sale. */
    reviewNotes: jsonb().$type<ReviewNote[]>().notNull().default([]),
    /** The notes of the staff who handled the review. */
    handledNote: text(),
    handledAt: stamp(),
    handledBy: userRef(),
    ...origin(),
    /** The time of the sale, by the till's clock. */
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
    // In a cash sale, cash paid everything that no code paid.
    check(
      'pos_sales_credit',
      sql`${t.cashAmount} >= 0 and ${t.creditAmount} >= 0 and ${t.cashAmount} + ${t.creditAmount} <= ${t.totalAmount}
        and (${t.paymentMethod} <> 'cash' or ${t.cashAmount} + ${t.creditAmount} = ${t.totalAmount})`,
    ),
    check(
      'pos_sales_voucher',
      sql`${t.voucherAmount} = 0 or (${t.voucherAmount} = ${t.totalAmount} and ${t.creditAmount} = 0)`,
    ),
    check(
      'pos_sales_unpaid',
      sql`${t.unpaidAmount} >= 0 and ${t.cashAmount} + ${t.creditAmount} + ${t.unpaidAmount} <= ${t.totalAmount}`,
    ),
    check(
      'pos_sales_later_cash',
      sql`${t.laterCashAmount} >= 0 and ${t.cashAmount} + ${t.creditAmount} + ${t.unpaidAmount} + ${t.laterCashAmount} <= ${t.totalAmount}`,
    ),
    check('pos_sales_given', sql`${t.cashGiven} >= ${t.cashAmount}`),
    check(
      'pos_sales_review_reasons',
      sql`${t.reviewReasons} <@ array[${oneOf(TILL_REVIEW_REASONS)}]::text[]`,
    ),
    index('pos_sales_of_shift').on(t.shiftId, t.createdAt),
    index('pos_sales_of_till_by_total').on(t.tillId, t.totalAmount, t.id),
    index('pos_sales_of_till').on(t.tillId, t.createdAt, t.id),
    index('pos_sales_under_review')
      .on(t.receivedAt, t.id)
      .where(sql`review_reasons <> '{}' and handled_at is null`),
    index('pos_sales_by_total').on(t.totalAmount, t.id),
    index('pos_sales_newest').on(t.createdAt, t.id),
    searchIndex('pos_sales_number_search', t.saleNumber),
    searchIndex('pos_sales_name_search', t.customerName),
    index('pos_sales_by_phone')
      .on(phoneDigits(t.customerPhone))
      .where(sql`${t.customerPhone} is not null`),
    index('pos_sales_by_receipt_code').on(receiptDigits(t.idempotencyKey)),
    index('pos_sales_by_odd_phone').on(t.createdAt).where(isOddPhone(t.customerPhone)),
  ],
)

export const posSaleItems = pgTable(
  'pos_sale_items',
  {
    id: id(),
    posSaleId: idOf(() => posSales.id, 'cascade').notNull(),
    /** Null for a product that was deleted while the till was offline. */
    productId: idOf(() => products.id, 'restrict'),
    variantId: idOf(() => variants.id, 'restrict'),
    ...lineColumns(),
    unitPrice: integer().notNull(),
    discountAmount: integer().notNull().default(0),
    totalPrice: integer().notNull(),
    /** Units sold beyond the recorded stock, which a person has to find or write off. */
    missing: integer().notNull().default(0),
    /** What one unit cost the shop when the sale reached the server, in whole kwacha; null when not known. */
    unitCost: integer(),
  },
  (t) => [
    check('pos_sale_items_cost', sql`${t.unitCost} >= 0`),
    check('pos_sale_items_quantity', sql`${t.quantity} > 0`),
    check(
      'pos_sale_items_total',
      sql`${t.unitPrice} >= 0 and ${t.totalPrice} = ${t.unitPrice} * ${t.quantity} - ${t.discountAmount}`,
    ),
    check(
      'pos_sale_items_discount',
      sql`${t.discountAmount} between 0 and ${t.unitPrice} * ${t.quantity}`,
    ),
    check('pos_sale_items_missing', sql`${t.missing} between 0 and ${t.quantity}`),
    index('pos_sale_items_of_sale').on(t.posSaleId, t.position),
    index('pos_sale_items_of_product').on(t.productId),
    index('pos_sale_items_of_variant').on(t.variantId),
  ],
)

/** Items that were returned against a receipt, and what was given for them. */
export const posReturns = pgTable(
  'pos_returns',
  {
    id: uuid().primaryKey(),
    posSaleId: idOf(() => posSales.id, 'restrict').notNull(),
    shiftId: idOf(() => shifts.id, 'restrict'),
    cashierId: requiredUserRef(),
    /** The value of the returned items, in kwacha: refunded in cash, except for `creditAmount`. */
    refundAmount: integer().notNull(),
    /** The part that went on a code: the one that had paid, or a new one with this return's id. */
    creditAmount: integer().notNull().default(0),
    reason: text().notNull(),
    /** The sale of the items that the customer took in exchange. */
    exchangeSaleId: uuid(),
    /**
     * The part of the refund that paid that sale: it left the drawer and entered it again, or moved from code to code.
     */
    exchangeAmount: integer().notNull().default(0),
    /** That sale, once this return has paid for it: a sale is paid by one return at most. */
    paidSaleId: uuid().unique('pos_returns_exchanged_once'),
    approvedBy: userRef(),
    reviewReasons: text({ enum: TILL_REVIEW_REASONS }).array().notNull().default([]),
    handledAt: stamp(),
    handledBy: userRef(),
    ...origin(),
    at: stamp().notNull(),
  },
  (t) => [
    check('pos_returns_refund', sql`${t.refundAmount} >= 0`),
    check('pos_returns_credit', sql`${t.creditAmount} between 0 and ${t.refundAmount}`),
    check('pos_returns_exchange', sql`${t.exchangeAmount} between 0 and ${t.refundAmount}`),
    check('pos_returns_paid_sale', sql`(${t.paidSaleId} is null) = (${t.exchangeAmount} = 0)`),
    check(
      'pos_returns_review_reasons',
      sql`${t.reviewReasons} <@ array[${oneOf(TILL_REVIEW_REASONS)}]::text[]`,
    ),
    index('pos_returns_of_sale').on(t.posSaleId),
    index('pos_returns_of_shift').on(t.shiftId, t.at),
    index('pos_returns_under_review')
      .on(t.receivedAt, t.id)
      .where(sql`review_reasons <> '{}' and handled_at is null`),
    index('pos_returns_by_day').on(t.at),
  ],
)

export const posReturnItems = pgTable(
  'pos_return_items',
  {
    id: id(),
    posReturnId: idOf(() => posReturns.id, 'cascade').notNull(),
    posSaleItemId: idOf(() => posSaleItems.id, 'restrict').notNull(),
    quantity: integer().notNull(),
    /** Kwacha refunded for these units. */
    amount: integer().notNull(),
    /** True: returned to stock; false: written off. */
    isRestocked: boolean().notNull(),
  },
  (t) => [
    check('pos_return_items_amounts', sql`${t.quantity} > 0 and ${t.amount} >= 0`),
    index('pos_return_items_of_return').on(t.posReturnId),
    index('pos_return_items_of_line').on(t.posSaleItemId),
  ],
)

/**
 * How a partly unpaid sale ended, once. Triggers check its sums, that its cash moved into or out of the named drawer,
 * and that whoever made the sale does not end it themselves, when anybody else runs the shop.
 */
export const shortSaleEnds = pgTable(
  'short_sale_ends',
  {
    /** The form's key, and the id of its cash movement in the drawer: a repeated request counts once. */
    id: uuid().primaryKey(),
    posSaleId: idOf(() => posSales.id, 'restrict')
      .notNull()
      .unique('short_sale_ends_once'),
    outcome: text({ enum: SHORT_ENDS }).notNull(),
    way: text({ enum: SHORT_WAYS }).notNull(),
    /** The amount taken or given back, in whole kwacha. */
    amount: integer().notNull(),
    /** The reference of the bank or provider. */
    reference: text(),
    /** The shift into or out of whose drawer the cash went. */
    shiftId: idOf(() => shifts.id, 'restrict'),
    endedBy: requiredUserRef(),
    endedAt: stamp().notNull(),
  },
  (t) => [
    check('short_sale_ends_outcome', sql`${t.outcome} in (${oneOf(SHORT_ENDS)})`),
    check('short_sale_ends_way', sql`${t.way} in (${oneOf(SHORT_WAYS)})`),
    check('short_sale_ends_rest', sql`${t.outcome} <> 'rest-taken' or ${t.way} = 'cash'`),
    check('short_sale_ends_amount', sql`${t.amount} > 0`),
    check(
      'short_sale_ends_reference',
      sql`char_length(${t.reference}) between 1 and ${sql.raw(`${LONGEST_REFUND_REFERENCE}`)}`,
    ),
    check(
      'short_sale_ends_given',
      sql`(${t.way} = 'cash') = (${t.shiftId} is not null) and (${t.way} = 'cash') = (${t.reference} is null)`,
    ),
    index('short_sale_ends_of_shift').on(t.shiftId),
  ],
)
