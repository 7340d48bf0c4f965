import { z } from 'zod'
import { readFields, textField } from '../form-fields.ts'
import { filterErrors } from '../messages/accounts/saved-filters.ts'

/** The lists of the back office whose search, filters and sort can be saved, in the order of its menu. */
export const FILTERED_LISTS = [
  '/admin/orders',
  '/admin/pos-sales',
  '/admin/returns',
  '/admin/shifts',
  '/admin/products',
  '/admin/price-changes',
  '/admin/stock',
  '/admin/waitlist',
  '/admin/stock-takes',
  '/admin/deliveries',
  '/admin/suppliers',
  '/admin/banners',
  '/admin/discount-codes',
  '/admin/credit',
  '/admin/reviews',
  '/admin/customers',
  '/admin/newsletter',
  '/admin/activity',
] as const
export type FilteredList = (typeof FILTERED_LISTS)[number]

/** The most filters that a person saves for one list: they are shown above it as links. */
export const MOST_FILTERS = 12
export const FILTER_LONGEST = { name: 40, query: 1000 }

/** The list at an address; null when it has no list whose filters can be saved. */
export const listAt = (path: string): FilteredList | null =>
  FILTERED_LISTS.find((list) => list === path) ?? null

/**
 * The part of an address that is saved: search, filters and sort order, without empty ones; null when there is none, or
 * when it is too long.
 */
export function readFilterQuery(text: string): string | null {
  const asked = [...new URLSearchParams(text)].filter(([, value]) => value !== '')
  const query = new URLSearchParams(asked).toString()
  return query === '' || query.length > FILTER_LONGEST.query ? null : query
}

const form = z.object({ name: textField(FILTER_LONGEST.name).min(1, filterErrors['name-missing']) })
export type FilterEdit = z.output<typeof form>

/** The name of a saved filter. */
export const readFilterName = (values: Record<'name', string>) => readFields(form, values)
