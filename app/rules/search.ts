import type { PictureSource } from './media/pictures.ts'

export type SearchHit = {
  id: string
  slug: string
  name: string
  price: number
  comparePrice: number | null
  picture: PictureSource | null
  category: { name: string; slug: string } | null
}
/**
 * The answer of live search: at most `SEARCH_LIMIT` hits, the number of all hits, and similar products when there are
 * no hits, or else the newest products. A shop of an older release sends neither of the last two.
 */
export type SearchResult = {
  hits: SearchHit[]
  total: number
  near?: SearchHit[]
  newest?: SearchHit[]
  /** No product has the words as they were typed: the hits have similar ones. */
  isCorrected?: boolean
}

export const SEARCH_LIMIT = 10
export const NEAR_LIMIT = 4
export const POPULAR_SEARCHES = ['dresses', 'shoes', 'bags', 'shirts'] as const

/** `1 product found`, `12 products found`. */
export const countFound = (total: number) =>
  `${total} ${total === 1 ? 'product' : 'products'} found`

/** The page of all results, the text URL-encoded (docs/product.md, Lists and search). */
export const allResultsPath = (text: string) => `/products?search=${encodeURIComponent(text)}`
