import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  LONGEST_RETURN_ANSWER,
  LONGEST_RETURN_NOTE,
  MOST_RETURN_PHOTOS,
  RETURN_REASONS,
  RETURN_STATUSES,
  RETURNS_TO_WORK_ON,
} from '../../rules/returns/returns.ts'
import { createdAt, idOf, oneOf, stamp, version } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { variants } from './catalogue/catalogue.server.ts'
import { pictures } from './media.server.ts'
import { orderItems, orders } from './orders/orders.server.ts'
import { refunds } from './refunds/refunds.server.ts'

/** Returns of an online order. A trigger keeps the units of each line within those bought. */
export const returns = pgTable(
  'returns',
  {
    /** The form's key, so that a repeated request makes one return. */
    id: uuid().primaryKey(),
    orderId: idOf(() => orders.id, 'restrict').notNull(),
    status: text({ enum: RETURN_STATUSES }).notNull(),
    reason: text({ enum: RETURN_REASONS }).notNull(),
    /** The requester's own words; `answer` are those of the staff who refused it. */
    note: text(),
    answer: text(),
    /**
     * The account that requested it, or the staff member who entered it; null when it was requested by the order's
     * link.
     */
    requestedBy: idOf(() => users.id, 'restrict'),
    /** The version of the link that requested it: a holder of an older link no longer sees the requester's own data. */
    linkVersion: integer(),
    decidedAt: stamp(),
    receivedAt: stamp(),
    inspectedAt: stamp(),
    /** Refused, settled or cancelled. */
    endedAt: stamp(),
    /** The refund for this return; null when there is none. */
    refundId: idOf(() => refunds.id, 'restrict').unique(),
    /** The order that sent other pieces in exchange for the returned ones. */
    exchangeOrderId: idOf(() => orders.id, 'restrict').unique(),
    /** The till sale that this return's money helped to pay; it reaches the server after the return. */
    tillSaleId: uuid().unique(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('returns_asked_by', sql`num_nulls(${t.requestedBy}, ${t.linkVersion}) = 1`),
    check('returns_status', sql`${t.status} in (${oneOf(RETURN_STATUSES)})`),
    check('returns_reason', sql`${t.reason} in (${oneOf(RETURN_REASONS)})`),
    check(
      'returns_note',
      sql`char_length(${t.note}) between 1 and ${sql.raw(`${LONGEST_RETURN_NOTE}`)}`,
    ),
    check(
      'returns_answer',
      sql`char_length(${t.answer}) between 1 and ${sql.raw(`${LONGEST_RETURN_ANSWER}`)}`,
    ),
    check(
      'returns_ended',
      sql`(${t.endedAt} is not null) = (${t.status} in ('refused', 'settled', 'cancelled'))`,
    ),
    check(
      'returns_exchange',
      sql`${t.exchangeOrderId} is null or ${t.status} in ('inspected', 'settled')`,
    ),
    check('returns_refund', sql`${t.refundId} is null or ${t.status} = 'settled'`),
    check('returns_till_sale', sql`${t.tillSaleId} is null or ${t.status} = 'settled'`),
    index('returns_of_order').on(t.orderId, t.createdAt),
    index('returns_newest').on(t.createdAt, t.id),
    index('returns_by_status').on(t.status, t.createdAt, t.id),
    index('returns_to_work_on')
      .on(t.createdAt)
      .where(sql`status in (${oneOf(RETURNS_TO_WORK_ON)})`),
  ],
)

/**
 * Returned units of a line. After inspection: those back in stock, and those written off as faulty; the remaining units
 * never came.
 */
export const returnItems = pgTable(
  'return_items',
  {
    returnId: idOf(() => returns.id, 'restrict').notNull(),
    orderItemId: idOf(() => orderItems.id, 'restrict').notNull(),
    quantity: integer().notNull(),
    restocked: integer().notNull().default(0),
    faulty: integer().notNull().default(0),
    /** The variant that is sent in exchange, its units that stock reserves, and those that were sent. */
    wantedVariantId: idOf(() => variants.id, 'restrict'),
    reserved: integer().notNull().default(0),
    exchanged: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.orderItemId] }),
    check('return_items_quantity', sql`${t.quantity} > 0`),
    check(
      'return_items_inspected',
      sql`${t.restocked} >= 0 and ${t.faulty} >= 0 and ${t.restocked} + ${t.faulty} <= ${t.quantity}`,
    ),
    check(
      'return_items_exchanged',
      sql`${t.reserved} between 0 and ${t.quantity} and ${t.exchanged} between 0 and ${t.restocked} + ${t.faulty}
        and (${t.wantedVariantId} is not null or (${t.reserved} = 0 and ${t.exchanged} = 0))`,
    ),
    index('return_items_wanted').on(t.wantedVariantId).where(sql`reserved > 0`),
    index('return_items_of_line').on(t.orderItemId),
  ],
)

/** A customer's photos of returned items: visible to staff and the customer only, and deleted with the notes. */
export const returnPhotos = pgTable(
  'return_photos',
  {
    returnId: idOf(() => returns.id, 'cascade').notNull(),
    pictureId: idOf(() => pictures.id, 'restrict')
      .notNull()
      .unique(),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.position] }),
    check(
      'return_photos_few',
      sql`${t.position} between 0 and ${sql.raw(`${MOST_RETURN_PHOTOS - 1}`)}`,
    ),
  ],
)
