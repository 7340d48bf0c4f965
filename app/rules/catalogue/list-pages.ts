const LAST = 9999

/** The address of a list's further page: the cursor says where it begins, the number only what it is called. */
export const furtherPath = (path: string, query: string, cursor: string, number: number) =>
  `${path}${query}${query ? '&' : '?'}page=${number}&cursor=${encodeURIComponent(cursor)}`

/** Which page of a list an address shows; without a cursor it is the first. */
export function readPage(params: URLSearchParams) {
  const cursor = params.get('cursor')
  const number = Number(params.get('page'))
  const isNumber = Number.isInteger(number) && number > 1 && number <= LAST
  return { cursor, number: !cursor ? 1 : isNumber ? number : 2 }
}

/**
 * What search engines are told of a list's page. Each page of a whole list stands for itself and names the next; what
 * is narrowed, sought or sorted otherwise (it has a query) stands for the whole list.
 */
export function listAddresses(
  whole: string,
  query: string,
  shown: { cursor: string | null; number: number; next: string | null },
) {
  if (query !== '') return { url: whole }
  const { cursor, number, next } = shown
  return {
    url: cursor ? furtherPath(whole, '', cursor, number) : whole,
    ...(next && { next: furtherPath(whole, '', next, number + 1) }),
  }
}

/** A list's title, with the number of a further page: no two pages have the same. */
export const titleOfPage = (title: string, number: number) =>
  number > 1 ? `${title}, page ${number}` : title

/** What narrows the back office's list of products, in its address and in those that are about the same products. */
export const PRODUCT_FILTERS = ['search', 'status', 'category', 'show'] as const
/** What it shows in place of all that is in the shop. */
export const PRODUCT_SHOWS = ['low', 'archived'] as const

const isProductFilter = (name: string) => PRODUCT_FILTERS.some((one) => one === name)

/** Those of an address, and all else of it; none that is empty. */
export function splitProductFilters(params: URLSearchParams) {
  const filled = [...params].filter(([, value]) => value !== '')
  return {
    filters: new URLSearchParams(filled.filter(([name]) => isProductFilter(name))),
    others: new URLSearchParams(filled.filter(([name]) => !isProductFilter(name))),
  }
}
