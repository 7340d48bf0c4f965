import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import {
  boughtTogether,
  orderItems,
  orders,
  posSaleItems,
  posSales,
} from '../../../db/tables.server.ts'
import { PAIR_DAYS } from '../../../rules/catalogue/related.ts'

/** Pairs stored of each product; more than are shown, because some will be sold out. */
const KEPT = 24
/**
 * A larger basket is likely a trade customer's: it says little about what goes together, and each product in it adds as
 * many pairs.
 */
const MOST_IN_ONE = 20

/**
 * Counts again which products were bought together (docs/product.md, Goes well with it), in orders that are paid and
 * not cancelled and in till sales. One statement, which writes only what has changed; two runs at once end with the
 * same rows.
 */
export async function countPairs(db: Db) {
  const since = sql`now() - make_interval(days => ${PAIR_DAYS}::int)`
  // `offset 0`: looks up the lines order by order, instead of reading all lines ever written.
  await db.execute(sql`
    with bought as (
      select o.id, line.product_id from ${orders} o cross join lateral (
        select distinct product_id from ${orderItems} where order_id = o.id offset 0) line
      where o.paid_at >= ${since} and o.status <> 'cancelled'
      union all
      select s.id, line.product_id from ${posSales} s cross join lateral (
        select distinct product_id from ${posSaleItems} where pos_sale_id = s.id and product_id is not null offset 0) line
      where s.created_at >= ${since} and s.payment_status = 'completed'
    ), sized as (
      select *, count(*) over (partition by id) as products from bought
    ), baskets as materialized (
      select id, product_id from sized where products between 2 and ${MOST_IN_ONE}
    ), ranked as (
      select one.product_id, other.product_id as other_id, count(*)::int as times,
        row_number() over (partition by one.product_id order by count(*) desc, other.product_id) as place
      from baskets one join baskets other on other.id = one.id and other.product_id <> one.product_id
      group by one.product_id, other.product_id
    ), counted as materialized (
      select product_id, other_id, times from ranked where place <= ${KEPT}
    ), gone as (
      delete from ${boughtTogether} old
      where not exists (select from counted where (counted.product_id, counted.other_id) = (old.product_id, old.other_id))
    )
    insert into ${boughtTogether} as old (product_id, other_id, times) select product_id, other_id, times from counted
    order by product_id, other_id
    on conflict (product_id, other_id) do update set times = excluded.times where old.times <> excluded.times`)
}
