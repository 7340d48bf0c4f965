import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSales, tillPriceLists } from '../../../db/tables.server.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'

// A list that has just come may not have reached the tab that sells.
const LIST_GRACE = sql`interval '10 minutes'`

/**
 * What each product cost on the list that its till says it sold from, or on its newest when it had that
 * well before it sold: a list whose download was cut costs nobody a doubt while prices stay. Nothing when
 * this till never had the list, whichever other one it names. Events come in their order, so a sale is no older than
 * the one before it.
 */
export async function readListPrices(
  db: Tx,
  sale: CashSale,
  tillId: string | null,
): Promise<Map<string, number>> {
  const ids = [...new Set(sale.lines.map(({ productId }) => productId))]
  const { rows } = await db.execute<{ productId: string; price: number }>(sql`
    with own as (select as_of, noted_at from ${tillPriceLists} where till_id = ${tillId}::uuid),
    sold as (select greatest(${sale.at}::timestamptz,
      (select max(created_at) from ${posSales} where till_id = ${tillId}::uuid)) as at),
    list as (select max(as_of) as as_of from own
      where as_of = ${sale.pricesAsOf}::timestamptz
        or (as_of > ${sale.pricesAsOf}::timestamptz and noted_at < (select at from sold) - ${LIST_GRACE}))
    select distinct on (product_id) product_id as "productId", price from price_history
    where product_id = any(${sql.param(ids)}::uuid[]) and since <= (select as_of from list)
      and exists (select from own where as_of = ${sale.pricesAsOf}::timestamptz)
    order by product_id, since desc`)
  return new Map(rows.map(({ productId, price }) => [productId, price]))
}
