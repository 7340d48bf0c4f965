import { sql } from 'drizzle-orm'
import { oneOf } from '../../db/columns.server.ts'
import type { Db } from '../../db/open.server.ts'
import type { Finding } from '../../rules/health/health.ts'
import { UNSENT_REASONS } from '../../rules/refunds/refunds.ts'
import { findDiffering } from './find-differing.ts'

/**
 * Whether every variant's stock is the sum of its movements, every product's the sum of its variants' in use, and every
 * variant's units owed the sum of its pre-orders (docs/product.md, Stock).
 */
export async function checkLedger(db: Db): Promise<Finding> {
  const { count, names, variants } = await findDiffering<{ variants: number }>(
    db,
    sql`sums as (select variant_id, sum(quantity)::int as total from stock_movements group by variant_id),
    differing as (
      select v.sku as name from variants v left join sums s on s.variant_id = v.id
      where v.inventory <> coalesce(s.total, 0)
      union all
      select p.sku from products p
      left join (select product_id, sum(inventory)::int as total from variants where retired_at is null group by product_id) v on v.product_id = p.id
      where p.inventory_quantity <> coalesce(v.total, 0)
      union all
      select v.sku from variants v left join (select variant_id, sum(owed)::int as total from preorders group by variant_id) w
        on w.variant_id = v.id where v.preorder_owed <> coalesce(w.total, 0))`,
    sql`(select count(*)::int from variants) as variants`,
  )
  return count === 0
    ? { code: 'ledger-agrees', variants }
    : { code: 'ledger-differs', count, names }
}

/**
 * Checks open orders and all orders of the last 90 days. An order must have reserved the units of its lines and of its
 * exchanges, without what came back and without pre-orders that have not arrived; a cancelled order must have reserved
 * none. Units that were refunded as not sent may be reserved or not: their pre-order may not have arrived, cancelling
 * keeps them, and reinstating a cancelled order does not take them. Only an open order may wait for pre-orders. Nothing
 * is reserved of products whose stock was not tracked when the order was placed: where tracking may have been switched
 * since, an order without reserved units counts as correct.
 */
export async function checkReservations(db: Db): Promise<Finding> {
  const { count, names, orders } = await findDiffering<{ orders: number }>(
    db,
    sql`looked_at as (
      select id, order_number, status, created_at from orders
      where created_at > now() - interval '90 days' or status in ('pending', 'processing')),
    parts as (
      select o.id, i.variant_id, (case when o.status = 'cancelled' then coalesce(sum(u.units), 0)
          else sum(i.quantity) - coalesce(max(w.owed), 0) - coalesce(sum(b.units), 0) end)::int as quantity,
        coalesce(sum(u.units), 0)::int as unsent,
        bool_or(p.track_inventory and p.updated_at < o.created_at) as is_tracked
      from looked_at o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
      left join preorders w on w.order_id = o.id and w.variant_id = i.variant_id
      left join (select order_item_id, sum(restocked + faulty)::int as units from return_items group by order_item_id) b on b.order_item_id = i.id
      left join (select n.order_item_id, sum(n.quantity)::int as units from refund_items n join refunds r on r.id = n.refund_id
        where r.status = 'done' and r.reason in (${oneOf(UNSENT_REASONS)}) group by n.order_item_id) u on u.order_item_id = i.id
      where o.status <> 'cancelled' or u.units > 0 group by o.id, o.status, i.variant_id
      union all
      select o.id, b.wanted_variant_id, sum(b.reserved)::int, 0, false from looked_at o join returns r on r.order_id = o.id
      join return_items b on b.return_id = r.id where o.status <> 'cancelled' and b.reserved > 0 group by o.id, b.wanted_variant_id),
    needed as (select id, variant_id, sum(quantity)::int as quantity, sum(unsent)::int as unsent, bool_or(is_tracked) as is_tracked from parts group by id, variant_id),
    held as (
      select m.order_id as id, m.variant_id, -sum(m.quantity)::int as quantity
      from stock_movements m join looked_at o on o.id = m.order_id group by m.order_id, m.variant_id),
    differing as (
      select distinct o.order_number as name from looked_at o
      join (select id, variant_id from needed union select id, variant_id from held) both_of using (id)
      left join needed n using (id, variant_id) left join held h using (id, variant_id)
      where coalesce(h.quantity, 0) not between coalesce(n.quantity - n.unsent, 0) and coalesce(n.quantity, 0)
        and (coalesce(h.quantity, 0) <> 0 or n.is_tracked)
      union select o.order_number from preorders w join orders o on o.id = w.order_id
      where w.owed > 0 and o.status not in ('pending', 'processing'))`,
    sql`(select count(*)::int from looked_at) as orders`,
  )
  return count === 0
    ? { code: 'reservations-agree', orders }
    : { code: 'reservations-differ', count, names }
}
