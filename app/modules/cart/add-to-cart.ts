import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { prepareOnce } from '../../db/prepared.server.ts'
import { cartItems, cartRequests, products, variants } from '../../db/tables.server.ts'
import { isForeignKeyViolation, isRefusedBy } from '../../db/violations.server.ts'
import { type ChoiceRefusal, chooseVariant } from '../../rules/catalogue/products.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isVisible } from '../catalogue/conditions.ts'
import { selectVariants } from '../catalogue/find-product.ts'
import { orderableUnits } from '../stock/availability.ts'
import { type CartRow, MOST_LINES, prepareCart, selectLines } from './cart.ts'

const MOST = 999
/** Whether one cart line may have this quantity: a whole number from 1 to the most. */
export const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST

/** A customer's request: a variant, or a product that has only one. */
export type CartRequest = {
  productId?: string
  variantId?: string
  quantity: number
  /** The press that sent the request: sent again, it adds nothing more. */
  request?: string | null
}

/** The condition of a variant that visitors may buy, of this product when one is named. */
const isOnOffer = (variantId: string | Placeholder, productId: string | Placeholder | null) =>
  sql`${variants.id} = ${variantId}::uuid and ${products.id} = coalesce(${productId}::uuid, ${products.id})
    and ${isVisible} and ${variants.retiredAt} is null`

/** The only variant of a product without sizes and colors. */
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
 * Adds to the cart and reads the new cart in one statement, because a second statement would take as long again. The
 * final query reads the lines under the name of their table: those that were there, and the added one. When it returns
 * no rows, nothing was added. A press is stored with what it adds: of two requests of the same press at once, the
 * unique key refuses one as a whole.
 */
const prepareAdding = prepareOnce((db: Db) => {
  const most = sql.raw(`${MOST}`)
  const found = db.$with('found', {}).as(sql`
    select ${sql.placeholder('userId')}::uuid as user_id, ${variants.productId}, ${variants.id} as variant_id,
      ${sql.placeholder('quantity')}::int as quantity, ${products.price},
      case when ${products.trackInventory} then least(${orderableUnits}, ${most}) else ${most} end as most
    from ${variants} join ${products} on ${products.id} = ${variants.productId}
    where ${isOnOffer(sql.placeholder('variantId'), sql.placeholder('productId'))}`)
  const before = db.$with('before', {}).as(sql`
    select cart_items.* from cart_items join found on found.user_id = cart_items.user_id`)
  const put = db.$with('put', {}).as(sql`
    insert into cart_items (user_id, product_id, variant_id, quantity, price, request)
    select user_id, product_id, variant_id, quantity, price, ${sql.placeholder('request')}::text from found
    where quantity <= most and not exists (
      select from cart_requests done where done.user_id = found.user_id and done.variant_id = found.variant_id
        and done.request = ${sql.placeholder('request')}::text
    ) and (
      select count(*) < ${sql.raw(`${MOST_LINES}`)} or bool_or(before.variant_id = found.variant_id) from before)
    on conflict (user_id, variant_id) do update
      set quantity = cart_items.quantity + excluded.quantity, price = excluded.price,
        request = coalesce(excluded.request, cart_items.request)
      where (cart_items.request = excluded.request) is not true
        and cart_items.quantity + excluded.quantity <= (select most from found)
    returning *`)
  const named = db.$with('named', {}).as(sql`
    insert into cart_requests (user_id, variant_id, request)
    select user_id, variant_id, ${sql.placeholder('request')}::text from put
    where ${sql.placeholder('request')}::text is not null`)
  const lines = db.$with('cart_items', {}).as(sql`
    select before.* from before join put on put.variant_id <> before.variant_id union all select * from put`)
  return selectLines(db, db.with(found, before, put, named, lines))
})

type AddingRefusal = Refusal<
  'bad-quantity' | 'product-not-found' | 'cart-full' | 'cart-stock' | ChoiceRefusal
>

/** `lineId` is null where the press was counted before and its line has been removed since. */
type AddedToCart = { ok: true; lineId: string | null; productName: string; lines: CartRow[] }

