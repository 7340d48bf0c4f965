import { type SQL, sql } from 'drizzle-orm'
import { products, variants } from '../../db/tables.server.ts'
import { TIME_ZONE } from '../../shop.ts'
import { TILL } from '../../shop-tills.ts'
import { limitInQuery } from '../settings/limit-in-query.ts'

const hours = sql`make_interval(hours => ${limitInQuery('safetyStockHours')})`
const soldWithin = sql.raw(`interval '${TILL.soldWithinHours} hours'`)
const lastSeen = sql.raw('coalesce(t.last_seen_at, s.received_at)')

/** Whether till `t` with its open shift `s` sold something in the hours before the shop last heard from it. */
export const isSelling = sql`exists (select from pos_sales sale where sale.shift_id = s.id and sale.payment_status = 'completed'
  and sale.received_at > ${lastSeen} - ${soldWithin})`

/** Whether the web shop keeps safety stock for till `t` with its shift `s`, because the till may be selling offline. */
export const hasSafetyStock = sql`(s.closed_at is null and t.retired_at is null
  and ${lastSeen} between now() - ${hours} and now() - interval '1 minute' and ${isSelling})`

/**
 * The safety stock: how many units of each variant the web shop leaves in stock now, for tills that have been out of
 * touch for more than a minute (they report every 20 s) and may be selling them. Only a till that sells counts: its
 * open shift had sold something not long before it fell silent. Counts the cashiers who opened the shifts, because a
 * cashier stands at one till; never more than a few units in all, and for some hours only.
 * An expression for a query, by the database's clock; an index of the few open shifts answers it.
 */
export const safetyStock = sql<number>`(
  select least(${limitInQuery('safetyStockMost')}, ${limitInQuery('safetyStockPerCashier')} * count(distinct s.opened_by))::int
  from shifts s join tills t on t.id = s.till_id where ${hasSafetyStock})`

/** Units of a variant in stock; null where they are not counted. */
export const countedUnits = sql<
  number | null
>`case when ${products.trackInventory} then ${variants.inventory} end`

/** Units of a variant that an order can take from stock now. The shop shows the same number that it sells by. */
export const availableUnits: SQL<number> = sql<number>`greatest(${variants.inventory} - ${safetyStock}, 0)`

/** Available units of a product: the sum of `availableUnits` over its variants in use. */
export const availableOfProduct = sql<number>`(case when ${safetyStock} = 0 then ${products.inventoryQuantity}
  else (select coalesce(sum(greatest(v.inventory - ${safetyStock}, 0)), 0)::int from variants v where v.product_id = ${products.id} and v.retired_at is null) end)`

/** The shop's own day, by the database's clock. */
const today = sql`(now() at time zone ${sql.raw(`'${TIME_ZONE}'`)})::date`

/**
 * Units of a variant that may be promised before they arrive (docs/product.md, Pre-orders): only while none can be
 * sold, and until the day from which they were to ship is over. An expression over `variants` and `products`.
 */
export const preorderUnits = sql<number>`(case when ${products.trackInventory} and ${variants.preorderFrom} >= ${today} and ${availableUnits} = 0
  then greatest(${variants.preorderLimit} - ${variants.preorderOwed}, 0) else 0 end)`

/** Units that an order can have now, from stock or before they arrive. */
export const orderableUnits = sql<number>`(${availableUnits} + ${preorderUnits})`

/** The columns that `preorderOf` needs. */
export const PREORDER_COLUMNS = { preorderUnits, preorderFrom: variants.preorderFrom }
