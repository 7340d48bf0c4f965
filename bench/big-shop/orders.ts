import type { ClientBase } from 'pg'
import { COURIERS, ORDER_PREFIX, SHOP } from '../../app/shop.ts'
import type { Sizes } from '../big-shop.ts'
import { STAFF } from './accounts.ts'

/** Orders that still wait for their payment at the end. */
const WAITING = 40

/** Generates the orders and their lines into `big_orders` and `big_lines`, then writes them as the shop would have. */
export async function fillOrders(client: ClientBase, sizes: Sizes) {
  await drawOrders(client, sizes)
  await client.query(`insert into order_items (id, order_id, product_id, variant_id, name, sku, size, color, quantity, price, total, position)
    select pg_temp.id_of('line', order_n::bigint * 10 + l.position), pg_temp.id_of('order', order_n), v.product_id, v.id, v.name, v.sku, v.size,
      v.color, quantity, v.price, v.price * quantity, l.position from big_lines l join big_variants v on v.n = l.variant_n`)
  await client.query(
    `insert into orders (id, order_number, user_id, email, first_name, last_name, phone, status, subtotal, discount_amount,
       delivery_amount, total_amount, is_free_delivery, courier_id, courier_name, discount_id, discount_code, discount_redeemed,
       shipping_address, billing_address, review_reason, expires_at, paid_at, shipped_at, delivered_at, cancelled_at, created_at)
     select id, number, user_id, email, first_name, last_name, phone, status, subtotal, discount, delivery, subtotal - discount + delivery,
       delivery = 0, courier ->> 'id', courier ->> 'name', case when code > 0 then pg_temp.id_of('discount', code) end,
       case when code > 0 then 'SEASON' || code end, code > 0 and status <> 'cancelled', address, address,
       case when n % 3000 = 7 and paid_at is not null then 'paid-twice' end, case when status = 'pending' then now() + interval '1 day' else created_at + interval '30 minutes' end, paid_at,
       case when status in ('shipped', 'delivered') then paid_at + interval '1 day' end,
       case when status = 'delivered' then paid_at + interval '3 days' end,
       case when status = 'cancelled' then created_at + interval '31 minutes' end, created_at
     from (select o.*, p.email, p.first_name, p.last_name, p.phone, sums.subtotal, case when code > 0 then sums.subtotal / 10 else 0 end as discount,
         case when sums.subtotal >= ${SHOP.freeDeliveryFrom} then 0 else (courier ->> 'price')::int end as delivery,
         jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name, 'phone', p.phone, 'address', p.street,
           'city', p.town, 'district', p.town) as address
       from (select *, $1::jsonb -> (n % jsonb_array_length($1)) as courier from big_orders) o join big_accounts p on p.n = o.person_n
       join (select order_n, sum(v.price * quantity)::int as subtotal from big_lines l join big_variants v on v.n = l.variant_n
         group by order_n) sums on sums.order_n = o.n) told order by n`,
    [JSON.stringify(COURIERS)],
  )
  await client.query(`update discounts d set used_count = u.count from (select discount_id, count(*)::int from orders
    where discount_redeemed group by discount_id) u where u.discount_id = d.id`)
  await writeHistory(client)
}

async function drawOrders(client: ClientBase, { orders, customers }: Sizes) {
  const base = await client.query<{ last: number }>(
    `select case when is_called then last_value else 0 end::int as last from order_numbers`,
  )
  // Trade grows over time. One order in ten is never paid, one in fifty is cancelled after its payment.
  await client.query(
    `create temp table big_orders on commit drop as
     select n, pg_temp.id_of('order', n) as id, '${ORDER_PREFIX}-' || extract(year from created_at)::int || '-' || lpad(($3::int + n)::text, 6, '0') as number,
       person_n, pg_temp.id_of('person', person_n) as user_id, created_at, code, status,
       case when status <> 'pending' and (status <> 'cancelled' or fate < 0.02) then created_at + interval '3 minutes' end as paid_at
     from (select *, case when n > $1 - ${WAITING} then 'pending' when fate < 0.12 then 'cancelled'
         when created_at > now() - interval '2 days' then 'processing'
         when created_at > now() - interval '8 days' then (array['processing', 'shipped', 'delivered'])[1 + floor(late * 3)::int]
         when late < 0.01 then 'shipped' else 'delivered' end as status
       from (select n, ${STAFF} + 1 + floor(power(random(), 1.5) * $2)::int as person_n, random() as fate, random() as late,
           case when random() < 0.08 then 1 + floor(random() * 40)::int else 0 end as code,
           now() - interval '548 days' * (1 - power(n::float8 / $1, 0.7)) - interval '1 minute' as created_at
         from generate_series(1, $1::int) n) drawn) fated`,
    [orders, customers, base.rows[0]?.last ?? 0],
  )
  // The square makes some items sell a hundred times as often as others.
  await client.query(
    `create temp table big_lines on commit drop as
     select n as order_n, position, 1 + floor(power(random(), 2) * $2)::int as variant_n, 1 + (n + position) % 7 / 5 as quantity
     from generate_series(1, $1::int) n cross join lateral generate_series(0, (n * 31 % 7) / 2) position`,
    [orders, (await client.query('select count(*)::int as all from big_variants')).rows[0].all],
  )
  await client.query(
    `select setval('order_numbers', (select $1::int + count(*) from big_orders))`,
    [base.rows[0]?.last ?? 0],
  )
  await client.query('create unique index on big_orders (n)')
  await client.query('analyze big_orders')
  await client.query('analyze big_lines')
}

/** Writes the payments and the events of every order. */
async function writeHistory(client: ClientBase) {
  await client.query(`insert into payments (id, reference, order_id, provider, status, amount, paid_amount, paid_currency, settled_at, created_at)
    select pg_temp.id_of('payment', n), 'zv-' || md5('order' || n), b.id, 'sandbox',
      case when b.paid_at is not null then 'paid' when o.status = 'pending' then 'open' else 'failed' end, total_amount,
      case when b.paid_at is not null then total_amount end, case when b.paid_at is not null then 'MWK' end, b.paid_at, b.created_at
    from big_orders b join orders o on o.id = b.id`)
  await client.query(`insert into order_events (order_id, from_status, to_status, note, by_user, created_at)
    select order_id, from_status, to_status, note, by_user, at from (
      select id as order_id, null as from_status, 'pending' as to_status, '{"code": "placed"}'::jsonb as note, user_id as by_user, created_at as at from orders
      union all select id, 'pending', 'processing', '{"code": "paid"}', null, paid_at from orders where paid_at is not null
      union all select id, 'processing', 'shipped', null, pg_temp.id_of('person', 1), shipped_at from orders where shipped_at is not null
      union all select id, 'shipped', 'delivered', null, pg_temp.id_of('person', 1), delivered_at from orders where delivered_at is not null
      union all select id, 'pending', 'cancelled', '{"code": "not-paid-in-time"}', null, cancelled_at from orders where cancelled_at is not null) steps
    where order_id in (select id from big_orders) order by at`)
}
