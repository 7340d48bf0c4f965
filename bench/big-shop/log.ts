import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'

/**
 * Fills the audit log in the order of events: the catalogue was entered in the first months, roles were given at the
 * beginning, the rest happens every day. Also fills the other daily records.
 */
export async function fillLog(client: ClientBase, { orders, customers }: Sizes) {
  await client.query(
    `insert into audit_log (by_user, action, entity, entity_id, label, before, after, ip, created_at)
     select pg_temp.id_of('person', 1 + abs(hashtext(entity_id || action)) % 3), action, entity, entity_id, label, before::jsonb, after::jsonb, '10.0.0.' || n % 200, at from (
       select n, 'status changed' as action, 'order' as entity, b.id::text as entity_id, number as label, '{"status": "processing"}' as before,
         '{"status": "shipped"}' as after, shipped_at as at from big_orders b join orders o on o.id = b.id where shipped_at is not null and n % 2 = 0
       union all select n, 'edited', 'product', id::text, name, '{"price": 1000}', '{"price": 1200}', now() - interval '548 days' + interval '120 days' * n / $1
         from big_products cross join generate_series(1, 2)
       union all select n, 'stock adjusted', 'stock', id::text, name, '{"inventory": 3}', '{"inventory": 2}', now() - interval '540 days' * n / $2 from big_variants where n % 5 = 0
       union all select n, 'role changed', 'person', id::text, first_name || ' ' || last_name, '{"role": "customer"}', '{"role": "cashier"}', now() - interval '548 days' + interval '1 day' * n
         from big_accounts where n <= 60
       union all select row_number() over ()::int, 'issued', 'credit', id::text, '…' || left(md5(id::text), 4), null, '{"amount": 5000}', at from big_credits
       union all select row_number() over ()::int, 'answered', 'review', id::text, writer, null, null, answered_at from reviews where answered_at is not null
       union all select n, 'marked as handled', 'pos_sale', id::text, number, null, null, created_at + interval '1 day' from big_sales where n % 100 = 7) done
     where at < now() order by at`,
    [
      (await client.query('select count(*)::int as all from big_products')).rows[0].all,
      (await client.query('select count(*)::int as all from big_variants')).rows[0].all,
    ],
  )
  await client.query(
    `insert into account_events (user_id, kind, ip, detail, created_at)
     select pg_temp.id_of('person', 1 + floor(random() * $2::int)::int), case when n % 15 = 0 then 'wrong-password' else 'signed-in' end, '10.1.0.' || n % 250,
       case when n % 15 > 0 then 'password' end, now() - interval '90 days' * (1 - n::float8 / $1) from generate_series(1, $1::int) n order by n`,
    [Math.ceil(orders / 5), customers],
  )
  await client.query(`insert into missed_searches (day, words, count)
    select (now() - interval '1 day' * d)::date, (array['chitenje', 'baby', 'school', 'mens', 'wedding', 'plus size', 'rain', 'football'])[1 + w % 8] || ' ' || (w * w + d % 3 * w) % 700, 1 + w % 4
    from generate_series(0, 59) d cross join generate_series(1, 250) w on conflict do nothing`)
  await client.query(
    `insert into price_history (product_id, price, since) select id, price, created_at from big_products on conflict do nothing`,
  )
  await client.query(
    `insert into barcodes (code, product_id) select barcode, id from products where barcode is not null on conflict do nothing`,
  )
  await client.query(`insert into wishlists (user_id, product_id) select pg_temp.id_of('person', o.person_n), v.product_id
    from big_orders o join big_lines l on l.order_n = o.n and l.position = 1 join big_variants v on v.n = l.variant_n where o.n % 5 = 1 on conflict do nothing`)
  // Pre-orders whose products have arrived by now.
  await client.query(`insert into preorders (order_id, variant_id, units, owed, told_at)
    select o.id, v.id, l.quantity, 0, o.paid_at from big_orders o join big_lines l on l.order_n = o.n and l.position = 0 join big_variants v on v.n = l.variant_n
    where o.n % 120 = 8 and o.status = 'delivered' on conflict do nothing`)
  await client.query(
    `insert into erasures (user_id, erased_at) select pg_temp.id_of('erased', n), now() - interval '2 days' * n from generate_series(1, 200) n`,
  )
  await fillJobs(client, orders)
}

/** Fills what the queue keeps of a day: finished jobs, most of them emails, and a few emails that were refused. */
async function fillJobs(client: ClientBase, orders: number) {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('pgboss.job')`)
  if (rows.length === 0) return
  await client.query(
    `insert into pgboss.job (name, state, data, created_on, started_on, completed_on, output)
     select case when n % 2 = 0 then 'send-email' else 'poll-payment' end, (case when n % 300 = 0 then 'failed' else 'completed' end)::pgboss.job_state,
       case when n % 2 = 0 then jsonb_build_object('to', 'someone' || n || '@example.mw', 'subject', 'Your order', 'greeting', 'Hello', 'paragraphs', jsonb_build_array(repeat('Thank you. ', 60)))
         else jsonb_build_object('paymentId', n) end, at, at, at, case when n % 300 = 0 then '{"message": "550 no such user"}'::jsonb end
     from (select n, now() - interval '1 day' * n / $1 as at from generate_series(1, $1::int) n) done`,
    [Math.ceil(orders / 30)],
  )
}
