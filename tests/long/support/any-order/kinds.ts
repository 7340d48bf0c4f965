import { sql } from 'drizzle-orm'
import type { World } from './world.ts'

/**
 * The possible outcomes of a day, and how often each occurred, by the shop’s own tables. An outcome that never occurs
 * is not tested.
 */
export async function countKinds({ shop }: World): Promise<[kind: string, count: number][]> {
  const { rows } = await shop.db.execute<Record<string, number>>(sql`
    with sold as (select n.unit_price as sold, p.price as today, p.id, s.payment_method as method,
        split_part(s.idempotency_key, ':', 1) as key
      from pos_sales s join pos_sale_items n on n.pos_sale_id = s.id join products p on p.id = n.product_id
      where s.payment_status = 'completed'),
    of_receipts as (select sold.*, b.amount as worth from pos_returns r join pos_return_items b on b.pos_return_id = r.id
      join pos_sale_items o on o.id = b.pos_sale_item_id join sold on sold.key = r.paid_sale_id::text and sold.id = o.product_id),
    of_orders as (select sold.*, b.amount as worth from returns r join refund_items b on b.refund_id = r.refund_id
      join order_items o on o.id = b.order_item_id join sold on sold.key = r.till_sale_id::text and sold.id = o.product_id)
    select
    (select count(*)::int from orders where status = 'delivered') as "orders delivered",
    (select count(*)::int from orders where status = 'cancelled' and paid_at is null) as "orders cancelled unpaid",
    (select count(*)::int from orders where status = 'cancelled' and paid_at is not null) as "orders cancelled paid",
    (select count(*)::int from orders where credit_amount > 0) as "orders paid by a code",
    (select count(*)::int from returns where status = 'settled' and till_sale_id is null and exchange_order_id is null) as "returns settled in money",
    (select count(*)::int from returns where exchange_order_id is not null) as "returns exchanged for another size",
    (select count(*)::int from returns where till_sale_id is not null) as "orders exchanged at a till",
    (select count(*)::int from returns where status = 'refused') as "returns refused",
    (select count(*)::int from returns where status = 'cancelled') as "returns called off",
    (select count(*)::int from return_items i join returns r on r.id = i.return_id where r.inspected_at is not null and i.faulty > 0) as "lines back faulty",
    (select count(*)::int from return_items i join returns r on r.id = i.return_id where r.inspected_at is not null and i.restocked > 0) as "lines back to stock",
    (select count(*)::int from refunds where status = 'done' and way = 'cash') as "refunds in cash",
    (select count(*)::int from refunds where status = 'done' and way = 'bank') as "refunds by bank",
    (select count(*)::int from refunds where status = 'done' and way = 'dashboard') as "refunds on the provider's pages",
    (select count(*)::int from refunds where status = 'done' and way = 'credit') as "refunds on a code",
    (select count(*)::int from refunds where status = 'done' and way = 'wallet') as "refunds to a wallet",
    (select count(*)::int from payouts where status = 'failed') as "payouts that failed",
    (select count(*)::int from refunds where approved_by is not null) as "refunds agreed to by a second person",
    (select count(*)::int from refunds where status = 'cancelled') as "refunds called off",
    (select count(*)::int from refunds f join orders o on o.id = f.order_id where f.status = 'done' and o.refunded_amount < o.total_amount) as "refunds of a part",
    (select count(*)::int from pos_sales where payment_method = 'cash' and voucher_amount = 0) as "sales for cash",
    (select count(*)::int from pos_sales where voucher_amount > 0) as "vouchers sold",
    (select count(*)::int from pos_sales where payment_method = 'paychangu' and payment_status = 'completed') as "sales by mobile money",
    (select count(*)::int from pos_sales where payment_status in ('failed', 'cancelled')) as "sales given up",
    (select count(*)::int from pos_sales where credit_amount > 0 and payment_status = 'completed') as "sales paid by a code",
    (select count(*)::int from pos_returns where exchange_amount = 0 and credit_amount = 0) as "returns of receipts in cash",
    (select count(*)::int from pos_returns where exchange_amount = 0 and credit_amount > 0) as "returns of receipts on a code",
    (select count(*)::int from pos_returns where exchange_amount > 0) as "receipts exchanged",
    (select count(*)::int from of_receipts where sold = worth and sold <> today and method = 'cash') as "receipts exchanged at the price paid",
    (select count(*)::int from of_receipts where sold = worth and method <> 'cash') as "receipts exchanged at the price paid by mobile money",
    (select count(*)::int from of_receipts where sold <> worth) as "receipts exchanged at the price of the list",
    (select count(*)::int from of_orders where sold = worth and sold <> today) as "orders exchanged at the price paid at a till",
    (select count(*)::int from of_orders where sold <> worth) as "orders exchanged at the price of the list",
    (select count(*)::int from pos_returns where approved_by is not null) as "returns of receipts with a PIN",
    (select count(*)::int from pos_returns where 'refund-unapproved' = any(review_reasons)) as "returns of receipts without one",
    (select count(*)::int from delivery_bookings) as "deliveries booked",
    (select count(*)::int from delivery_bookings where reversed_at is not null) as "deliveries taken back",
    (select count(*)::int from stock_counts where state = 'booked') as "stock-takes booked"`)
  return Object.entries(rows[0] ?? {})
}
