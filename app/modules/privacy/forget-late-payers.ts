import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { erasures, orders, payments, posSales, voucherPurchases } from '../../db/tables.server.ts'
import { forgetPayer, namesPayer } from '../payments/forget-payer.ts'

/**
 * Takes the payer out of payments whose order, sale or voucher names nobody any more: the provider may have answered
 * since, or another release has erased it, which does not know all answers of this one. What a person has yet to look
 * at keeps its payer, to whom the money may have to go back. Gives how many payments of a batch were found.
 */
export async function forgetLatePayers(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(payment.order_id, payment.pos_sale_id, payment.voucher_purchase_id) as id
    from ${payments} payment
    where ${namesPayer} and (
      payment.order_id in (select id from ${orders} where anonymized_at is not null and review_reason is null)
      or payment.pos_sale_id in (
        select id from ${posSales} where num_nonnulls(customer_name, customer_phone) = 0
          and (review_reasons = '{}' or handled_at is not null)
          and id in (select user_id from ${erasures}))
      or payment.voucher_purchase_id in (
        select id from ${voucherPurchases} where num_nonnulls(user_id, buyer_name, buyer_email, buyer_phone) = 0
          and (review_reason is null or handled_at is not null)))
    limit ${limit}`)
  await forgetPayer(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
