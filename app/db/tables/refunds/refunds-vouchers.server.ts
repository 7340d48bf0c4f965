import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LONGEST_REFUND_REFERENCE } from '../../../rules/refunds/refunds.ts'
import {
  VOUCHER_REFUND_REASONS,
  VOUCHER_REFUND_STATUSES,
  VOUCHER_REFUND_WAYS,
} from '../../../rules/refunds/voucher-refunds.ts'
import { createdAt, idOf, oneOf, stamp, version } from '../../columns.server.ts'
import { users } from '../accounts/accounts.server.ts'
import { credits } from '../credit.server.ts'
import { shifts } from '../till/till.server.ts'

/**
 * The refund of a whole voucher that was paid for and not spent at all. A trigger enforces this, and that the amount
 * was taken off the code.
 */
export const voucherRefunds = pgTable(
  'voucher_refunds',
  {
    /** The form's key, so that a repeated request makes one refund. */
    id: uuid().primaryKey(),
    creditId: idOf(() => credits.id, 'restrict').notNull(),
    status: text({ enum: VOUCHER_REFUND_STATUSES }).notNull(),
    way: text({ enum: VOUCHER_REFUND_WAYS }).notNull(),
    /** Whole kwacha. */
    amount: integer().notNull(),
    reason: text({ enum: VOUCHER_REFUND_REASONS }).notNull(),
    /** The reference of the bank or provider. */
    reference: text(),
    /** The shift from whose drawer the cash came. */
    shiftId: idOf(() => shifts.id, 'restrict'),
    needsSecond: boolean().notNull(),
    requestedBy: idOf(() => users.id, 'restrict').notNull(),
    approvedBy: idOf(() => users.id, 'restrict'),
    endedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check('voucher_refunds_status', sql`${t.status} in (${oneOf(VOUCHER_REFUND_STATUSES)})`),
    check('voucher_refunds_way', sql`${t.way} in (${oneOf(VOUCHER_REFUND_WAYS)})`),
    check('voucher_refunds_reason', sql`${t.reason} in (${oneOf(VOUCHER_REFUND_REASONS)})`),
    check('voucher_refunds_amount', sql`${t.amount} > 0`),
    check(
      'voucher_refunds_reference',
      sql`char_length(${t.reference}) between 1 and ${sql.raw(`${LONGEST_REFUND_REFERENCE}`)}`,
    ),
    // Nobody approves their own request.
    check('voucher_refunds_two_people', sql`${t.approvedBy} <> ${t.requestedBy}`),
    check(
      'voucher_refunds_approved',
      sql`not ${t.needsSecond} or ${t.approvedBy} is not null or ${t.status} <> 'done'`,
    ),
    check('voucher_refunds_ended', sql`(${t.endedAt} is null) = (${t.status} = 'awaiting')`),
    check(
      'voucher_refunds_given',
      sql`${t.status} <> 'done' or ((${t.way} = 'cash') = (${t.shiftId} is not null)
        and (${t.way} = 'cash') = (${t.reference} is null))`,
    ),
    uniqueIndex('voucher_refunds_once').on(t.creditId).where(sql`status <> 'cancelled'`),
    index('voucher_refunds_of_credit').on(t.creditId),
    index('voucher_refunds_by_day').on(t.endedAt).where(sql`status = 'done'`),
    index('voucher_refunds_awaiting').on(t.createdAt).where(sql`status = 'awaiting'`),
  ],
)
