import { sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'

const NAMED = 5

type Differing = { count: number; names: string[] }

/**
 * The counted uses of a code are the orders that hold one (docs/product.md, Discounts). The sample shop has codes that
 * are used up from the beginning: there more uses than orders are no finding.
 */
export async function checkRedemptions({
  db,
  config,
}: Pick<Shop, 'db' | 'config'>): Promise<Finding> {
  const { rows } = await db.execute<Differing & { codes: number }>(sql`
    with redeemed as (
      select discount_id, count(*)::int as uses from orders
      where discount_redeemed and discount_id is not null group by discount_id),
    differing as (
      select d.code as name from discounts d left join redeemed r on r.discount_id = d.id
      where d.used_count <> coalesce(r.uses, 0)
        and (d.used_count < coalesce(r.uses, 0) or not ${config.sampleShop}::boolean))
    select count(*)::int as count, coalesce((array_agg(name order by name))[:${NAMED}::int], '{}') as names,
      (select count(*)::int from discounts) as codes from differing`)
  const { count, names, codes } = rows[0] ?? { count: 0, names: [], codes: 0 }
  return count === 0
    ? { code: 'redemptions-agree', codes }
    : { code: 'redemptions-differ', count, names }
}

/** The subtotals of orders and till sales, in kwacha, are the sums of their lines; the CHECKs of both tables keep the rest. */
export async function checkTotals(db: Db): Promise<Finding> {
  const { rows } = await db.execute<Differing & { orders: number; sales: number }>(sql`
    with differing as (
      select o.order_number as name from orders o
      left join (select order_id, sum(total)::bigint as total from order_items group by order_id) i on i.order_id = o.id
      where o.subtotal <> coalesce(i.total, 0)
      union all
      select s.sale_number from pos_sales s
      left join (select pos_sale_id, sum(unit_price::bigint * quantity) as total from pos_sale_items group by pos_sale_id) i
        on i.pos_sale_id = s.id
      where s.subtotal <> coalesce(i.total, 0))
    select count(*)::int as count, coalesce((array_agg(name order by name))[:${NAMED}::int], '{}') as names,
      (select count(*)::int from orders) as orders, (select count(*)::int from pos_sales) as sales from differing`)
  const { count, names, orders, sales } = rows[0] ?? { count: 0, names: [], orders: 0, sales: 0 }
  return count === 0
    ? { code: 'totals-agree', orders, sales }
    : { code: 'totals-differ', count, names }
}
