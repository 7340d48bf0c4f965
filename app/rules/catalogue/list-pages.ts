const LAST = 9999

/** The address of a list's further page: the cursor says where the page begins, the number is only shown. */
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
 * What search engines are told about a page of a list. Each page of a whole list is canonical and names the next; a
 * filtered, searched or sorted list (it has a query) names the whole list as canonical.
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

/** A list's title, with the number of a further page, so that no two pages have the same title. */
export const titleOfPage = (title: string, number: number) =>
  number > 1 ? `${title}, page ${number}` : title

/**
 * The address parameters that filter the back office's list of products, and other addresses about the same products.
 */
export const PRODUCT_FILTERS = ['search', 'status', 'category', 'show'] as const
/** Special views of the list of products, in place of all products. */
export const PRODUCT_SHOWS = ['low', 'archived'] as const

const isProductFilter = (name: string) => PRODUCT_FILTERS.some((one) => one === name)

/** The product filters of an address, and its other parameters; empty ones are dropped. */
export function splitProductFilters(params: URLSearchParams) {
  const filled = [...params].filter(([, value]) => value !== '')
  return {
    filters: new URLSearchParams(filled.filter(([name]) => isProductFilter(name))),
    others: new URLSearchParams(filled.filter(([name]) => !isProductFilter(name))),
  }
}
