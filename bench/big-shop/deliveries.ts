import type { ClientBase } from 'pg'
import type { Sizes } from '../big-shop.ts'
import { LEAVES, PARENTS } from './catalogue.ts'

/**
 * Fills deliveries, stock-takes, price changes and imports: three deliveries in two days, a stock-take and a price
 * change a week.
 */
export async function fillDeliveries(client: ClientBase, { orders }: Sizes) {
  await client.query(`insert into suppliers (id, name, phone, is_active, created_at)
    select pg_temp.id_of('supplier', n), 'Tailors of ward ' || n, '+2659991' || lpad(n::text, 5, '0'), n % 9 > 0, now() - interval '600 days' from generate_series(1, 120) n`)
  await client.query(
    `create temp table big_deliveries on commit drop as
     select n, pg_temp.id_of('delivery', n) as id, now() - interval '548 days' * n / $1 as at, 10 + n * 7 % 60 as lines, case when n <= 3 then 'draft' when n <= 8 then 'open'
       when n <= 12 then 'partly' when n % 50 = 0 then 'closed' else 'received' end as state from generate_series(1, $1::int) n`,
    [Math.ceil(orders / 125)],
  )
  await client.query(`insert into deliveries (id, supplier_id, state, note, expected_on, created_by, created_at)
    select id, pg_temp.id_of('supplier', 1 + n % 120), state, case when n % 4 = 0 then 'Second half of the order' else '' end, (at + interval '5 days')::date,
      pg_temp.id_of('person', 1), at from big_deliveries order by at`)
  await client.query(`insert into delivery_lines (delivery_id, variant_id, expected, received, unit_cost)
    select d.id, v.id, case when state = 'draft' then 0 else 12 end, case when state in ('received', 'closed') or (state = 'partly' and l % 2 = 0) then 12 else 0 end, v.price / 2
    from big_deliveries d cross join lateral generate_series(0, lines - 1) l
    join big_variants v on v.n = 1 + (d.n * 997 + l * 31) % (select count(*) from big_variants)`)
  await client.query(`insert into delivery_bookings (id, delivery_id, by_user, created_at)
    select pg_temp.id_of('booking', n), id, pg_temp.id_of('person', 1), at + interval '6 days' from big_deliveries where state in ('received', 'partly', 'closed')`)
  await client.query(`insert into delivery_booking_lines (booking_id, variant_id, quantity, unit_cost)
    select b.id, l.variant_id, l.received, l.unit_cost from delivery_bookings b join delivery_lines l on l.delivery_id = b.delivery_id where l.received > 0`)
  await fillCounts(client)
  await fillPriceChanges(client)
  await fillImports(client)
}

/** Each week a part of a category is counted, and three times the whole shop. */
async function fillCounts(client: ClientBase) {
  await client.query(`insert into stock_counts (id, category_id, state, by_user, booked_by, booked_at, created_at)
    select pg_temp.id_of('stock-take', n), case when n % 30 <> 2 then pg_temp.id_of('category', ${PARENTS + 1} + n % ${LEAVES}) end, state, pg_temp.id_of('person', 1),
      case when state = 'booked' then pg_temp.id_of('person', 2) end, case when state = 'booked' then at + interval '1 day' end, at
    from (select n, case when n = 1 then 'open' when n % 20 = 0 then 'cancelled' else 'booked' end as state, now() - interval '7 days' * n + interval '1 day' as at
      from generate_series(1, 80) n) taken order by at`)
  await client.query(`insert into stock_count_lines (count_id, variant_id, counted, ledger, by_user, created_at)
    select pg_temp.id_of('stock-take', c), v.id, greatest(0, shelf - (v.n % 50 = 0)::int), shelf, pg_temp.id_of('person', 4 + v.n % 9), now() - interval '7 days' * c + interval '1 day'
    from generate_series(1, 80) c join big_variants v on c % 30 = 2 and v.n <= 30000 or v.product_n % (2 * ${LEAVES}) = c`)
}

/** A price change a week for some hundred products, now and then for half of the shop; the next one is planned. */
async function fillPriceChanges(client: ClientBase) {
  await client.query(`insert into price_changes (id, name, kind, value, state, starts_at, ends_at, by_user, created_at)
    select pg_temp.id_of('price change', n), 'Sale of week ' || n, 'percent', 10 + n % 3 * 5, case when n = 0 then 'planned' when n % 15 = 0 then 'cancelled' else 'ended' end,
      at, at + interval '5 days', pg_temp.id_of('person', 1), at - interval '8 days'
    from (select n, now() - interval '7 days' * n + interval '1 day' as at from generate_series(0, 90) n) planned`)
  await client.query(`insert into priced_products (change_id, product_id, state, left_because, old_price, new_price)
    select pg_temp.id_of('price change', c), p.id, case when c = 0 then 'waiting' when is_left then 'left' else 'restored' end, case when is_left and c > 0 then 'edited' end,
      case when not is_left and c > 0 then price end, case when not is_left and c > 0 then price * 9 / 10 end
    from generate_series(0, 90) c join (select *, n % 11 = 0 as is_left from big_products where n <= 10000) p
      on case when c % 22 in (0, 3) then p.n % 2 = c % 2 else p.n % (20 + c % 5 * 40) = 7 end`)
}

/** The imports of the last month: a file a day, a few of them with the whole catalogue. */
async function fillImports(client: ClientBase) {
  await client.query(`create temp table big_imports on commit drop as
    select n, pg_temp.id_of('import', n) as id, case when n % 7 = 3 then 5000 else 150 end as rows, now() - interval '23 hours' * n as at from generate_series(1, 30) n`)
  await client.query(`insert into imports (id, kind, file_name, state, rows, by_user, ip, created_at, started_at, ended_at)
    select id, (array['products', 'stock', 'prices'])[1 + n % 3], 'file-' || n || '.csv', 'done', rows, pg_temp.id_of('person', 1), '10.0.0.1', at, at, at + interval '3 minutes' from big_imports`)
  await client.query(`insert into import_entries (import_id, row, label, row_count, state, cells, faults)
    select id, row, 'ZV-' || lpad(row::text, 5, '0'), 1, case when row % 50 = 0 then 'bad' when row % 3 = 0 then 'edited' else 'same' end, '[]',
      case when row % 50 = 0 then jsonb_build_array(jsonb_build_object('row', row, 'column', '', 'code', 'not-imported')) else '[]' end
    from big_imports cross join lateral generate_series(2, rows + 1) row`)
}
