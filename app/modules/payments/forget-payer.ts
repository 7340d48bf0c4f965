import { inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { payments } from '../../db/tables.server.ts'
import { forgetAnswersInAudit } from '../audit/forget-orders.ts'

/**
 * Whether a stored answer of the provider quotes its own words, which may name a person; the release before
 * stored them as `said`.
 */
export const quotesProvider = (answer: SQLWrapper) =>
  sql<boolean>`(${answer} ->> 'http' is not null or ${answer} ->> 'code' = 'said')`

/** Whether a payment, called `payment` in the query, names its payer: what `forgetPayer` erases. */
export const namesPayer = sql<boolean>`(payment.checkout_url is not null or payment.payer_phone is not null
  or ${quotesProvider(sql`payment.last_answer`)})`

/**
 * Erases the payer from the payments of these orders, till sales or vouchers: the payment page, which greets them by
 * name, the number of the wallet, and the provider's own words, in the audit log too. Sums, references and outcomes
 * stay.
 */
export async function forgetPayer(db: Db | Tx, ids: readonly string[]): Promise<void> {
  await forgetAnswersInAudit(db, ids, quotesProvider)
  await db
    .update(payments)
    .set({
      checkoutUrl: null,
      payerPhone: null,
      lastAnswer: sql`case when ${quotesProvider(payments.lastAnswer)} then null else ${payments.lastAnswer} end`,
    })
    .where(
      or(
        inArray(payments.orderId, [...ids]),
        inArray(payments.posSaleId, [...ids]),
        inArray(payments.voucherPurchaseId, [...ids]),
      ),
    )
}
