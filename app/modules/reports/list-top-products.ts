import { desc, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import {
  orderItems,
  orders,
  posReturnItems,
  posReturns,
  posSaleItems,
  posSales,
  products,
  returnItems,
  returns,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { startOfLastDays } from './shop-days.ts'

/** Top products show 5 (docs/product.md, Reports). */
const SHOWN = 5
export const TOP_DAYS = 30
/** Returns are found by when they were asked for; one that has waited longer is not deducted any more. */
const LONGEST_RETURN_DAYS = 60

type TopProduct = { id: string; name: string; units: number; amount: number }
export type TopProducts =
  | { kind: 'sold'; rows: TopProduct[] }
  | { kind: 'newest'; rows: { id: string; name: string }[] }

/**
 * Best sellers of the last 30 days by units, online (paid and not cancelled) and at the till (completed) together, less
 * what came back in that time: an exchange is sold once. Amounts in whole kwacha, with line discounts deducted and
 * others not. When nothing was sold: the newest products.
 */
export async function listTopProducts({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<TopProducts> {
  const since = startOfLastDays(TOP_DAYS, now())
  const askedSince = startOfLastDays(TOP_DAYS + LONGEST_RETURN_DAYS, now())
  // `offset 0`: looks up the lines order by order, instead of reading all lines ever written; joins products to the few
  // that are shown.
  const { rows } = await db.execute<TopProduct>(sql`
    select p.id, p.name, top.units, top.amount
    from (
      select product_id, sum(quantity)::int as units, sum(total)::bigint as amount
      from (
        select line.* from ${orders} o cross join lateral (
          select product_id, quantity, total from ${orderItems} where order_id = o.id offset 0) line
        where o.paid_at >= ${since} and o.status <> 'cancelled'
        union all
        select line.* from ${posSales} s cross join lateral (
          select product_id, quantity, total_price from ${posSaleItems} where pos_sale_id = s.id offset 0) line
        where s.created_at >= ${since} and s.payment_status = 'completed'
        union all
        select line.* from ${posReturns} r cross join lateral (
          select line.product_id, -item.quantity, -item.amount from ${posReturnItems} item
          cross join lateral (select product_id from ${posSaleItems} where id = item.pos_sale_item_id offset 0) line
          where item.pos_return_id = r.id offset 0) line
        where r.at >= ${since}
        union all
        select line.* from ${returns} r join ${orders} o on o.id = r.order_id cross join lateral (
          select line.product_id, -came.units, -came.units * line.price from ${returnItems} item
          cross join lateral (select item.restocked + item.faulty as units) came
          join ${orderItems} line on line.id = item.order_item_id where item.return_id = r.id offset 0) line
        where r.created_at >= ${askedSince} and r.inspected_at >= ${since} and o.paid_at is not null and o.status <> 'cancelled'
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
