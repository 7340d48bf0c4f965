import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { products, stockMovements, variants } from '../../db/tables.server.ts'

/**
 * Locks products until the transaction ends, in id order: two transactions that lock the same products in different
 * orders would deadlock. Every change of a product or its stock starts here or with `lockProductsOf`, and reads what it
 * decides by only after that. `update` is for a product that is deleted or whose SKUs change: it also waits for
 * transactions that are adding an order line or cart item of it.
 */
export const lockProducts = (
  db: Tx,
  ids: readonly string[],
  strength: 'no key update' | 'update' = 'no key update',
) =>
  db
    .select(columnsOf(products, 'id', 'name', 'status', 'version', 'archivedAt'))
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
    .for(strength)

type OfVariant = { variantId: string; trackInventory: boolean }

/** Locks the products of these variants in the same way: a change of stock writes rows of both. */
export const lockProductsOf = (db: Tx, variantIds: string[]): PromiseLike<OfVariant[]> =>
  prepareLock(db).execute({ ids: variantIds })

// One statement and one parameter for any number of variants: a stock-take may have more sizes than a statement may
// have parameters.
const prepareLock = prepareOnce((db: Tx) =>
  db
    .select({ variantId: variants.id, trackInventory: products.trackInventory })
    .from(products)
    .innerJoin(variants, eq(variants.productId, products.id))
    .where(sql`${variants.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(products.id)
    .for('no key update', { of: products }),
)

/**
 * Locks the products of these ledger rows without reading the rows first, and the products that an order has
 * pre-ordered: their units must not arrive while the order is paid.
 */
export const lockProductsMoved = (db: Tx, movements: SQL, orderId: string | null) =>
  db
    .select({ id: products.id })
    .from(products)
    .where(
      inArray(
        products.id,
        sql`(select v.product_id from variants v where v.id in (
          select ${stockMovements.variantId} from ${stockMovements} where ${movements}
          union all select variant_id from preorders where order_id = ${orderId}::uuid))`,
      ),
    )
    .orderBy(products.id)
    .for('no key update')
