import { and, inArray } from 'drizzle-orm'
import { products } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { CardProduct } from '../../../rules/catalogue/products.ts'
import { canBeBought } from '../conditions.ts'
import { type CommonList, listCards } from '../list-cards.ts'

/**
 * The cards of these products in this order, without products that cannot be bought now. `common`: many visitors ask
 * for the same ids.
 */
export async function listInOrder(
  shop: Pick<Shop, 'db' | 'storage' | 'cached'>,
  ids: readonly string[],
  userId: string | null,
  common?: CommonList,
): Promise<CardProduct[]> {
  if (ids.length === 0) return []
  const { products: cards } = await listCards(shop, {
    where: and(inArray(products.id, [...ids]), canBeBought),
    sort: 'newest',
    limit: ids.length,
    userId,
    ...(common && { common }),
  })
  return cards.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
