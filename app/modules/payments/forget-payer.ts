import { inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { payments } from '../../db/tables.server.ts'

/**
 * Takes the payer out of the payments of these orders: the page to pay on, which greets them, and the provider's
 * own words. Sums, references and what became of each stay.
 */
export async function forgetPayer(db: Tx, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  await db
    .update(payments)
    .set({
      checkoutUrl: null,
      lastAnswer: sql`case when ${payments.lastAnswer} ->> 'code' = 'said' then null else ${payments.lastAnswer} end`,
    })
    .where(inArray(payments.orderId, [...orderIds]))
}
