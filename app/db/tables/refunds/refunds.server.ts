import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  LONGEST_REFUND_NOTE,
  LONGEST_REFUND_REFERENCE,
  OPEN_STATUSES,
  REFUND_REASONS,
  REFUND_STATUSES,
  REFUND_WAYS,
} from '../../../rules/refunds/refunds.ts'
import { createdAt, idOf, oneOf, stamp, version } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'
import { orderItems, orders } from '../orders/orders.server.ts'
import { shifts } from '../till/till.server.ts'

/**
 * A CHECK on an existing table cannot be widened while the former release runs, so that it already allows ways that are
 * planned.
 */
const KNOWN_WAYS = ['bank', 'dashboard', 'cash', 'wallet', 'credit']

const ENDED = REFUND_STATUSES.filter((status) => !OPEN_STATUSES.some((open) => open === status))

/**
 * Refunds of an online order. A trigger keeps their sum within what was paid for the order, and keeps
 * `orders.refunded_amount` at the money that has left.
 */
export const refunds = pgTable(
  'refunds',
  {
    /** The form's key, so that a repeated request makes one refund. */
    id: uuid().primaryKey(),
    orderId: idOf(() => orders.id, 'restrict').notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull(),
    way: text({ enum: REFUND_WAYS }).notNull(),
    /** Whole kwacha. */
    amount: integer().notNull(),
    /** The parts of the amount that were paid above the order's total, and for its delivery. */
    surplus: integer().notNull().default(0),
    deliveryAmount: integer().notNull().default(0),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** A staff member's own words, for the staff. */
    note: text(),
    /** The reference of the bank or provider. */
    reference: text(),
    /** The shift from whose drawer the cash came. */
    shiftId: idOf(() => shifts.id, 'restrict'),
    needsSecond: boolean().notNull(),
    requestedBy: idOf(() => users.id, 'restrict').notNull(),
    approvedBy: idOf(() => users.id, 'restrict'),
    approvedAt: stamp(),
    endedBy: idOf(() => users.id, 'restrict'),
    endedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('refunds_status', sql`${t.status} in (${oneOf(REFUND_STATUSES)})`),
    check('refunds_way', sql`${t.way} in (${oneOf(KNOWN_WAYS)})`),
    check('refunds_reason', sql`${t.reason} in (${oneOf(REFUND_REASONS)})`),
    check(
      'refunds_amounts',
      sql`${t.amount} > 0 and ${t.surplus} between 0 and ${t.amount} and ${t.deliveryAmount} between 0 and ${t.amount}`,
    ),
    check(
      'refunds_note',
      sql`char_length(${t.note}) between 1 and ${sql.raw(`${LONGEST_REFUND_NOTE}`)}`,
    ),
    check(
      'refunds_reference',
      sql`char_length(${t.reference}) between 1 and ${sql.raw(`${LONGEST_REFUND_REFERENCE}`)}`,
    ),
    // Nobody approves their own request.
    check('refunds_two_people', sql`${t.approvedBy} <> ${t.requestedBy}`),
    check(
      'refunds_approved',
      sql`(${t.approvedBy} is null) = (${t.approvedAt} is null)
        and (not ${t.needsSecond} or ${t.approvedBy} is not null or ${t.status} in ('awaiting', 'cancelled'))`,
    ),
    check('refunds_ended', sql`(${t.endedAt} is not null) = (${t.status} in (${oneOf(ENDED)}))`),
    check(
      'refunds_given',
      sql`${t.status} <> 'done' or ((${t.way} = 'cash') = (${t.shiftId} is not null)
        and (${t.way} not in ('bank', 'dashboard') or ${t.reference} is not null))`,
    ),
    index('refunds_of_order').on(t.orderId, t.createdAt),
    index('refunds_open')
      .on(t.createdAt)
      .where(sql`status in (${oneOf(OPEN_STATUSES)})`),
    index('refunds_failed').on(t.createdAt).where(sql`status = 'failed'`),
    index('refunds_by_day').on(t.endedAt).where(sql`status = 'done'`),
  ],
)

/** The units that a refund by line covers, with their part of the money. */
export const refundItems = pgTable(
  'refund_items',
  {
    refundId: idOf(() => refunds.id, 'cascade').notNull(),
    orderItemId: idOf(() => orderItems.id, 'restrict').notNull(),
    quantity: integer().notNull(),
    amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.orderItemId] }),
    check('refund_items_amounts', sql`${t.quantity} > 0 and ${t.amount} >= 0`),
    index('refund_items_of_line').on(t.orderItemId),
  ],
)
