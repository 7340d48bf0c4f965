import { and, count, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { products, wishlists } from '../../db/tables.server.ts'
import { isForeignKeyViolation, readUniqueViolation } from '../../db/violations.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isUuid } from '../../rules/uuid.ts'
import { isVisible, narrows } from './conditions.ts'
import { listCards } from './list-cards.ts'
import { isSought } from './product-search.ts'

type Done = { ok: true; productName: string }

/**
 * Adds a visible product to a customer's wishlist; refuses a product that is already in it (docs/product.md, Wishlist).
 */
export async function addToWishlist(
  db: Db,
  userId: string,
  productId: string,
): Promise<Done | Refusal<'product-not-found' | 'already-in-wishlist'>> {
  const [product] = isUuid(productId)
    ? await db
        .select({ name: products.name })
        .from(products)
        .where(and(eq(products.id, productId), isVisible))
    : []
  if (!product) return { ok: false, reason: 'product-not-found' }
  try {
    await db.insert(wishlists).values({ userId, productId })
  } catch (error) {
    if (readUniqueViolation(error)) return { ok: false, reason: 'already-in-wishlist' }
    if (isForeignKeyViolation(error)) return { ok: false, reason: 'product-not-found' }
    throw error
  }
  return { ok: true, productName: product.name }
}

/** Removes a product from a customer's wishlist; does nothing when it is not in it. */
export async function removeFromWishlist(db: Db, userId: string, productId: string) {
  if (!isUuid(productId)) return
  await db
    .delete(wishlists)
    .where(and(eq(wishlists.userId, userId), eq(wishlists.productId, productId)))
}

/** How many visible products a customer's wishlist holds. */
export async function countWishlist(db: Db, userId: string) {
  const [row] = await db
    .select({ count: count() })
    .from(wishlists)
    .innerJoin(products, eq(products.id, wishlists.productId))
    .where(and(eq(wishlists.userId, userId), isVisible))
  return row?.count ?? 0
}

const MOST = 100

/** The products of a customer's wishlist that meet a filter, the shop's newest arrivals first; 100 per page. */
export function listWishlist(
  shop: Pick<Shop, 'db' | 'storage' | 'cached'>,
  userId: string,
  filter: ProductFilter = ALL_PRODUCTS,
  cursor: string | null = null,
) {
  const mine = shop.db
    .select({ id: wishlists.productId })
    .from(wishlists)
    .where(eq(wishlists.userId, userId))
  return listCards(shop, {
    where: and(isVisible, narrows(filter), isSought({ filter }), inArray(products.id, mine)),
    sort: 'newest',
    limit: MOST,
    colors: filter.colors,
    cursor,
    userId,
  })
}
