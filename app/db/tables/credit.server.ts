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
import {
  CREDIT_ALPHABET,
  CREDIT_KINDS,
  CREDIT_LENGTH,
  CREDIT_MOVES,
  CREDIT_STATUSES,
  LONGEST_CREDIT_REASON,
} from '../../rules/credit/credit.ts'
import { RESERVE_STATUSES } from '../../rules/credit/reserve.ts'
import {
  createdAt,
  growingId,
  idOf,
  oneOf,
  searchIndex,
  stamp,
  version,
} from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { voucherPurchases } from './checkout.server.ts'
import { orders } from './orders/orders.server.ts'
import { refunds } from './refunds/refunds.server.ts'
import { voucherRefunds } from './refunds/refunds-vouchers.server.ts'
import { tills } from './till/till.server.ts'
import { posSales } from './till/till-sales.server.ts'

/**
 * Store credit and gift vouchers: a code that holds money of its bearer. Its balance is the sum of its movements, which
 * a trigger keeps; nothing else changes it.
 */
export const credits = pgTable(
  'credits',
  {
    /** The form's key, so that a repeated request makes one code. */
    id: uuid().primaryKey(),
    code: text().notNull(),
    kind: text({ enum: CREDIT_KINDS }).notNull(),
    status: text({ enum: CREDIT_STATUSES }).notNull(),
    /** Whole kwacha: the amount issued, or for a code that waits for a second person, the amount to issue. */
    amount: integer().notNull(),
    balance: integer().notNull().default(0),
    /** The owner, when known; whoever has the code can spend it. */
    userId: idOf(() => users.id, 'set null'),
    /** The address to which the code was sent. */
    email: text(),
    /** A staff member's own words, for the staff. */
    reason: text(),
    needsSecond: boolean().notNull().default(false),
    /** Null for a code that was bought on the web. */
    requestedBy: idOf(() => users.id, 'restrict'),
    /** The purchase on the web; each has one code. */
    purchaseId: idOf(() => voucherPurchases.id, 'restrict').unique('credits_of_purchase'),
    approvedBy: idOf(() => users.id, 'restrict'),
    approvedAt: stamp(),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'credits_code',
      sql`${t.code} ~ ${sql.raw(`'^[${CREDIT_ALPHABET}]{${CREDIT_LENGTH}}$'`)}`,
    ),
    check('credits_kind', sql`${t.kind} in (${oneOf(CREDIT_KINDS)})`),
    check('credits_status', sql`${t.status} in (${oneOf(CREDIT_STATUSES)})`),
    check('credits_amount', sql`${t.amount} > 0`),
    check('credits_balance', sql`${t.balance} between 0 and ${t.amount}`),
    check(
      'credits_holds_nothing',
      sql`${t.balance} = 0 or ${t.status} not in ('awaiting', 'cancelled')`,
    ),
    check(
      'credits_reason',
      sql`char_length(${t.reason}) between 1 and ${sql.raw(`${LONGEST_CREDIT_REASON}`)}`,
    ),
    // Nobody approves their own request.
    check('credits_two_people', sql`${t.approvedBy} <> ${t.requestedBy}`),
    check(
      'credits_approved',
      sql`(${t.approvedBy} is null) = (${t.approvedAt} is null)
        and (not ${t.needsSecond} or ${t.approvedBy} is not null or ${t.status} in ('awaiting', 'cancelled'))`,
    ),
    check('credits_made_by', sql`num_nonnulls(${t.requestedBy}, ${t.purchaseId}) = 1`),
    uniqueIndex('credits_code_once').on(t.code),
    index('credits_newest').on(t.createdAt, t.id),
    index('credits_by_status').on(t.status, t.createdAt, t.id),
    index('credits_by_balance').on(t.balance, t.id),
    index('credits_by_ending').on(sql`right(${t.code}, 4)`),
    index('credits_of_user').on(t.userId).where(sql`user_id is not null`),
    index('credits_awaiting').on(t.createdAt).where(sql`status = 'awaiting'`),
    index('credits_by_hand').on(t.requestedBy, t.createdAt),
    searchIndex('credits_email_search', t.email),
  ],
)

