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
      exists (select from ${orders} o where o.id = payment.order_id
        and o.anonymized_at is not null and o.review_reason is null)
      or exists (select from ${posSales} s join ${erasures} e on e.user_id = s.id where s.id = payment.pos_sale_id
        and num_nonnulls(s.customer_name, s.customer_phone) = 0
        and (s.review_reasons = '{}' or s.handled_at is not null))
      or exists (select from ${voucherPurchases} v where v.id = payment.voucher_purchase_id
        and num_nonnulls(v.user_id, v.buyer_name, v.buyer_email, v.buyer_phone) = 0
        and (v.review_reason is null or v.handled_at is not null)))
    limit ${limit}`)
  await forgetPayer(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
