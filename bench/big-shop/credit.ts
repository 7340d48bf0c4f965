import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'

/** A unique code of twelve characters of the alphabet for codes. */
const CODE = `translate(upper(left(md5('code' || id), 12)), '01', 'GH')`

/**
 * Fills store credit and vouchers: from refunds, issued by hand, and bought on the web. Most are spent, some in part,
 * some are blocked; a few wait for a second person, and the money of some was refunded.
 */
export async function fillCredit(client: ClientBase, { orders, customers }: Sizes) {
  await fillPurchases(client, Math.ceil(orders / 50), customers)
  await client.query(
    `create temp table big_credits on commit drop as
     select *, case when status in ('awaiting', 'cancelled') or refund is not null or fate < 60 then 0 when fate < 75 then amount / 2 else amount end as balance
     from (select *, abs(hashtext(id::text)) % 100 as fate, case when kind <> 'voucher' or status <> 'active' then null
           when n % 12 in (3, 4) and n > 40 then 'done' when n in (27, 28, 39) then 'awaiting' end as refund
       from (select md5('credit' || id)::uuid as id, 'return' as kind, 'active' as status, amount, user_id, null::text as email, id as refund_id,
           null::uuid as purchase_id, at, 0 as n from big_refunds where way = 'credit' and status = 'done'
         union all
         select pg_temp.id_of('voucher', n), case when n % 3 = 0 then 'goodwill' else 'voucher' end,
           case when n <= 4 then 'awaiting' when n % 60 = 5 then 'blocked' when n % 40 = 7 then 'cancelled' else 'active' end,
           5000 * (1 + n % 10), null, case when n % 2 = 0 then p.email end, null, null, now() - interval '400 days' * n / $1, n
         from generate_series(1, $1::int) n join (select n as person_n, email from big_accounts) p on person_n = 20 + n * 3 % $2::int
         union all
         select pg_temp.id_of('bought voucher', n), 'voucher', 'active', amount, null, email, null, id, paid_at, n from big_purchases where status = 'paid') made) told`,
    [Math.ceil(orders / 40), customers - 20],
  )
  await client.query(`insert into credits (id, code, kind, status, amount, balance, user_id, email, reason, needs_second, requested_by, purchase_id, created_at)
    select id, ${CODE}, kind, status, amount, balance, user_id, email, case when kind = 'goodwill' then 'Came late' end, status = 'awaiting',
      case when purchase_id is null then pg_temp.id_of('person', 2) end, purchase_id, at from big_credits`)
  await client.query(`insert into voucher_refunds (id, credit_id, status, way, amount, reason, reference, needs_second, requested_by, ended_at, created_at)
    select pg_temp.id_of('voucher refund', row_number() over (order by id)), id, refund, 'bank', amount, 'not-wanted',
      case when refund = 'done' then 'TRF-' || left(md5(id::text), 10) end, refund = 'awaiting', pg_temp.id_of('person', 2),
      case when refund = 'done' then at + interval '3 days' end, at + interval '2 days' from big_credits where refund is not null`)
  await client.query(
    `insert into credit_movements (credit_id, kind, amount, order_id, refund_id, voucher_refund_id, by_user, created_at)
    select credit_id, kind, amount, order_id, refund_id, voucher_refund_id, by_user, at from (
      select id as credit_id, 'issued' as kind, amount, null::uuid as order_id, refund_id, null::uuid as voucher_refund_id,
        pg_temp.id_of('person', 2) as by_user, at from big_credits where status not in ('awaiting', 'cancelled')
      union all
      select c.id, 'spent', c.balance - c.amount, case when b.id is null then o.id end, null, b.id, null, c.at + interval '2 days'
      from big_credits c left join voucher_refunds b on b.credit_id = c.id left join big_orders o on o.n = 1 + abs(hashtext(c.id::text)) % $1::int
      where c.status not in ('awaiting', 'cancelled') and c.balance < c.amount) moved order by at`,
    [orders],
  )
  // Reserves of tills for carts that became no sale.
  await client.query(`insert into credit_reserves (id, credit_id, status, amount, till_id, device_id, cart_id, shift_id, by_user, created_at, expires_at)
    select md5('reserve' || id)::uuid, id, 'ended', 1000, pg_temp.id_of('till', n % 3), pg_temp.id_of('device', n % 3), md5('cart' || id)::uuid,
      pg_temp.id_of('shift', n), pg_temp.id_of('person', 4), at, at + interval '1 day' from big_credits where status = 'active' and n > 0 and n % 6 = 1`)
}

/** Fills vouchers bought on the web: two are being paid, two are under review, one in four was never paid. */
async function fillPurchases(client: ClientBase, count: number, customers: number) {
  await client.query(
    `create temp table big_purchases on commit drop as
     select n, pg_temp.id_of('purchase', n) as id, status, 10000 * (1 + n % 5) as amount, first_name || ' ' || last_name as name, email, phone, at,
       case when status = 'paid' then at + interval '4 minutes' end as paid_at
     from (select n, case when n <= 2 then 'pending' when n % 4 = 0 then 'ended' else 'paid' end as status,
         now() - interval '5 minutes' - interval '300 days' * (n - 1) / $1 as at from generate_series(1, $1::int) n) bought
     join big_accounts p using (n) where n <= $2::int`,
    [count, customers],
  )
  await client.query(`insert into voucher_purchases (id, status, amount, buyer_name, buyer_email, buyer_phone, recipient_name, recipient_email, message,
      review_reason, expires_at, paid_at, created_at)
    select id, status, amount, name, email, phone, case when n % 2 = 0 then 'Gift ' || name end, case when n % 2 = 0 then 'for.' || email end,
      case when n % 2 = 0 then 'Happy birthday!' end, case when n in (8, 12) then 'underpaid' end, at + interval '30 minutes', paid_at, at from big_purchases`)
  await client.query(`insert into payments (reference, voucher_purchase_id, provider, status, amount, paid_amount, paid_currency, settled_at, created_at)
    select 'zv-' || md5('purchase' || n), id, 'sandbox', case status when 'paid' then 'paid' when 'pending' then 'open' else 'failed' end, amount,
      case when status = 'paid' then amount end, case when status = 'paid' then 'MWK' end, paid_at, at from big_purchases`)
}
