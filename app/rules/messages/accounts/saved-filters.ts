import type { FilteredList } from '../../accounts/saved-filters.ts'
import { error, type Messages, type Sentences } from '../message.ts'

const UNNAMED = 'Please give the filter a name.'

/** Refusals of saved filters. */
export const filterRefusals = {
  'filter-taken': error('You have saved a filter of this list under this name already.'),
  'filters-full': ({ most }: { most: number }) =>
    error(`You have ${most} saved filters of this list. Please delete one first.`),
  'filter-unnamed': error(UNNAMED),
  'filter-empty': error('Nothing is searched, filtered or sorted: there is nothing to save.'),
  'filter-failed': error('Failed to save the filter'),
} satisfies Messages

/** Their HTTP statuses. */
export const filterStatuses = {
  'filter-taken': 409,
  'filters-full': 409,
  'filter-unnamed': 400,
  'filter-empty': 400,
  'filter-failed': 500,
} as const

/** Notices of saved filters. */
export const filterNotices = {
  'filter-saved': ({ name }: { name: string }) => ({
    title: 'Filter saved',
    description: `“${name}” stands above the list whenever you open it.`,
  }),
  'filter-renamed': { title: 'Filter renamed' },
  'filter-deleted': { title: 'Filter deleted' },
} satisfies Messages

/** Messages beside the field of a saved filter. */
export const filterErrors = {
  'name-missing': UNNAMED,
} satisfies Sentences

/** The label of a saved filter's field. */
export const FILTER_LABELS = { name: 'Name' } as const

/** The names of the lists, as on their screens. */
export const LIST_WORDS: Record<FilteredList, string> = {
  '/admin/orders': 'Orders',
  '/admin/pos-sales': 'POS Sales',
  '/admin/returns': 'Returns',
  '/admin/shifts': 'Shifts',
  '/admin/products': 'Products',
  '/admin/price-changes': 'Scheduled Prices',
  '/admin/stock': 'Stock',
  '/admin/waitlist': 'Waiting for Stock',
  '/admin/stock-takes': 'Stock-takes',
  '/admin/deliveries': 'Deliveries',
  '/admin/suppliers': 'Suppliers',
  '/admin/banners': 'Banners',
  '/admin/discount-codes': 'Discount Codes',
  '/admin/credit': 'Store Credit',
  '/admin/reviews': 'Reviews',
  '/admin/customers': 'Customers',
  '/admin/newsletter': 'Newsletter',
  '/admin/activity': 'Activity',
}
