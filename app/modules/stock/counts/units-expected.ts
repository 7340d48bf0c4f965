import { inArray, sql } from 'drizzle-orm'
import { oneOf } from '../../../db/columns.server.ts'
import type { Db, Tx } from '../../../db/open.server.ts'
import { sumOf } from '../../../db/sums.server.ts'
import { variants } from '../../../db/tables.server.ts'
import { UNSENT_REASONS } from '../../../rules/refunds/refunds.ts'

/**
 * A column for a query of `variants`: units that the ledger has already deducted and that are still in the shop. These
 * are the units of orders that are not packed, paid or not, without units that were sent in a parcel, will not be sent
 * any more or have not arrived; and the units reserved for exchanges.
 */
export const unitsInOrders = sumOf(sql`
  select sum(u.units) from (
    select least(
        coalesce((select -sum(m.quantity) from stock_movements m where m.order_id = o.id and m.variant_id = variants.id), 0),
        sum(i.quantity
          - (select coalesce(sum(s.quantity), 0) from shipment_items s where s.order_item_id = i.id)
          - (select coalesce(sum(n.quantity), 0) from refund_items n join refunds r on r.id = n.refund_id
              where n.order_item_id = i.id and r.status = 'done' and r.reason in (${oneOf(UNSENT_REASONS)})))
          - coalesce((select sum(w.owed) from preorders w where w.order_id = o.id and w.variant_id = variants.id), 0)
      ) as units
    from order_items i join orders o on o.id = i.order_id
    where i.variant_id = variants.id and o.status in ('pending', 'processing') and o.packed_at is null
    group by o.id
    union all
    select k.reserved from return_items k join returns b on b.id = k.return_id join orders o on o.id = b.order_id
    where k.wanted_variant_id = variants.id and k.reserved > 0 and b.ended_at is null and o.status <> 'cancelled'
  ) u where u.units > 0`)

/** For each variant the ledger's quantity and the units still in the shop for orders, both read at the same moment. */
export async function readExpected(db: Db | Tx, variantIds: readonly string[]) {
  const rows = await db
    .select({ id: variants.id, ledger: variants.inventory, inOrders: unitsInOrders })
    .from(variants)
    .where(inArray(variants.id, [...variantIds]))
  return new Map(rows.map(({ id, ...units }) => [id, units]))
}
