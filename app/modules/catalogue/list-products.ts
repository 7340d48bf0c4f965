import { and, sql } from 'drizzle-orm'
import { products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/product-filters.ts'
import { isVisible, isVisibleIn, meets } from './conditions.ts'
import { type CardPage, listCards } from './list-cards.ts'

export const PAGE_SIZE = 24
const FEATURED = 8

type Reach = Pick<Shop, 'db' | 'storage' | 'remember'>

/** A filter that narrows by nothing or by one category alone, as most visits do: it is remembered. */
function keptQuery(filter: ProductFilter) {
  const [category, ...others] = filter.categories
  const rest = { ...filter, categories: [], sort: ALL_PRODUCTS.sort }
  if (others.length > 0 || JSON.stringify(rest) !== JSON.stringify(ALL_PRODUCTS)) return undefined
  return category
    ? {
        name: 'category cards',
        where: isVisibleIn(sql.placeholder('category')),
        values: { category },
      }
    : { name: 'all cards', where: isVisible, values: {} }
}

/** One page of the visible products that meet a filter. */
export function listProducts(
  shop: Reach,
  filter: ProductFilter,
  userId: string | null,
  cursor: string | null = null,
): Promise<CardPage> {
  const kept = cursor ? undefined : keptQuery(filter)
  const page = { sort: filter.sort, limit: PAGE_SIZE, userId }
  return kept
    ? listCards(shop, { ...page, where: kept.where, kept })
    : listCards(shop, { ...page, where: meets(filter), cursor })
}

/** Active and featured, newest first unless sorted, 8 at most (spec §7, §9). */
export async function listFeatured(shop: Reach, filter: ProductFilter, userId: string | null) {
  const isPlain = keptQuery(filter)?.name === 'all cards'
  const page = await listCards(shop, {
    where: and(isPlain ? isVisible : meets(filter), products.featured),
    sort: filter.sort,
    limit: FEATURED,
    userId,
    ...(isPlain && { kept: { name: 'featured cards', values: {} } }),
  })
  return page.products
}
