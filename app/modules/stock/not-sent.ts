import { sql } from 'drizzle-orm'
import { oneOf } from '../../db/columns.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { UNSENT_REASONS } from '../../rules/refunds/refunds.ts'

/** For each order line, the units that were refunded because they will not be sent. */
export async function listNotSent(db: Tx, orderId: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; units: number }>(sql`
    select n.order_item_id as id, sum(n.quantity)::int as units
    from refund_items n join refunds r on r.id = n.refund_id
    where r.order_id = ${orderId} and r.status = 'done' and r.reason in (${oneOf(UNSENT_REASONS)})
    group by n.order_item_id`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}

/**
 * Of the units that an order has reserved in the ledger, those that were refunded because they will not be sent. A
 * stock-take does not expect them any more (counts/units-expected.ts), and whoever finds them books them. Call it with
 * the order's products locked and before its pre-orders are deleted.
 */
export async function listReservedNotSent(db: Tx, orderId: string): Promise<Map<string, number>> {
  const notSent = await listNotSent(db, orderId)
  if (notSent.size === 0) return new Map()
  const lines = [...notSent.keys()]
  // A pre-order that has not arrived has reserved nothing. So this counts only what the order has reserved beyond the
  // rest of its units.
  const { rows } = await db.execute<{ id: string; units: number }>(sql`
    with unsent as (
      select * from unnest(${sql.param(lines)}::uuid[], ${sql.param([...notSent.values()])}::int[]) as u (line_id, units)),
    lines as (
      select i.variant_id, sum(coalesce(u.units, 0)) as unsent,
        sum(i.quantity - coalesce(u.units, 0)
          - (select coalesce(sum(b.restocked + b.faulty), 0) from return_items b where b.order_item_id = i.id)) as rest
      from order_items i left join unsent u on u.line_id = i.id where i.order_id = ${orderId} group by i.variant_id)
    select l.variant_id as id, least(l.unsent,
      (select -sum(m.quantity) from stock_movements m where m.order_id = ${orderId} and m.variant_id = l.variant_id)
      - (select coalesce(sum(k.reserved), 0) from return_items k join returns b on b.id = k.return_id
          where b.order_id = ${orderId} and k.wanted_variant_id = l.variant_id)
      - greatest(l.rest - (select coalesce(sum(w.owed), 0) from preorders w
          where w.order_id = ${orderId} and w.variant_id = l.variant_id), 0))::int as units
    from lines l where l.unsent > 0`)
  return new Map(rows.filter(({ units }) => units > 0).map(({ id, units }) => [id, units]))
}
