import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProviderResult } from '../../rules/messages/payments/payments.ts'
import { KEY_TRIAL_STATUSES } from '../../rules/payments/key-trials.ts'
import { PAYMENT_PROVIDERS, PAYMENT_STATUSES } from '../../rules/payments/payments.ts'
import { createdAt, id, idOf, oneOf, stamp } from '../columns.server.ts'
import { users } from './accounts/accounts.server.ts'
import { voucherPurchases } from './checkout.server.ts'
import { orders } from './orders/orders.server.ts'
import { posSales } from './till/till-sales.server.ts'

/** One attempt to pay an order, a till sale or a voucher; stored before the customer is sent to the provider. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** The provider's tx_ref. */
    reference: text().notNull().unique(),
    orderId: idOf(() => orders.id, 'restrict'),
    posSaleId: idOf(() => posSales.id, 'restrict'),
    voucherPurchaseId: idOf(() => voucherPurchases.id, 'restrict'),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('open'),
    amount: integer().notNull(),
    currency: text().notNull().default('MWK'),
    checkoutUrl: text(),
    /** Set while one request opens a page at the provider; concurrent requests wait for its result. */
    openingAt: stamp(),
    paidAmount: integer(),
    paidCurrency: text(),
    providerReference: text(),
    channel: text(),
    /** The payer's wallet, when the provider reports it: a refund is paid out to it. */
    payerPhone: text(),
    /** The provider's last answer, for the staff. */
    lastAnswer: jsonb().$type<ProviderResult>(),
    lastAskedAt: stamp(),
    settledAt: stamp(),
    /**
     * When its order was changed to another total: a payment by this attempt no longer settles the order automatically.
     */
    supersededAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'payments_of_one',
      sql`num_nonnulls(${t.orderId}, ${t.posSaleId}, ${t.voucherPurchaseId}) = 1`,
    ),
    check('payments_status', sql`${t.status} in (${oneOf(PAYMENT_STATUSES)})`),
    check('payments_provider', sql`${t.provider} in (${oneOf(PAYMENT_PROVIDERS)})`),
    check('payments_amount', sql`${t.amount} > 0`),
    index('payments_of_order').on(t.orderId, t.createdAt),
    index('payments_of_pos_sale').on(t.posSaleId),
    index('payments_of_voucher')
      .on(t.voucherPurchaseId)
      .where(sql`voucher_purchase_id is not null`),
    index('payments_open').on(t.createdAt).where(sql`status = 'open'`),
  ],
)

/** The sandbox provider's own storage, which the real provider has on its servers. */
export const sandboxPayments = pgTable('sandbox_payments', {
  reference: text().primaryKey(),
  amount: integer().notNull(),
  currency: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  returnUrl: text().notNull(),
  status: text({ enum: ['pending', 'paid', 'failed', 'cancelled'] })
    .notNull()
    .default('pending'),
  attempts: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: createdAt(),
})

/** Small payments of the owner to the shop itself that try the provider's keys; they pay for nothing. */
export const keyTrials = pgTable(
  'key_trials',
  {
    id: id(),
    reference: text().notNull().unique(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    status: text({ enum: KEY_TRIAL_STATUSES }).notNull().default('open'),
    amount: integer().notNull(),
    checkoutUrl: text(),
    /** The provider's last answer. */
    lastAnswer: jsonb().$type<ProviderResult>(),
    byUser: idOf(() => users.id, 'set null'),
    createdAt: createdAt(),
  },
  (t) => [
    check('key_trials_status', sql`${t.status} in (${oneOf(KEY_TRIAL_STATUSES)})`),
    check('key_trials_provider', sql`${t.provider} in (${oneOf(PAYMENT_PROVIDERS)})`),
    check('key_trials_amount', sql`${t.amount} > 0`),
    index('key_trials_newest').on(t.createdAt, t.id),
    index('key_trials_by_user').on(t.byUser),
  ],
)
