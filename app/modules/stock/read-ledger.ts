import { eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import type { Page } from '../../rules/lists.ts'
import type { LedgerLine, MovementKind } from '../../rules/stock/stock.ts'

export type LedgerQuery = {
  variantId: string | null
  kind: MovementKind | null
  after: string | null
}

/** A position in the ledger is the number of its row. */
const readPlace = (after: string | null) => (/^\d{1,15}$/.test(after ?? '') ? after : null)

/**
 * A product's movements, newest first, with those of retired variants. Each variant gives at most one page of its rows,
 * and a balance is counted back from the quantity on hand, so that no query reads the ledger from its beginning.
 */
export async function readLedger(
  db: Db,
  productId: string,
  { variantId, kind, after }: LedgerQuery,
  limit: number,
): Promise<Page<LedgerLine>> {
  const place = readPlace(after)
  const { rows } = await db.execute<LedgerLine>(sql`
    select line.id::text, to_jsonb(line.created_at) #>> '{}' as at, line.size, line.color, line.kind, line.quantity, line.cause, line.reason,
      line.inventory - coalesce((select sum(newer.quantity) from stock_movements newer
        where newer.variant_id = line.variant_id and newer.id > line.id), 0)::int as balance,
      o.order_number as "orderNumber", s.sale_number as "saleNumber", coalesce(f.full_name, u.name) as by
    from (
      select m.*, v.size, v.color, v.inventory from variants v
        cross join lateral (
          select * from stock_movements m
          where m.variant_id = v.id
            ${place ? sql`and m.id < ${place}::bigint` : sql``}
            ${kind ? sql`and m.kind = ${kind}` : sql``}
          order by m.id desc limit ${limit + 1}) m
      where v.product_id = ${productId}::uuid ${variantId ? sql`and v.id = ${variantId}::uuid` : sql``}
      order by m.id desc limit ${limit + 1}) line
    left join orders o on o.id = line.order_id
    left join pos_sales s on s.id = line.pos_sale_id
    left join users u on u.id = line.by_user
    left join profiles f on f.user_id = line.by_user
    order by line.id desc`)
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** A product as its stock page shows it; archived products too, because their ledger is still read. */
export async function findLedgerProduct(db: Db, productId: string) {
  const [product] = await db
    .select({
      ...columnsOf(products, 'id', 'name', 'slug', 'sku', 'barcode'),
      isTracked: products.trackInventory,
      isArchived: sql<boolean>`${products.archivedAt} is not null`,
    })
    .from(products)
    .where(eq(products.id, productId))
  return product
}

/** All variants in a product's ledger, retired ones last. */
export const listLedgerVariants = (db: Db, productId: string) =>
  db
    .select({
      ...columnsOf(variants, 'id', 'size', 'color'),
      isRetired: sql<boolean>`${variants.retiredAt} is not null`,
    })
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(sql`${variants.retiredAt} is not null`, variants.position, variants.id)
    .limit(1000)
