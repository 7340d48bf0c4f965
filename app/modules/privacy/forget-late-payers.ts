import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { erasures, orders, payments, posSales, voucherPurchases } from '../../db/tables.server.ts'
import { quotedInAudit } from '../audit/forget-orders.ts'
import { forgetPayer, namesPayer, quotesProvider } from '../payments/forget-payer.ts'

/**
 * Removes the payer from payments, and from what the audit log quotes about them, whose order, sale or voucher names
 * nobody any more: the provider may have answered after the erasure, or another release, which does not know all
 * answers of this one, has erased it. A payment under review keeps its payer, because the money may have to go back.
 * Returns how many the batch found.
 */
export async function forgetLatePayers(db: Db, limit: number): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with named as (
      select payment.order_id, payment.pos_sale_id, payment.voucher_purchase_id
      from ${payments} payment where ${namesPayer}
      union all ${quotedInAudit(quotesProvider)})
    select coalesce(named.order_id, named.pos_sale_id, named.voucher_purchase_id) as id
    from named
    where exists (select from ${orders} o where o.id = named.order_id
        and o.anonymized_at is not null and o.review_reason is null)
      or exists (select from ${posSales} s join ${erasures} e on e.user_id = s.id where s.id = named.pos_sale_id
        and num_nonnulls(s.customer_name, s.customer_phone) = 0
        and (s.review_reasons = '{}' or s.handled_at is not null))
      or exists (select from ${voucherPurchases} v where v.id = named.voucher_purchase_id
        and num_nonnulls(v.user_id, v.buyer_name, v.buyer_email, v.buyer_phone) = 0
        and (v.review_reason is null or v.handled_at is not null))
    limit ${limit}`)
  await forgetPayer(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
