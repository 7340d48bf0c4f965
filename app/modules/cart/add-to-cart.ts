import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { cartItems, products, variants } from '../../db/tables.server.ts'
import { chooseVariant } from '../../rules/products.ts'
import type { Refusal } from '../../rules/words.ts'

const MOST = 999
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST

/** What a customer asks for: a variant, or a product that has only one. */
export type CartRequest = { productId?: string; variantId?: string; quantity: number }

const sellable = (db: Db, name: string, which: SQL | undefined) =>
  prepareOnce(db, name, () =>
    db
      .select({
        variantId: variants.id,
        size: variants.size,
        color: variants.color,
        colorValue: variants.colorValue,
        inventory: variants.inventory,
        productId: products.id,
        name: products.name,
        price: products.price,
        trackInventory: products.trackInventory,
      })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(
        and(
          which,
          eq(products.status, 'active'),
          isNull(products.archivedAt),
          isNull(variants.retiredAt),
        ),
      ),
  )

/** The variant that is meant, when it can be bought now. */
async function findSellable(db: Db, { variantId, productId }: CartRequest) {
  const found = variantId
    ? await sellable(db, 'sellable_variant', eq(variants.id, sql.placeholder('id'))).execute({
        id: variantId,
      })
    : productId
      ? await sellable(db, 'sellable_product', eq(products.id, sql.placeholder('id'))).execute({
          id: productId,
        })
      : []
  const rows = productId ? found.filter((row) => row.productId === productId) : found
  const [first] = rows
  if (!first) return { ok: false as const, reason: 'product-not-found' as const }
  if (variantId) return { ok: true as const, ...first }
  const chosen = chooseVariant(
    rows.map((row) => ({ ...row, id: row.variantId })),
    { size: null, color: null },
  )
  return chosen.ok ? { ok: true as const, ...chosen.variant } : chosen
}

/**
 * Adds to a customer's cart; the same variant again raises its line (spec §4). The price is copied
 * from the product. Refuses what cannot be bought, and more than is on hand.
 */
export async function addToCart(
  { db }: { db: Db },
  userId: string,
  wanted: CartRequest,
): Promise<{ ok: true; lineId: string; productName: string } | Refusal> {
  if (!isQuantity(wanted.quantity)) return { ok: false, reason: 'bad-quantity' }
  const found = await findSellable(db, wanted)
  if (!found.ok) return found
  const most = found.trackInventory ? Math.min(found.inventory, MOST) : MOST
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into cart_items (user_id, product_id, variant_id, quantity, price)
    select ${userId}::uuid, ${found.productId}::uuid, ${found.variantId}::uuid, ${wanted.quantity}, ${found.price}
    where ${wanted.quantity}::int <= ${most}::int
    on conflict (user_id, variant_id) do update
      set quantity = cart_items.quantity + excluded.quantity, price = excluded.price
      where cart_items.quantity + excluded.quantity <= ${most}::int
    returning id`)
  const line = rows[0]
  if (line) return { ok: true, lineId: line.id, productName: found.name }
  return found.trackInventory
    ? { ok: false, reason: 'cart-stock', product: found.name, available: found.inventory }
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
