import { inArray, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { payments } from '../../db/tables.server.ts'

/**
 * Whether an answer of the provider, as it is kept, holds words of its own, in which it may name somebody; as `said`
 * the release before kept them.
 */
export const quotesProvider = (answer: SQLWrapper) =>
  sql<boolean>`(${answer} ->> 'http' is not null or ${answer} ->> 'code' = 'said')`

/** Whether a payment, called `payment` in the query, says who paid: what `forgetPayer` takes out. */
export const namesPayer = sql<boolean>`(payment.checkout_url is not null or payment.payer_phone is not null
  or ${quotesProvider(sql`payment.last_answer`)})`

/**
 * Takes the payer out of the payments of these orders, sales at a till or vouchers: the page to pay on, which greets
 * them, the wallet's number, and the provider's own words. Sums, references and what became of each stay.
 */
export async function forgetPayer(db: Db | Tx, ids: readonly string[]): Promise<void> {
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
