import type { FilterGroup } from './product-filters.ts'

/** A choice of the filter, and how many products would be left with it beside what is chosen in the other groups. */
export type CountedChoice = {
  value: string
  count: number
  /** How a color is painted. */
  paint?: string
}

/** What a list can be narrowed by: only what would leave something, and what is chosen. */
export type FilterCounts = {
  sizes: CountedChoice[]
  colors: CountedChoice[]
  brands: CountedChoice[]
  groups: { value: FilterGroup; count: number }[]
  /** The steps of the price; null is open. */
  prices: { min: number | null; max: number | null; count: number }[]
  onSale: number
  inStock: number
}
