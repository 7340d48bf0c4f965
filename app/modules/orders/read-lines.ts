import { and, eq, inArray, isNull } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { listPlaceholders, listValues, prepareOnce } from '../../db/prepared.server.ts'
import { cartItems, products, variants } from '../../db/tables.server.ts'
import { type ChoiceRefusal, chooseVariant, type LineItem } from '../../rules/catalogue/products.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isQuantity } from '../cart/add-to-cart.ts'

/** A line of a request. */
export type RequestedLine = {
  productId: string
  variantId?: string | undefined
  quantity: number
  price: number
  /** Pre-ordered on the promise that it ships from that day. */
  preorderFrom?: string | undefined
}

/** A line of a request; `price` is null when the request names none: then the shop's price applies. */
export type LineToPrice = Omit<RequestedLine, 'price'> & { price: number | null }

/** A line with the shop's own data. */
export type OrderLine = LineItem & {
  productId: string
  variantId: string
  price: number
  /** Pre-ordered, to ship from that day; takeStock decides whether that is allowed. */
  preorderFrom: string | null
}

export type LinesRefusal = Refusal<
  'cart-empty' | 'bad-quantity' | 'product-unavailable' | 'price-changed' | ChoiceRefusal
>

/**
 * The requested lines with the shop's names and prices. Refuses a product that is not for sale, a size or color that
 * was not chosen and is not in the customer's cart, and an outdated price.
 */
export async function readLines(
  db: Db | Tx,
  userId: string,
  requested: readonly LineToPrice[],
): Promise<{ ok: true; lines: OrderLine[] } | LinesRefusal> {
  if (requested.length === 0) return { ok: false, reason: 'cart-empty' }
  const ids = [...new Set(requested.map((line) => line.productId))]
  const rows = await prepareLines(db, ids.length).execute(listValues('id', ids))
  const needsCart = requested.some((line) => !line.variantId)
  const inCart = needsCart
    ? await db
        .select({ productId: cartItems.productId, variantId: cartItems.variantId })
        .from(cartItems)
        .where(and(eq(cartItems.userId, userId), inArray(cartItems.productId, ids)))
    : []

  const lines = new Map<string, OrderLine>()
  for (const item of requested) {
    if (!isQuantity(item.quantity)) return { ok: false, reason: 'bad-quantity' }
    const offered = rows.filter((row) => row.productId === item.productId)
    const [first] = offered
    if (!first) return { ok: false, reason: 'product-unavailable' }
    // The checkout request may name no variant (docs/product.md, Checked requests): then the customer's cart
    // says which one is meant.
    const known = inCart.filter((line) => line.productId === item.productId)
    const variantId = item.variantId ?? (known.length === 1 ? known[0]?.variantId : undefined)
    const chosen = variantId
      ? { ok: true as const, variant: offered.find((row) => row.id === variantId) }
      : chooseVariant(offered, { size: null, color: null })
    if (!chosen.ok) return chosen
    const variant = chosen.variant
    if (!variant) return { ok: false, reason: 'product-unavailable', product: first.name }
    if (item.price !== null && item.price !== variant.price)
      return {
        ok: false,
        reason: 'price-changed',
        product: variant.name,
        oldPrice: item.price,
        newPrice: variant.price,
      }
    const before = lines.get(variant.id)
    const quantity = item.quantity + (before?.quantity ?? 0)
    if (!isQuantity(quantity)) return { ok: false, reason: 'bad-quantity' }
    lines.set(variant.id, {
      productId: variant.productId,
      variantId: variant.id,
      name: variant.name,
      sku: variant.sku,
      size: variant.size,
      color: variant.color,
      quantity,
      price: variant.price,
      preorderFrom: item.preorderFrom ?? before?.preorderFrom ?? null,
    })
  }
  return { ok: true, lines: [...lines.values()] }
}

/** The variants of these products that are for sale. */
const prepareLines = prepareOnce((db: Db | Tx, count: number) =>
  db
    .select({
      ...columnsOf(variants, 'id', 'size', 'color', 'colorValue', 'inventory', 'sku'),
      productId: products.id,
      name: products.name,
      price: products.price,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        inArray(products.id, listPlaceholders('id', count)),
        eq(products.status, 'active'),
        isNull(products.archivedAt),
        isNull(variants.retiredAt),
      ),
    ),
)
