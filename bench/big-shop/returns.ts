import type { ClientBase } from 'pg'

/**
 * Fills returns of online orders and refunds. One in twenty delivered orders was returned in part, most of them long
 * ago; one in sixty others got a goodwill refund. The newest returns are still open.
 */
export async function fillReturns(client: ClientBase) {
  await client.query(`create temp table big_returns on commit drop as
    select *, md5(id::text)::uuid as return_id, case when n <= 12 then 'requested' when n <= 24 then 'approved' when n <= 60 then 'received'
        when n <= 70 then 'inspected' when fate < 3 then 'refused' when fate < 5 then 'cancelled' else 'settled' end as status
    from (select o.id, user_id, phone, total_amount, delivered_at + interval '1 day' as at, i.id as line_id, i.price,
        row_number() over (order by delivered_at desc)::int as n, abs(hashtext(o.id::text) / 20) % 20 as fate
      from orders o join order_items i on i.order_id = o.id and i.position = 0
      where delivered_at is not null and hashtext(o.id::text) % 20 = 0) came`)
  await client.query(`insert into returns (id, order_id, status, reason, note, answer, requested_by, decided_at, received_at,
      inspected_at, ended_at, refund_id, created_at)
    select return_id, id, status, (array['faulty', 'other-size', 'wrong-item', 'not-as-described'])[1 + n % 4],
      case when n % 3 = 0 then 'The seam is open on the left side.' end, case when status = 'refused' then 'It has been worn.' end, user_id,
      case when status <> 'requested' then at + interval '1 day' end, case when status in ('received', 'inspected', 'settled') then at + interval '3 days' end,
      case when status in ('inspected', 'settled') then at + interval '4 days' end,
      case when status in ('refused', 'settled', 'cancelled') then at + interval '5 days' end,
      case when status = 'settled' then md5('refund' || return_id)::uuid end, at from big_returns`)
  await client.query(`insert into return_items (return_id, order_item_id, quantity, faulty)
    select return_id, line_id, 1, case when status = 'settled' and at < now() - interval '120 days' then 1 else 0 end from big_returns`)
  await fillRefunds(client)
}

async function fillRefunds(client: ClientBase) {
  await client.query(`create temp table big_refunds on commit drop as
    select *, case when status = 'awaiting' or status = 'requested' then 'bank' when status in ('sent', 'failed') or fate < 11 then 'wallet'
        when fate < 17 then 'credit' when fate < 19 then 'bank' else 'dashboard' end as way
    from (select md5('refund' || return_id)::uuid as id, id as order_id, line_id, user_id, phone, least(price, total_amount) as amount,
        at + interval '5 days' as at, 'done' as status, 'faulty' as reason, abs(hashtext(return_id::text)) % 20 as fate
      from big_returns where status = 'settled'
      union all
      select id, order_id, null, user_id, phone, 1500, at, case when n <= 5 then 'awaiting' when n <= 14 then 'requested' when n <= 17 then 'sent'
          when n <= 21 then 'failed' when n % 30 = 0 then 'cancelled' else 'done' end, 'goodwill', abs(hashtext(id::text)) % 20
      from (select md5('goodwill' || o.id)::uuid as id, o.id as order_id, user_id, phone, delivered_at + interval '2 days' as at,
          row_number() over (order by delivered_at desc)::int as n
        from orders o where delivered_at is not null and total_amount >= 1500 and hashtext(o.id::text) % 60 = 7) given) told`)
  await client.query(`insert into refunds (id, order_id, status, way, amount, reason, reference, needs_second, requested_by, ended_by, ended_at, created_at)
    select id, order_id, status, way, amount, reason, case when way in ('bank', 'dashboard') and status = 'done' then 'TRF-' || left(md5(id::text), 10) end,
      status = 'awaiting', pg_temp.id_of('person', 1), case when status in ('done', 'failed', 'cancelled') then pg_temp.id_of('person', 2) end,
      case when status in ('done', 'failed', 'cancelled') then at + interval '1 hour' end, at from big_refunds`)
  await client.query(`insert into refund_items (refund_id, order_item_id, quantity, amount)
    select id, line_id, 1, amount from big_refunds where line_id is not null`)
  await client.query(`update orders o set refunded_amount = r.amount from (
    select order_id, sum(amount)::int as amount from big_refunds where status = 'done' group by order_id) r where r.order_id = o.id`)
  await client.query(`insert into refund_wallets (refund_id, operator, phone)
    select id, case when phone like '+26599%' then 'airtel' else 'tnm' end, phone from big_refunds where way = 'wallet'`)
  // For one in fifteen the first payout failed.
  await client.query(`insert into payouts (charge_id, refund_id, provider, amount, status, sent_at, settled_at, fee, created_at)
    select 'po-' || md5('payout' || id), id, 'sandbox', amount, case status when 'sent' then 'open' when 'failed' then 'failed' else 'paid' end,
      sent_at, case when status <> 'sent' then sent_at + interval '1 minute' end, 150, sent_at
    from (select *, case when status = 'sent' then now() - interval '10 minutes' else at + interval '30 minutes' end as sent_at
      from big_refunds where way = 'wallet' and status <> 'cancelled') paid_out
    union all
    select 'po-' || md5('first payout' || id), id, 'sandbox', amount, 'failed', at, at + interval '1 minute', null, at
    from big_refunds where way = 'wallet' and status = 'done' and hashtext(id::text) % 15 = 0`)
}