/**
 * What a till holds of a code for one cart: spent in the ledger from the first, so that nobody else can spend it, and
 * given back when the reserve ends without a sale. Its sum in the ledger is what its sale has taken.
 */
export const creditReserves = pgTable(
  'credit_reserves',
  {
    /** Made by the till, so that a request repeated after a lost answer is the same reserve. */
    id: uuid().primaryKey(),
    creditId: idOf(() => credits.id, 'restrict').notNull(),
    status: text({ enum: RESERVE_STATUSES }).notNull(),
    /** The most that its sale may take, in whole kwacha. */
    amount: integer().notNull(),
    tillId: idOf(() => tills.id, 'restrict').notNull(),
    /** The device that may spend it, also without a network. */
    deviceId: uuid().notNull(),
    /** The cart's, which becomes its sale's key; at most one held reserve each. */
    cartId: uuid().notNull(),
    /** The end of the shift ends the reserve. A shift that was opened offline may arrive after the reserve. */
    shiftId: uuid().notNull(),
    posSaleId: idOf(() => posSales.id, 'restrict'),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
    /** The reserve ends then at the latest, because a device may never return. */
    expiresAt: stamp().notNull(),
  },
  (t) => [
    check('credit_reserves_status', sql`${t.status} in (${oneOf(RESERVE_STATUSES)})`),
    check('credit_reserves_amount', sql`${t.amount} > 0`),
    check('credit_reserves_used', sql`(${t.status} = 'used') = (${t.posSaleId} is not null)`),
    uniqueIndex('credit_reserves_of_sale').on(t.posSaleId),
    uniqueIndex('credit_reserves_held').on(t.cartId).where(sql`status = 'held'`),
    index('credit_reserves_overdue').on(t.expiresAt).where(sql`status = 'held'`),
    index('credit_reserves_of_shift').on(t.shiftId).where(sql`status = 'held'`),
    index('credit_reserves_of_till').on(t.tillId),
    index('credit_reserves_of_credit').on(t.creditId),
  ],
)

/** What was put on a code, spent of it and given back, in order. Append-only: a trigger keeps it and the balance. */
export const creditMovements = pgTable(
  'credit_movements',
  {
    id: growingId(),
    creditId: idOf(() => credits.id, 'restrict').notNull(),
    kind: text({ enum: CREDIT_MOVES }).notNull(),
    /** Whole kwacha, below 0 what was spent. */
    amount: integer().notNull(),
    /** The order that it paid for. */
    orderId: idOf(() => orders.id, 'restrict'),
    /** The refund that put it on. */
    refundId: idOf(() => refunds.id, 'restrict'),
    /** The till's reserve that it was taken for, or went back from. */
    reserveId: idOf(() => creditReserves.id, 'restrict'),
    /** The refund of a voucher that it was taken for, or went back from. */
    voucherRefundId: idOf(() => voucherRefunds.id, 'restrict'),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check('credit_movements_kind', sql`${t.kind} in (${oneOf(CREDIT_MOVES)})`),
    check(
      'credit_movements_sign',
      sql`${t.amount} <> 0 and (${t.amount} < 0) = (${t.kind} = 'spent')`,
    ),
    check(
      'credit_movements_cause',
      sql`(${t.refundId} is null or ${t.kind} = 'issued') and (${t.orderId} is null or ${t.kind} <> 'issued')`,
    ),
    check(
      'credit_movements_reserve',
      sql`${t.reserveId} is null or (${t.kind} <> 'issued' and ${t.orderId} is null)`,
    ),
    index('credit_movements_of_voucher_refund')
      .on(t.voucherRefundId)
      .where(sql`voucher_refund_id is not null`),
    index('credit_movements_of_credit').on(t.creditId, t.id),
    index('credit_movements_of_order').on(t.orderId).where(sql`order_id is not null`),
    index('credit_movements_of_reserve').on(t.reserveId).where(sql`reserve_id is not null`),
    // A refund is put on a code once, however often it is tried; so is what staff issue by hand.
    uniqueIndex('credit_movements_of_refund').on(t.refundId),
    uniqueIndex('credit_movements_by_hand')
      .on(t.creditId)
      .where(sql`kind = 'issued' and refund_id is null`),
  ],
)
