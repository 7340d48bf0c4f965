import type { FilterGroup } from './product-filters.ts'

/** A choice of a filter, and how many products it would leave, given the choices in the other groups. */
export type CountedChoice = {
  value: string
  count: number
  /** The CSS paint of a color. */
  paint?: string
}

/** The filters of a list: only choices that would leave some products, and those that are chosen. */
export type FilterCounts = {
  sizes: CountedChoice[]
  colors: CountedChoice[]
  brands: CountedChoice[]
  groups: { value: FilterGroup; count: number }[]
  /** The price steps; null is an open end. */
  prices: { min: number | null; max: number | null; count: number }[]
  onSale: number
  inStock: number
}
