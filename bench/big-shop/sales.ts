import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'
import { SHOP } from '../../app/shop.ts'

/** Sales at the till: three of four in cash, the others by phone, of which some failed. */
export async function fillSales(client: ClientBase, { sales }: Sizes) {
  const { rows } = await client.query<{ last: number; variants: number }>(
    `select case when is_called then last_value else 0 end::int as last,
       (select count(*)::int from big_variants) as variants from sale_numbers`,
  )
  const { last = 0, variants = 0 } = rows[0] ?? {}
  await client.query(
    `create temp table big_sales on commit drop as
     select n, pg_temp.id_of('sale', n) as id, pg_temp.id_of('person', 4 + n % 9) as cashier_id, 1 + n % 3 as person_n, created_at,
       '${SHOP.salePrefix}-' || extract(year from created_at)::int || '-' || lpad(($2::int + n)::text, 6, '0') as number,
       case when n % 4 > 0 then 'cash' else 'paychangu' end as method, case when n % 80 = 0 then 'failed' else 'completed' end as status
     from (select n, now() - interval '548 days' * (1 - n::float8 / $1) - interval '2 minutes' as created_at from generate_series(1, $1::int) n) drawn`,
    [sales, last],
  )
  await client.query(
    `create temp table big_sale_lines on commit drop as
     select n as sale_n, position, 1 + floor(power(random(), 2) * $2)::int as variant_n, 1 as quantity
     from generate_series(1, $1::int) n cross join lateral generate_series(0, n % 3) position`,
    [sales, variants],
  )
  await client.query(`insert into pos_sale_items (id, pos_sale_id, product_id, variant_id, name, sku, size, color, quantity, unit_price, total_price, position)
    select pg_temp.id_of('sale line', sale_n::bigint * 10 + l.position), pg_temp.id_of('sale', sale_n), v.product_id, v.id, v.name, v.sku, v.size,
      v.color, quantity, v.price, v.price * quantity, l.position from big_sale_lines l join big_variants v on v.n = l.variant_n`)
  await client.query(`insert into pos_sales (id, sale_number, cashier_id, customer_name, customer_phone, payment_method, subtotal, total_amount,
      payment_status, idempotency_key, created_at)
    select s.id, number, cashier_id, case when s.n % 3 = 0 then p.first_name || ' ' || p.last_name end, case when s.n % 3 = 0 then p.phone end,
      method, subtotal, subtotal, status, md5('sale' || s.n), created_at
    from big_sales s left join big_people p on p.n = 13 + s.n
    join (select sale_n, sum(v.price * quantity)::int as subtotal from big_sale_lines l join big_variants v on v.n = l.variant_n group by sale_n) sums
      on sums.sale_n = s.n order by s.n`)
  await client.query(`insert into payments (id, reference, pos_sale_id, provider, status, amount, paid_amount, paid_currency, settled_at, created_at)
    select pg_temp.id_of('sale payment', n), 'zv-' || md5('sale' || n), b.id, 'sandbox', case when status = 'completed' then 'paid' else 'failed' end,
      total_amount, case when status = 'completed' then total_amount end, case when status = 'completed' then 'MWK' end, b.created_at, b.created_at
    from big_sales b join pos_sales s on s.id = b.id where method = 'paychangu'`)
  await client.query(`select setval('sale_numbers', $1::int)`, [last + sales])
}
