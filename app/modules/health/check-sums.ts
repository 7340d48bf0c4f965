import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'
import { findDiffering } from './find-differing.ts'

/**
 * Whether the counted uses of each code equal the orders that redeemed it (docs/product.md, Discounts). The sample shop
 * starts with codes that are used up: there more uses than orders are no finding.
 */
export async function checkRedemptions({
  db,
  config,
}: Pick<Shop, 'db' | 'config'>): Promise<Finding> {
  const { count, names, codes } = await findDiffering<{ codes: number }>(
    db,
    sql`redeemed as (
      select discount_id, count(*)::int as uses from orders
      where discount_redeemed and discount_id is not null group by discount_id),
    differing as (
      select d.code as name from discounts d left join redeemed r on r.discount_id = d.id
      where d.used_count <> coalesce(r.uses, 0)
        and (d.used_count < coalesce(r.uses, 0) or not ${config.sampleShop}::boolean))`,
    sql`(select count(*)::int from discounts) as codes`,
  )
  return count === 0
    ? { code: 'redemptions-agree', codes }
    : { code: 'redemptions-differ', count, names }
}

/**
 * Whether the subtotals of orders and till sales, in kwacha, are the sums of their lines; CHECKs of both tables guard
 * the other sums.
 */
export async function checkTotals(db: Db): Promise<Finding> {
  const { count, names, orders, sales } = await findDiffering<{ orders: number; sales: number }>(
    db,
    sql`differing as (
      select o.order_number as name from orders o
      left join (select order_id, sum(total)::bigint as total from order_items group by order_id) i on i.order_id = o.id
      where o.subtotal <> coalesce(i.total, 0)
      union all
      select s.sale_number from pos_sales s
      left join (select pos_sale_id, sum(unit_price::bigint * quantity) as total from pos_sale_items group by pos_sale_id) i
        on i.pos_sale_id = s.id
      where s.subtotal <> coalesce(i.total, 0) + s.voucher_amount)`,
    sql`(select count(*)::int from orders) as orders, (select count(*)::int from pos_sales) as sales`,
  )
  return count === 0
    ? { code: 'totals-agree', orders, sales }
    : { code: 'totals-differ', count, names }
}
