import { sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSales, tillPriceLists } from '../../../db/tables.server.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'

// A list that has just come may not yet have reached the tab that sells.
const LIST_GRACE = sql`interval '10 minutes'`

/**
 * The price of each product on the list from which its till says it sold, or on the till's newest list if the till
 * had that one long enough before the sale: where a list's download broke off, no sale is doubted as long as
 * prices stay the same. Empty when this till never had the named list. Events come in order, so no sale is older
 * than the one before it.
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
