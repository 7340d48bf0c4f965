import type { ClientBase } from 'pg'
import { SALE_PREFIX } from '../../app/shop.ts'
import type { Sizes } from '../big-shop.ts'

/** Three tills, each with one shift a day. */
const TILLS = 3
const DAYS = 548

/**
 * Fills till sales: three in four in cash, the others by mobile money, of which some failed; a few were returned, and
 * some are under review.
 */
export async function fillSales(client: ClientBase, { sales }: Sizes) {
  const { rows } = await client.query<{ last: number; variants: number }>(
    `select case when is_called then last_value else 0 end::int as last,
       (select count(*)::int from big_variants) as variants from sale_numbers`,
  )
  const { last = 0, variants = 0 } = rows[0] ?? {}
  await client.query(
    `create temp table big_sales on commit drop as
     select n, pg_temp.id_of('sale', n) as id, n / 7 % ${TILLS} as till_n, n / 7 % ${TILLS} + ${TILLS} * floor((n - 1) * ${DAYS}.0 / $1)::int as shift_n, pg_temp.id_of('person', 4 + n % 9) as cashier_id, 1 + n % 3 as person_n, created_at,
       '${SALE_PREFIX}-' || extract(year from created_at)::int || '-' || lpad(($2::int + n)::text, 6, '0') as number,
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
  await fillShifts(client)
  await client.query(`insert into pos_sale_items (id, pos_sale_id, product_id, variant_id, name, sku, size, color, quantity, unit_price, total_price, position)
    select pg_temp.id_of('sale line', sale_n::bigint * 10 + l.position), pg_temp.id_of('sale', sale_n), v.product_id, v.id, v.name, v.sku, v.size,
      v.color, quantity, v.price, v.price * quantity, l.position from big_sale_lines l join big_variants v on v.n = l.variant_n`)
  await client.query(`insert into pos_sales (id, sale_number, cashier_id, customer_name, customer_phone, payment_method, subtotal, total_amount, cash_amount,
      payment_status, unpaid_amount, idempotency_key, created_at, received_at, till_id, shift_id, review_reasons, handled_at, handled_by)
    select s.id, number, cashier_id, case when s.n % 3 = 0 then p.first_name || ' ' || p.last_name end, case when s.n % 3 = 0 then p.phone end,
      method, subtotal, subtotal, case when method = 'cash' then subtotal else 0 end, status, case when is_short then subtotal / 2 else 0 end, md5('sale' || s.n),
      created_at, created_at, pg_temp.id_of('till', till_n), pg_temp.id_of('shift', shift_n),
      case when s.n % 4000 = 1 then array['sum-differs'] when is_short then array['paid-late'] when s.n % 100 = 7 then array['short-stock'] else '{}' end,
      case when s.n % 4000 <> 1 and (is_short and not is_new or s.n % 100 = 7) then created_at + interval '1 day' end,
      case when s.n % 4000 <> 1 and (is_short and not is_new or s.n % 100 = 7) then pg_temp.id_of('person', 1) end
    from (select *, n % 160 = 16 as is_short, created_at > now() - interval '10 days' as is_new from big_sales) s left join big_accounts p on p.n = 13 + s.n
    join (select sale_n, sum(v.price * quantity)::int as subtotal from big_sale_lines l join big_variants v on v.n = l.variant_n group by sale_n) sums
      on sums.sale_n = s.n order by s.n`)
  await client.query(`insert into payments (id, reference, pos_sale_id, provider, status, amount, paid_amount, paid_currency, settled_at, created_at)
    select pg_temp.id_of('sale payment', n), 'zv-' || md5('sale' || n), b.id, 'sandbox', case when status = 'completed' then 'paid' else 'failed' end,
      total_amount, case when status = 'completed' then total_amount end, case when status = 'completed' then 'MWK' end, b.created_at, b.created_at
    from big_sales b join pos_sales s on s.id = b.id where method = 'paychangu'`)
  await client.query(`select setval('sale_numbers', $1::int)`, [last + sales])
  await fillReturns(client)
  await fillOdd(client)
}

/** The last shift of each till is open; of the others every seventh was short by MK 500. */
async function fillShifts(client: ClientBase) {
  await client.query(
    `insert into tills (id, name, last_seen_at) select pg_temp.id_of('till', n), 'Till ' || n + 1, now() from generate_series(0, ${TILLS - 1}) n`,
  )
  await client.query(`insert into shifts (id, till_id, opened_by, opened_at, opening_float, closed_by, closed_at, counted, counted_total, expected_total)
    select pg_temp.id_of('shift', shift_n), pg_temp.id_of('till', till_n), cashier_id, opened_at, 10000, case when is_closed then cashier_id end,
      case when is_closed then closed_at end, case when is_closed then '{}'::jsonb end, case when is_closed then expected - short end,
      case when is_closed then expected end
    from (select shift_n, till_n, (array_agg(cashier_id))[1] as cashier_id, min(s.created_at) as opened_at, max(s.created_at) as closed_at,
        10000 + coalesce(sum(v.price * quantity) filter (where method = 'cash'), 0)::int as expected, case when shift_n % 7 = 0 then 500 else 0 end as short,
        shift_n < ${TILLS * (DAYS - 1)} as is_closed
      from big_sales s join big_sale_lines l on l.sale_n = s.n join big_variants v on v.n = l.variant_n group by shift_n, till_n) days`)
  await client.query(`insert into shift_cash (id, shift_id, by_user, amount, reason, at)
    select pg_temp.id_of('shift cash', row_number() over (order by opened_at, id)), id, opened_by, -2000, 'Lunch', opened_at from shifts`)
}

/** One sale in fifty was returned in part, and written off. */
async function fillReturns(client: ClientBase) {
  await client.query(`insert into pos_returns (id, pos_sale_id, shift_id, cashier_id, refund_amount, reason, at, received_at)
    select pg_temp.id_of('return', s.n), s.id, pg_temp.id_of('shift', shift_n), cashier_id, line.total_price, 'Torn', created_at + interval '1 hour', created_at + interval '1 hour'
    from big_sales s join pos_sale_items line on line.pos_sale_id = s.id and line.position = 0 where s.n % 50 = 1`)
  await client.query(`insert into pos_return_items (id, pos_return_id, pos_sale_item_id, quantity, amount, is_restocked)
    select pg_temp.id_of('returned', s.n), pg_temp.id_of('return', s.n), line.id, 1, line.total_price, false
    from big_sales s join pos_sale_items line on line.pos_sale_id = s.id and line.position = 0 where s.n % 50 = 1`)
}

/**
 * Sales that a late payment left short were called off long ago, except the newest; some events of tills were
 * unreadable.
 */
async function fillOdd(client: ClientBase) {
  await client.query(`insert into short_sale_ends (id, pos_sale_id, outcome, way, amount, reference, ended_by, ended_at)
    select pg_temp.id_of('short end', b.n), s.id, 'called-off', 'bank', greatest(1, s.total_amount - s.unpaid_amount), 'TRF-' || b.n, pg_temp.id_of('person', 1), s.handled_at
    from big_sales b join pos_sales s on s.id = b.id where s.unpaid_amount > 0 and s.handled_at is not null`)
  await client.query(`insert into unreadable_till_events (id, sent_by, body, why, received_at)
    select 'odd-' || n, pg_temp.id_of('person', 4 + n % 9), '{"type": "sale"}', '{"code": "till-unknown"}', now() - interval '1 day' * n from generate_series(1, 30) n`)
  await client.query(
    `insert into tills (id, name, retired_at) select pg_temp.id_of('old till', n), 'Fair ' || n, now() - interval '30 days' * n from generate_series(1, 9) n`,
  )
}