/**
 * Adds to a customer's cart; the same variant again raises its line's quantity (docs/product.md, Cart). The price is
 * copied from the product. Refuses products that cannot be bought, more units than are on hand, and a 201st line.
 */
export async function addToCart(
  { db }: { db: Db },
  userId: string,
  { productId, variantId, quantity, request = null }: CartRequest,
): Promise<AddedToCart | AddingRefusal> {
  if (!isQuantity(quantity)) return { ok: false, reason: 'bad-quantity' }
  if (!variantId) {
    if (!productId) return { ok: false, reason: 'product-not-found' }
    const only = await findOnlyVariant(db, productId)
    if (!only.ok) return only
    variantId = only.variant.id
  }
  const rows = await prepareAdding(db)
    .execute({ userId, productId: productId ?? null, variantId, quantity, request })
    .catch((error: unknown) => {
      if (isForeignKeyViolation(error) || isRefusedBy(error, 'cart_requests_once')) return []
      throw error
    })
  // In the database's spelling: a client may send capitals.
  const written = variantId.toLowerCase()
  const put = rows.find((row) => row.variantId === written)
  if (!put)
    return (
      (request !== null && (await findAdded(db, userId, written, request))) ||
      explainRefusal(db, userId, written, productId)
    )
  return { ok: true, lineId: put.id, productName: put.name, lines: rows }
}

/** What this same press has added before, when its answer was lost and it was sent again. */
async function findAdded(
  db: Db,
  userId: string,
  variantId: string,
  request: string,
): Promise<AddedToCart | null> {
  const [done] = await db
    .select({ name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      // Or counted by the former release.
      sql`${variants.id} = ${variantId} and (
        exists (select from ${cartRequests} where user_id = ${userId} and variant_id = ${variantId} and request = ${request})
        or exists (select from ${cartItems} where user_id = ${userId} and variant_id = ${variantId} and request = ${request}))`,
    )
  if (!done) return null
  const lines = await prepareCart(db).execute({ userId })
  const line = lines.find((one) => one.variantId === variantId)
  return { ok: true, lineId: line?.id ?? null, productName: done.name, lines }
}

async function explainRefusal(
  db: Db,
  userId: string,
  variantId: string,
  productId: string | undefined,
): Promise<AddingRefusal> {
  const [found] = await db
    .select({
      name: products.name,
      isTracked: products.trackInventory,
      inventory: orderableUnits,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(isOnOffer(variantId, productId ?? null))
  if (!found) return { ok: false, reason: 'product-not-found' }
  const lines = await db
    .select({ variantId: cartItems.variantId, quantity: cartItems.quantity })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
  const inCart = lines.find((line) => line.variantId === variantId)?.quantity ?? 0
  if (inCart === 0 && lines.length >= MOST_LINES) return { ok: false, reason: 'cart-full' }
  return found.isTracked
    ? { ok: false, reason: 'cart-stock', product: found.name, available: found.inventory, inCart }
    : { ok: false, reason: 'bad-quantity' }
}

/** Sets a line's quantity; 0 or below removes the line (docs/product.md, Cart). Refuses more than is on hand. */
export async function setCartQuantity(
  { db }: { db: Db },
  userId: string,
  lineId: string,
  quantity: number,
): Promise<
  { ok: true; removed: boolean } | Refusal<'cart-line-not-found' | 'bad-quantity' | 'cart-stock'>
> {
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
      inventory: orderableUnits,
      trackInventory: products.trackInventory,
      before: cartItems.quantity,
    })
    .from(cartItems)
    .innerJoin(variants, eq(variants.id, cartItems.variantId))
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(line)
  if (!row) return { ok: false, reason: 'cart-line-not-found' }
  // A lower quantity is always allowed: it is the way out of a line that exceeds the stock.
  if (row.trackInventory && quantity > row.inventory && quantity >= row.before)
    return { ok: false, reason: 'cart-stock', product: row.name, available: row.inventory }
  await db.update(cartItems).set({ quantity }).where(line)
  return { ok: true, removed: false }
}
