import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ProviderReport } from '../../../rules/messages/payments/provider-reports.ts'
import type { PayoutResult } from '../../../rules/messages/refunds/payouts.ts'
import { PAYMENT_PROVIDERS } from '../../../rules/payments/payments.ts'
import { PAYOUT_STATUSES, WALLET_OPERATORS } from '../../../rules/refunds/payouts.ts'
import { createdAt, id, idOf, oneOf, stamp } from '../../columns.server.ts'
import { refunds } from './refunds.server.ts'

/** The wallet to which a refund is paid out, as requested and approved; deleted with the customer's personal data. */
export const refundWallets = pgTable(
  'refund_wallets',
  {
    refundId: uuid()
      .primaryKey()
      .references(() => refunds.id, { onDelete: 'restrict' }),
    operator: text({ enum: WALLET_OPERATORS }).notNull(),
    phone: text().notNull(),
  },
  (t) => [
    check('refund_wallets_operator', sql`${t.operator} in (${oneOf(WALLET_OPERATORS)})`),
    check('refund_wallets_phone', sql`${t.phone} ~ '^\\+265[0-9]{9}$'`),
  ],
)

/**
 * Each payout of a refund that the provider was, or is to be, asked for: stored before the request leaves, and kept, so
 * that one which arrives after it was given up is not lost.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    /** Our id of the payout at the provider. */
    chargeId: text().notNull().unique(),
    refundId: idOf(() => refunds.id, 'restrict').notNull(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    amount: integer().notNull(),
    status: text({ enum: PAYOUT_STATUSES }).notNull().default('open'),
    /** Set before the request is sent, so that it is never sent twice. */
    sentAt: stamp(),
    /** The provider said no to the request; that is believed when it knows of none some time later. */
    refusedAt: stamp(),
    refusedWith: jsonb().$type<ProviderReport>(),
    /** The refusal in words, as the former release stored it; nothing writes it now, and a later release drops it. */
    refusal: text(),
    /** Since when the provider answers that it has no such payout. */
    unknownSince: stamp(),
    providerReference: text(),
    /** What the provider took for it, in kwacha. */
    fee: integer(),
    lastAnswer: jsonb().$type<PayoutResult>(),
    lastAskedAt: stamp(),
    settledAt: stamp(),
    createdAt: createdAt(),
  },
  (t) => [
    check('payouts_status', sql`${t.status} in (${oneOf(PAYOUT_STATUSES)})`),
    check('payouts_provider', sql`${t.provider} in (${oneOf(PAYMENT_PROVIDERS)})`),
    check('payouts_amount', sql`${t.amount} > 0`),
    check('payouts_charge_id', sql`${t.chargeId} ~ '^[A-Za-z0-9_-]{1,60}$'`),
    check('payouts_settled', sql`(${t.settledAt} is null) = (${t.status} = 'open')`),
    check('payouts_paid', sql`${t.status} <> 'paid' or ${t.sentAt} is not null`),
    // No second payout while the result of the first is not known.
    uniqueIndex('payouts_one_open').on(t.refundId).where(sql`status = 'open'`),
    index('payouts_of_refund').on(t.refundId, t.createdAt),
    index('payouts_unsettled').on(t.createdAt).where(sql`status <> 'paid'`),
  ],
)

/** The sandbox provider's own storage of payouts, which the real provider has on its servers. */
export const sandboxPayouts = pgTable('sandbox_payouts', {
  chargeId: text().primaryKey(),
  amount: integer().notNull(),
  status: text({ enum: ['pending', 'paid', 'failed'] }).notNull(),
  createdAt: createdAt(),
})
