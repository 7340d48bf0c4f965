import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { stockMovements, variants } from '../../db/tables.server.ts'
import { TIME_ZONE } from '../../shop.ts'

/**
 * Units sold today per product, online and at the till, in the shop's time zone (docs/product.md, Badges). A unit sold
 * and returned today does not count; a return of an earlier sale deducts nothing from today.
 */
export const soldToday = (db: Db) => {
  const today = sql`date_trunc('day', now(), ${TIME_ZONE})`
  const m = stockMovements
  return db
    .select({
      productId: variants.productId,
      units: sql<number>`-sum(${m.quantity})::int`.as('units'),
    })
    .from(m)
    .innerJoin(variants, eq(variants.id, m.variantId))
    .where(
      sql`${m.createdAt} >= ${today} and (${m.kind} in ('sale', 'pos_sale') or (${m.kind} = 'return' and exists (
        select from stock_movements sale where sale.variant_id = ${m.variantId} and sale.created_at >= ${today}
          and sale.kind in ('sale', 'pos_sale') and (sale.order_id = ${m.orderId} or sale.pos_sale_id = ${m.posSaleId}))))`,
    )
    .groupBy(variants.productId)
    .as('sold_today')
}
