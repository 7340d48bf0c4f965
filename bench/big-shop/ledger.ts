import type { ClientBase } from 'pg'

/**
 * Fills the ledger of everything that was sold: reserved, then released and sold when paid, or released when not. Every
 * variant opens with all units that it will ever hand out and those that remain, so that its ledger never falls below
 * zero. Returned units are written off after the variant's last return, so that the ledger ends at the stock level.
 */
export async function fillLedger(client: ClientBase) {
  await client.query(`create temp table big_moves on commit drop as
    with sold as (
      select variant_n, quantity, o.id as order_id, user_id, created_at, paid_at, status
      from big_lines l join big_orders o on o.n = l.order_n)
    select variant_n, 'reservation' as kind, -quantity as quantity, order_id, null::uuid as pos_sale_id, user_id as by_user, created_at as at, 0 as step from sold
    union all select variant_n, 'release', quantity, order_id, null, null, paid_at, 1 from sold where paid_at is not null
    union all select variant_n, 'sale', -quantity, order_id, null, null, paid_at, 2 from sold where paid_at is not null
    union all select variant_n, case when paid_at is null then 'release' else 'return' end, quantity, order_id, null, null,
      created_at + interval '31 minutes', 3 from sold where status = 'cancelled'
    union all select variant_n, 'pos_sale', -quantity, null, s.id, cashier_id, created_at, 0
      from big_sale_lines l join big_sales s on s.n = l.sale_n where status = 'completed'`)
  await client.query(`insert into big_moves
    with sums as (select variant_n, sum(quantity) as net, coalesce(sum(quantity) filter (where step = 3), 0) as back,
      max(at) filter (where step = 3) as last from big_moves group by variant_n)
    select v.n, 'opening', shelf - coalesce(net, 0) + coalesce(back, 0), null::uuid, null::uuid, null::uuid, created_at, 0
      from big_variants v left join sums on variant_n = v.n where shelf - coalesce(net, 0) + coalesce(back, 0) > 0
    union all select variant_n, 'adjustment', -back, null, null, pg_temp.id_of('person', 2), last, 4 from sums where back > 0
    union all select n, 'received', 10, null, null, pg_temp.id_of('person', 1), created_at + interval '1 day', 0 from big_variants where n % 7 = 0
    union all select n, 'adjustment', -10, null, null, pg_temp.id_of('person', 2), created_at + interval '2 days', 0 from big_variants where n % 7 = 0`)
  await client.query(`insert into stock_movements (variant_id, kind, quantity, order_id, pos_sale_id, by_user, reason, created_at)
    select v.id, kind, quantity, order_id, pos_sale_id, by_user, case when kind = 'adjustment' then 'Counted' end, at
    from big_moves m join big_variants v on v.n = m.variant_n order by at, step`)
}
