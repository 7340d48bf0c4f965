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

/** By what a number is found, however it was typed at the till (rules/phone.ts, phoneEnd). */
export const phoneDigits = (phone: AnyPgColumn) =>
  sql<string>`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`

/** What was typed in a number's place and is not one number: with a name beside it, or two. */
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
    /** Made at the till: a sale sent twice is one sale. */
    idempotencyKey: text().notNull().unique(),
    tillId: idOf(() => tills.id, 'restrict'),
    shiftId: idOf(() => shifts.id, 'restrict'),
    /** The part that was paid in cash, in kwacha: all, none, or some beside mobile money. */
    cashAmount: integer().notNull().default(0),
    /** The part that a voucher or store credit paid by what the till said; what it has taken is the ledger's to say. */
    creditAmount: integer().notNull().default(0),
    /**
     * A voucher that was sold: all of the sale, whose code has its id. Owed by the shop, and no revenue until
     * it is spent.
     */
    voucherAmount: integer().notNull().default(0),
    /** What of it nothing has paid: late money has paid its own part alone. In kwacha. */
    unpaidAmount: integer().notNull().default(0),
    /**
     * What was not paid and was taken in cash later: put into an open drawer, and so in no sum of this
     * sale's own shift.
     */
    laterCashAmount: integer().notNull().default(0),
    cashGiven: integer(),
    /** What comes back for it once mobile money has paid the rest; `cashAmount` and `creditAmount` count it already. */
    exchange: jsonb().$type<AwaitedExchange>(),
    approvedBy: userRef(),
    /** What a person has to look at, for a sale is never refused once the items have left. */
    reviewReasons: text({ enum: TILL_REVIEW_REASONS }).array().notNull().default([]),
    /** What was odd about it. */
    reviewNotes: jsonb().$type<ReviewNote[]>().notNull().default([]),
    /** What those who saw to it have written. */
    handledNote: text(),
    handledAt: stamp(),
    handledBy: userRef(),
    ...origin(),
    /** When it was sold, by the till's clock. */
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
    // Of a cash sale all that no code paid was cash.
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
    /** Empty for items that were deleted while the till was out of touch. */
    productId: idOf(() => products.id, 'restrict'),
    variantId: idOf(() => variants.id, 'restrict'),
    ...lineColumns(),
    unitPrice: integer().notNull(),
    discountAmount: integer().notNull().default(0),
    totalPrice: integer().notNull(),
    /** Sold, but not there by the books: units that a person has to find or write off. */
    missing: integer().notNull().default(0),
    /**
     * What one unit cost the shop when its sale reached the server, in whole kwacha; empty where that was not known.
     */
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

/** Items that came back against a receipt, and what went out for them. */
export const posReturns = pgTable(
  'pos_returns',
  {
    id: uuid().primaryKey(),
    posSaleId: idOf(() => posSales.id, 'restrict').notNull(),
    shiftId: idOf(() => shifts.id, 'restrict'),
    cashierId: requiredUserRef(),
    /** Worth of what came back, in kwacha: in cash, but for `creditAmount`. */
    refundAmount: integer().notNull(),
    /** The part that went on a code: the one that had paid, or a new one of this return's id. */
    creditAmount: integer().notNull().default(0),
    reason: text().notNull(),
    /** The sale of what the customer took instead. */
    exchangeSaleId: uuid(),
    /** What of the refund has paid that sale: it went out of the drawer and in again, or from code to code. */
    exchangeAmount: integer().notNull().default(0),
    /** That sale, where it has: it is paid by one return at most. */
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
    /** Kwacha given back for these units. */
    amount: integer().notNull(),
    /** Back in stock, or written off. */
    isRestocked: boolean().notNull(),
  },
  (t) => [
    check('pos_return_items_amounts', sql`${t.quantity} > 0 and ${t.amount} >= 0`),
    index('pos_return_items_of_return').on(t.posReturnId),
    index('pos_return_items_of_line').on(t.posSaleItemId),
  ],
)

/**
 * How a sale ended of which nothing had paid a part, once: triggers keep its sums, that its cash is in or out of the
 * drawer that it names, and that it is not ended by who made the sale, where anybody else runs the shop.
 */
export const shortSaleEnds = pgTable(
  'short_sale_ends',
  {
    /** The form's, and of its cash in the drawer: pressed twice, it is one. */
    id: uuid().primaryKey(),
    posSaleId: idOf(() => posSales.id, 'restrict')
      .notNull()
      .unique('short_sale_ends_once'),
    outcome: text({ enum: SHORT_ENDS }).notNull(),
    way: text({ enum: SHORT_WAYS }).notNull(),
    /** Taken, or given back. Whole kwacha. */
    amount: integer().notNull(),
    /** What the bank or the provider calls it. */
    reference: text(),
    /** Into or out of whose drawer the cash went. */
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
