import { cutText } from '../cut-text.ts'
import { LARGEST_INTEGER } from '../money.ts'
import { CATEGORY_SORTS, type ProductSort, SHOP_SORTS } from './products.ts'

/**
 * The groups that the filter offers (docs/product.md, Lists and search). The slug of a top-level category decides its
 * group, so that the groups fit the tree of any shop: whatever is not shoes, accessories or electronics is clothing.
 */
export const FILTER_GROUPS = [
  { id: 'clothing', name: 'Clothing', pattern: null },
  { id: 'shoes', name: 'Shoes', pattern: 'shoe|footwear|sandal|boot' },
  { id: 'accessories', name: 'Accessories', pattern: 'accessor|bag|jewel|belt|hat' },
  { id: 'electronics', name: 'Electronics', pattern: 'electronic|phone|gadget' },
] as const
export type FilterGroup = (typeof FILTER_GROUPS)[number]['id']

export type ProductFilter = {
  /** Searches name, description or tags (docs/product.md, Lists and search); '' for all products. */
  search: string
  /** Searches the name only (docs/product.md, Lists and search); '' for all products. */
  name: string
  /** Slugs of categories; a parent stands for its children too. */
  categories: string[]
  groups: FilterGroup[]
  /** Any of these sizes, and any of these colors; with both, one variant has to have one of each. */
  sizes: string[]
  colors: string[]
  brands: string[]
  /** Whole kwacha. */
  min: number | null
  max: number | null
  onSale: boolean
  inStock: boolean
  sort: ProductSort
}

/** A filter with an empty panel. It keeps the search, the categories and the sort order. */
export const CLEARED = {
  name: '',
  groups: [],
  sizes: [],
  colors: [],
  brands: [],
  min: null,
  max: null,
  onSale: false,
  inStock: false,
} satisfies Partial<ProductFilter>

export const ALL_PRODUCTS: ProductFilter = {
  ...CLEARED,
  search: '',
  categories: [],
  sort: 'newest',
}

export const SORTS = [...new Set<ProductSort>([...SHOP_SORTS, ...CATEGORY_SORTS])]
const isSort = (text: string | null): text is ProductSort => SORTS.some((sort) => sort === text)
const isGroup = (text: string): text is FilterGroup =>
  FILTER_GROUPS.some((group) => group.id === text)

/** Up to 100 characters; control characters, which the database refuses, become spaces. */
export const readFilterText = (text: string | null) =>
  cutText((text ?? '').replace(/\p{Cc}/gu, ' ').trim(), 100)

/** A slug in the form that the database stores; null for any other text, which needs no query. */
export const readSlug = (text: string | undefined) =>
  text && text.length <= 200 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : null

/** Whole kwacha from `48,500` or `48500`; null for a blank and for any other text. */
export function readKwacha(text: string | null) {
  const digits = (text ?? '').replace(/[\s,]/g, '')
  const amount = Number(digits)
  return /^\d{1,10}$/.test(digits) && amount <= LARGEST_INTEGER ? amount : null
}
const isOn = (text: string | null) => ['1', 'on', 'true', 'yes'].some((one) => one === text)

/** The filter that an address asks for; parameters that make no sense are ignored. */
export function parseProductFilters(
  params: URLSearchParams,
  defaultSort: ProductSort = 'newest',
): ProductFilter {
  const sort = params.get('sort')
  return {
    search: readFilterText(params.get('search')),
    name: readFilterText(params.get('name')),
    categories: params
      .getAll('category')
      .flatMap((slug) => readSlug(slug) ?? [])
      .slice(0, 20),
    groups: [...new Set(params.getAll('group').filter(isGroup))],
    sizes: readChoices(params.getAll('size').map((size) => SIZE_SPELLINGS[size] ?? size)),
    colors: readChoices(params.getAll('color')),
    brands: readChoices(params.getAll('brand')),
    ...readPrices(params),
    onSale: isOn(params.get('on_sale')),
    inStock: isOn(params.get('in_stock')),
    sort: isSort(sort) ? sort : defaultSort,
  }
}

/** Sizes as some shops write them, with the spelling by which lists are filtered (`usual_size` in the migrations). */
export const SIZE_SPELLINGS: Readonly<Record<string, string>> = {
  Sm: 'S',
  Xl: 'XL',
  '2xl': '2XL',
  XXL: '2XL',
}

const MOST_CHOICES = 12

/** The choices of one group, without duplicates. */
const readChoices = (texts: string[]) =>
  [...new Set(texts.map(readFilterText))].filter(Boolean).slice(0, MOST_CHOICES)

/** The lowest and highest price, also when they were typed into each other's boxes. */
function readPrices(params: URLSearchParams) {
  const [min, max] = [readKwacha(params.get('min')), readKwacha(params.get('max'))]
  return max !== null && (min ?? 0) > max ? { min: max, max: min } : { min, max }
}

/** The query (`?…` or '') of a filter with some changes; `extra` adds parameters that are not filters (view). */
export function productQuery(
  filter: ProductFilter,
  changes: Partial<ProductFilter> = {},
  extra: Record<string, string | null> = {},
  defaultSort: ProductSort = 'newest',
) {
  const next = { ...filter, ...changes }
  const params = new URLSearchParams()
  if (next.search) params.set('search', next.search)
  if (next.name) params.set('name', next.name)
  for (const slug of next.categories) params.append('category', slug)
  for (const group of next.groups) params.append('group', group)
  for (const size of next.sizes) params.append('size', size)
  for (const color of next.colors) params.append('color', color)
  for (const brand of next.brands) params.append('brand', brand)
  if (next.min !== null) params.set('min', String(next.min))
  if (next.max !== null) params.set('max', String(next.max))
  if (next.onSale) params.set('on_sale', '1')
  if (next.inStock) params.set('in_stock', '1')
  if (next.sort !== defaultSort) params.set('sort', next.sort)
  for (const [name, value] of Object.entries(extra)) if (value) params.set(name, value)
  const query = params.toString()
  return query ? `?${query}` : ''
}

/** How many of the filter panel's fields are in use. */
export const countFilters = (filter: ProductFilter) =>
  [filter.name, filter.min !== null, filter.max !== null, filter.onSale, filter.inStock].filter(
    Boolean,
  ).length +
  [filter.groups, filter.sizes, filter.colors, filter.brands].reduce(
    (sum, { length }) => sum + length,
    0,
  )
