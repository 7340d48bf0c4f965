import { and } from 'drizzle-orm'
import { products } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import {
  ALL_PRODUCTS,
  countFilters,
  type ProductFilter,
} from '../../rules/catalogue/product-filters.ts'
import type { CardProduct } from '../../rules/catalogue/products.ts'
import { isVisible, narrows } from './conditions.ts'
import { type CardPage, type CommonList, listCards, NOTHING } from './list-cards.ts'
import { findNearWords, isSought, readSought } from './product-search.ts'

export const PAGE_SIZE = 24
const FEATURED = 8

type CatalogueShop = Pick<Shop, 'db' | 'storage' | 'cached'>

/** The list of a filter that narrows by nothing or by one category alone, as on most visits. */
function commonListOf(filter: ProductFilter): CommonList | undefined {
  const [category, ...others] = filter.categories
  if (others.length > 0 || filter.search !== '' || countFilters(filter) > 0) return undefined
  return category ? { list: 'category', category } : { list: 'all' }
}

/** `isCorrected`: no product has the words as they were typed; these have similar ones. */
export type ProductList = CardPage & { isCorrected?: boolean }

/** One page of the visible products that meet a filter. */
export async function listProducts(
  shop: CatalogueShop,
  filter: ProductFilter,
  userId: string | null,
  cursor: string | null = null,
): Promise<ProductList> {
  const common = cursor ? undefined : commonListOf(filter)
  const page = { sort: filter.sort, limit: PAGE_SIZE, colors: filter.colors, userId }
  return listNarrowed(shop, filter, { ...page, cursor, ...(common && { common }) })
}

async function listNarrowed(
  shop: CatalogueShop,
  filter: ProductFilter,
  page: Omit<Parameters<typeof listCards>[1], 'where'>,
) {
  const sought = await readSought(shop, filter)
  if (!sought) return NOTHING
  const cards = await listCards(shop, { ...page, sought })
  return sought.words?.isCorrected ? { ...cards, isCorrected: true } : cards
}

const NEAR = 8

/** The newest products that come nearest to a filter without results, and how they differ from it. */
export type Nearest = {
  differ: 'featured' | 'filters' | 'category' | 'words' | 'search' | 'newest'
  products: CardProduct[]
}

/**
 * The nearest products where nothing meets a filter. Tries in turn: without the filter's choices, in the whole shop,
 * products that have some of the words, the filter's categories without the words, the newest of all (docs/product.md,
 * Lists and search). Null when the shop has no products.
 */
export async function listNearest(
  shop: CatalogueShop,
  filter: ProductFilter,
  userId: string | null,
): Promise<Nearest | null> {
  const { search, categories } = filter
  const list = async (changes: Partial<ProductFilter>) => {
    const page = { sort: ALL_PRODUCTS.sort, limit: NEAR, userId }
    return (await listNarrowed(shop, { ...ALL_PRODUCTS, ...changes }, page)).products
  }
  const nearWords = async () => {
    const words = await findNearWords(shop.db, search)
    const sought = words && { filter: ALL_PRODUCTS, words }
    if (!sought) return []
    return (await listCards(shop, { sought, sort: ALL_PRODUCTS.sort, limit: NEAR, userId }))
      .products
  }
  const steps: [Nearest['differ'], boolean, () => Promise<CardProduct[]>][] = [
    ['filters', countFilters(filter) > 0, () => list({ search, categories })],
    ['category', categories.length > 0, () => list({ search })],
    ['words', search !== '', nearWords],
    ['search', search !== '' && categories.length > 0, () => list({ categories })],
    ['newest', search !== '', () => list({})],
  ]
  for (const [differ, isWorth, read] of steps) {
    const products = isWorth ? await read() : []
    if (products.length > 0) return { differ, products }
  }
  return null
}

/**
 * The nearest products where no featured product meets a filter: products of the rest of the shop that meet it
 * come first.
 */
export async function listNearFeatured(
  shop: CatalogueShop,
  filter: ProductFilter,
  userId: string | null,
): Promise<Nearest | null> {
  const page = { sort: ALL_PRODUCTS.sort, limit: NEAR, userId }
  const { products } = await listNarrowed(shop, filter, page)
  return products.length > 0 ? { differ: 'featured', products } : listNearest(shop, filter, userId)
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
