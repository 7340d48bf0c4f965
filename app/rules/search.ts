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
 * What live search answers: at most `SEARCH_LIMIT` hits, how many there are in all, and what comes near where there is
 * none, or else the newest. A shop of an older release tells neither.
 */
export type SearchResult = {
  hits: SearchHit[]
  total: number
  near?: SearchHit[]
  newest?: SearchHit[]
}

export const SEARCH_LIMIT = 10
export const NEAR_LIMIT = 4
export const POPULAR_SEARCHES = ['dresses', 'shoes', 'bags', 'shirts'] as const

/** `1 product found`, `12 products found`. */
export const countFound = (total: number) =>
  `${total} ${total === 1 ? 'product' : 'products'} found`

/** The page of all results, the text URL-encoded (docs/product.md, Lists and search). */
export const allResultsPath = (text: string) => `/products?search=${encodeURIComponent(text)}`
