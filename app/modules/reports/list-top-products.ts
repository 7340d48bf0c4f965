import { desc, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  orderItems,
  orders,
  posReturnItems,
  posSaleItems,
  posSales,
  products,
  returnItems,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { startOfLastDays } from './shop-days.ts'

/** Top products show 5 (docs/product.md, Reports). */
const SHOWN = 5
export const TOP_DAYS = 30

type TopProduct = { id: string; name: string; units: number; amount: number }
export type TopProducts =
  | { kind: 'sold'; rows: TopProduct[] }
  | { kind: 'newest'; rows: { id: string; name: string }[] }

/**
 * Best sellers of the last 30 days by units, online (paid and not cancelled) and at the till (completed) together, less
 * what came back of them, whenever it came: an exchange is sold once, with the order that sent it. Amounts in whole
 * kwacha, with line discounts deducted and others not. When nothing was sold: the newest products.
 */
export async function listTopProducts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<TopProducts> {
  const since = startOfLastDays(TOP_DAYS, now())
  // `offset 0`: looks up the lines order by order, instead of reading all lines ever written; joins products to the few
  // that are shown.
  const { rows } = await db.execute<TopProduct>(sql`
    select p.id, p.name, top.units, top.amount
    from (
      select product_id, sum(quantity)::int as units, sum(total)::bigint as amount
      from (
        select line.* from ${orders} o cross join lateral (
          select i.product_id, i.quantity - back.units as quantity, i.total - back.units * i.price as total from ${orderItems} i
          cross join lateral (select coalesce(sum(restocked + faulty), 0) as units from ${returnItems} where order_item_id = i.id) back
          where i.order_id = o.id offset 0) line
        where o.paid_at >= ${since} and o.status <> 'cancelled'
        union all
        select line.* from ${posSales} s cross join lateral (
          select i.product_id, i.quantity - back.units, i.total_price - back.amount from ${posSaleItems} i
          cross join lateral (select coalesce(sum(quantity), 0) as units, coalesce(sum(amount), 0) as amount
            from ${posReturnItems} where pos_sale_item_id = i.id) back
          where i.pos_sale_id = s.id offset 0) line
        where s.created_at >= ${since} and s.payment_status = 'completed'
      ) sold where product_id is not null group by product_id having sum(quantity) > 0 order by units desc, amount desc, product_id limit ${SHOWN}::int
    ) top join ${products} p on p.id = top.product_id
    order by top.units desc, top.amount desc, p.name`)
  if (rows.length > 0) return { kind: 'sold', rows }
  return { kind: 'newest', rows: await listNewest(db) }
}

const listNewest = (db: Db) =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(isNull(products.archivedAt))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(SHOWN)
