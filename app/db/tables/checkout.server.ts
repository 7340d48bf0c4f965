import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  PURCHASE_FIELDS,
  PURCHASE_REVIEWS,
  PURCHASE_STATUSES,
} from '../../rules/credit/purchase.ts'
import { createdAt, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'

/** A voucher that is bought on the web: its code is made once, when it is paid. */
export const voucherPurchases = pgTable(
  'voucher_purchases',
  {
    /** The form's key, so that a repeated request is the same purchase. */
    id: uuid().primaryKey(),
    status: text({ enum: PURCHASE_STATUSES }).notNull().default('pending'),
    /** Whole kwacha. */
    amount: integer().notNull(),
    /** The buyer. */
    buyerName: text(),
    buyerEmail: text(),
    buyerPhone: text(),
    userId: idOf(() => users.id, 'set null'),
    /** The recipient, when that is not the buyer: the code is sent here. */
    recipientName: text(),
    recipientEmail: text(),
    message: text(),
    reviewReason: text({ enum: PURCHASE_REVIEWS }),
    handledAt: stamp(),
    handledBy: idOf(() => users.id, 'set null'),
    expiresAt: stamp().notNull(),
    paidAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    check('voucher_purchases_status', sql`${t.status} in (${oneOf(PURCHASE_STATUSES)})`),
    check('voucher_purchases_amount', sql`${t.amount} > 0`),
    check('voucher_purchases_paid', sql`(${t.status} = 'paid') = (${t.paidAt} is not null)`),
    check('voucher_purchases_review', sql`${t.reviewReason} in (${oneOf(PURCHASE_REVIEWS)})`),
    check(
      'voucher_purchases_message',
      sql`char_length(${t.message}) between 1 and ${sql.raw(`${PURCHASE_FIELDS.message}`)}`,
    ),
    index('voucher_purchases_unpaid').on(t.expiresAt).where(sql`status = 'pending'`),
    index('voucher_purchases_under_review')
      .on(t.createdAt)
      .where(sql`review_reason is not null and handled_at is null`),
    index('voucher_purchases_of_user').on(t.userId).where(sql`user_id is not null`),
    index('voucher_purchases_of_buyer').on(t.buyerEmail),
    index('voucher_purchases_of_buyer_by_phone').on(t.buyerPhone),
    index('voucher_purchases_of_recipient').on(t.recipientEmail),
    index('voucher_purchases_newest').on(t.createdAt, t.id),
  ],
)
