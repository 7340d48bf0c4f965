import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { cartItems, products, variants } from '../../db/tables.server.ts'
import { chooseVariant } from '../../rules/products.ts'
import type { Refusal } from '../../rules/words.ts'
import { isVisible } from '../catalogue/conditions.ts'
import { selectVariants } from '../catalogue/find-product.ts'

const MOST = 999
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST

/** What a customer asks for: a variant, or a product that has only one. */
export type CartRequest = { productId?: string; variantId?: string; quantity: number }

/** The one variant of a product without sizes and colours. */
async function findOnlyVariant(db: Db, productId: string) {
  const visible = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, productId), isVisible))
  const all = await selectVariants(db, visible)
  if (all.length === 0) return { ok: false as const, reason: 'product-not-found' as const }
  return chooseVariant(all, { size: null, color: null })
}

/**
 * Adds to a customer's cart; the same variant again raises its line (spec §4). The price is copied
 * from the product. Refuses what cannot be bought, and more than is on hand.
 */
export async function addToCart(
  { db }: { db: Db },
  userId: string,
  { productId, variantId, quantity }: CartRequest,
): Promise<{ ok: true; lineId: string; productName: string } | Refusal> {
  if (!isQuantity(quantity)) return { ok: false, reason: 'bad-quantity' }
  if (!variantId) {
    if (!productId) return { ok: false, reason: 'product-not-found' }
    const only = await findOnlyVariant(db, productId)
    if (!only.ok) return only
    variantId = only.variant.id
  }
  type Put = { name: string; tracked: boolean; inventory: number; line: string | null }
  const { rows } = await db.execute<Put>(sql`
    with found as (
      select ${variants.id}, ${variants.productId}, ${variants.inventory}, ${products.name}, ${products.price},
        ${products.trackInventory} as tracked,
        case when ${products.trackInventory} then least(${variants.inventory}, ${MOST}) else ${MOST} end as most
      from ${variants} join ${products} on ${products.id} = ${variants.productId}
      where ${variants.id} = ${variantId}::uuid and ${products.id} = coalesce(${productId ?? null}::uuid, ${products.id})
        and ${isVisible} and ${variants.retiredAt} is null),
    put as (
      insert into cart_items (user_id, product_id, variant_id, quantity, price)
      select ${userId}::uuid, product_id, id, ${quantity}, price from found
      where ${quantity}::int <= most
      on conflict (user_id, variant_id) do update
        set quantity = cart_items.quantity + excluded.quantity, price = excluded.price
        where cart_items.quantity + excluded.quantity <= (select most from found)
      returning id)
    select name, tracked, inventory, (select id from put) as line from found`)
  const found = rows[0]
  if (!found) return { ok: false, reason: 'product-not-found' }
  const { name, tracked, inventory, line } = found
  if (line) return { ok: true, lineId: line, productName: name }
  return tracked
    ? { ok: false, reason: 'cart-stock', product: name, available: inventory }
    : { ok: false, reason: 'bad-quantity' }
}

/** Sets a line's quantity; 0 or below removes the line (spec §4). Refuses more than is on hand. */
export async function setCartQuantity(
  { db }: { db: Db },
  userId: string,
  lineId: string,
  quantity: number,
): Promise<{ ok: true; removed: boolean } | Refusal> {
  const line = and(eq(cartItems.id, lineId), eq(cartItems.userId, userId))
  if (Number.isInteger(quantity) && quantity <= 0) {
    const gone = await db.delete(cartItems).where(line).returning({ id: cartItems.id })
    return gone.length === 1
      ? { ok: true, removed: true }
      : { ok: false, reason: 'cart-line-not-found' }
  }
  if (!isQuantity(quantity)) return { ok: false, reason: 'bad-quantity' }
  const [row] = await db
    .select({
      name: products.name,
      inventory: variants.inventory,
      trackInventory: products.trackInventory,
      before: cartItems.quantity,
    })
    .from(cartItems)
    .innerJoin(variants, eq(variants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(line)
  if (!row) return { ok: false, reason: 'cart-line-not-found' }
  // Fewer than before is always allowed: the way out of a line that has become too large.
  if (row.trackInventory && quantity > row.inventory && quantity >= row.before)
    return { ok: false, reason: 'cart-stock', product: row.name, available: row.inventory }
  await db.update(cartItems).set({ quantity }).where(line)
  return { ok: true, removed: false }
}
