import { and } from 'drizzle-orm'
import { products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../../rules/catalogue/product-filters.ts'
import { isVisible, narrows } from './conditions.ts'
import { type CardPage, type CommonList, listCards, NOTHING } from './list-cards.ts'
import { findNearWords, isSought, readSought } from './product-search.ts'

export const PAGE_SIZE = 24
const FEATURED = 8

type CatalogueShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/** A filter that narrows by nothing or by one category alone, as most visits do. */
function commonListOf(filter: ProductFilter): CommonList | undefined {
  const [category, ...others] = filter.categories
  const rest = { ...filter, categories: [], sort: ALL_PRODUCTS.sort }
  if (others.length > 0 || JSON.stringify(rest) !== JSON.stringify(ALL_PRODUCTS)) return undefined
  return category ? { list: 'category', category } : { list: 'all' }
}

/** One page of the visible products that meet a filter. */
export async function listProducts(
  shop: CatalogueShop,
  filter: ProductFilter,
  userId: string | null,
  cursor: string | null = null,
): Promise<CardPage> {
  const common = cursor ? undefined : commonListOf(filter)
  const page = { sort: filter.sort, limit: PAGE_SIZE, colors: filter.colors, userId }
  return common
    ? listCards(shop, { ...page, common })
    : await listNarrowed(shop, filter, { ...page, cursor })
}

async function listNarrowed(
  shop: CatalogueShop,
  filter: ProductFilter,
  page: Omit<Parameters<typeof listCards>[1], 'where'>,
) {
  const sought = await readSought(shop, filter)
  return sought ? listCards(shop, { ...page, sought }) : NOTHING
}

const NEAR = 8

/** Products that have the most words of a text, where none has them all: the newest of them. */
export async function listNear(shop: CatalogueShop, text: string, userId: string | null) {
  const words = await findNearWords(shop.db, text)
  if (!words) return []
  const sought = { filter: ALL_PRODUCTS, words }
  return (await listCards(shop, { sought, sort: ALL_PRODUCTS.sort, limit: NEAR, userId })).products
}

/** Active and featured, newest first unless sorted, 8 at most (docs/product.md, Lists and search). */
export async function listFeatured(
  shop: CatalogueShop,
  filter: ProductFilter,
  userId: string | null,
) {
  const isPlain = commonListOf(filter)?.list === 'all'
  const sought = await readSought(shop, filter)
  if (!sought) return []
  const page = await listCards(shop, {
    where: and(isVisible, narrows(filter), isSought(sought), products.featured),
    sort: filter.sort,
    limit: FEATURED,
    colors: filter.colors,
    userId,
    ...(isPlain && { common: { list: 'featured' } }),
  })
  return page.products
}
