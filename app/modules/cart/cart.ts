import { and, asc, eq, sql } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { pipeline } from '../../db/pipeline.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { cartItems, products, variants } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { CartLineView, SeenLine } from '../../rules/cart/cart.ts'
import { type Thumbnail, withThumbnails } from '../catalogue/find-thumbnails.ts'
import { availableUnits, PREORDER_COLUMNS } from '../stock/availability.ts'

export type CartRow = Omit<CartLineView, keyof Thumbnail>
export type CartLine = CartRow & Thumbnail

/** The most lines of a cart, and of an order. */
export const MOST_LINES = 200

/** Selects from the table `cart_items`, or from the common table expression of that name in `statement`. */
export function selectLines(db: Db, statement: Pick<Db, 'select'> = db) {
  return (
    statement
      .select({
        ...columnsOf(cartItems, 'id', 'productId', 'variantId'),
        slug: products.slug,
        name: products.name,
        size: variants.size,
        color: variants.color,
        quantity: cartItems.quantity,
        price: cartItems.price,
        currentPrice: products.price,
        isAvailable: sql<boolean>`${products.status} = 'active' and ${products.archivedAt} is null and ${variants.retiredAt} is null`,
        inventory: sql<
          number | null
        >`case when ${products.trackInventory} then ${availableUnits} end`,
        ...PREORDER_COLUMNS,
      })
      .from(cartItems)
      .innerJoin(products, eq(products.id, cartItems.productId))
      .innerJoin(variants, eq(variants.id, cartItems.variantId))
      .where(eq(cartItems.userId, sql.placeholder('userId')))
      .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
      // Requests at the same moment can exceed the limit by a few lines; they are shown as well.
      .limit(2 * MOST_LINES)
  )
}

export const prepareCart = prepareOnce((db: Db) => selectLines(db))

type CartShop = Pick<Shop, 'db' | 'storage' | 'cached' | 'log'>

/** A customer's cart lines, oldest first, with the product as it is now. */
export async function listCart(shop: CartShop, userId: string): Promise<CartLine[]> {
  return withThumbnails(shop, await prepareCart(shop.db).execute({ userId }))
}

/** The number of items in a customer's cart: the sum of the quantities. */
export async function countCart(db: Db | Tx, userId: string) {
  const [row] = await db
    .select({ count: sql<number>`coalesce(sum(${cartItems.quantity}), 0)`.mapWith(Number) })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
  return row?.count ?? 0
}

/** Removes one line; false when the customer has no such line. */
export async function removeCartLine(db: Db | Tx, userId: string, id: string) {
  const gone = await db
    .delete(cartItems)
    .where(and(eq(cartItems.id, id), eq(cartItems.userId, userId)))
    .returning({ id: cartItems.id })
  return gone.length === 1
}

/**
 * Deletes all lines of a customer (docs/product.md, Cart: the cart can be cleared). With `seen`, deletes only these
 * lines, and none whose quantity was changed after it was seen, so that the request may arrive late or twice.
 */
export async function clearCart(db: Db | Tx, userId: string, seen?: readonly SeenLine[]) {
  const isSeen =
    seen &&
    sql`exists (select from unnest(
        ${sql.param(seen.map(({ id }) => id))}::uuid[], ${sql.param(seen.map(({ quantity }) => quantity))}::int[]
      ) seen (id, quantity) where seen.id = ${cartItems.id} and seen.quantity = ${cartItems.quantity})`
  await db.delete(cartItems).where(and(eq(cartItems.userId, userId), isSeen))
}

/** Removes bought units from the cart; units that the customer added since then stay. */
export async function takeOutBought(
  db: Tx,
  userId: string,
  bought: readonly { variantId: string; quantity: number }[],
) {
  await pipeline(
    ...bought.flatMap(({ variantId, quantity }) => {
      const line = and(eq(cartItems.userId, userId), eq(cartItems.variantId, variantId))
      return [
        () => db.delete(cartItems).where(and(line, sql`${cartItems.quantity} <= ${quantity}`)),
        () =>
          db
            .update(cartItems)
            .set({ quantity: sql`${cartItems.quantity} - ${quantity}` })
            .where(and(line, sql`${cartItems.quantity} > ${quantity}`)),
      ]
    }),
  )
}
