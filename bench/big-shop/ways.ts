import { encodeCursor, readCursor } from '../../app/db/keyset.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
/** A cursor for a far page of a list that is sorted by time. */
export const LONG_AGO = encodeCursor('2025-12-01 10:00:00+00', NOBODY)

/**
 * One row with a value for each parameter in the addresses of the back office: of each kind an entry with many rows of
 * its own.
 */
export const VALUES = `
  with product as (select v.product_id from stock_movements m join variants v on v.id = m.variant_id group by 1 order by count(*) desc, 1 limit 1)
  select (select product_id from product) as id, (select product_id from product) as "productId", o.order_number as "orderNumber",
    'invoice' as paper, o.user_id as "userId",
    (select id from stock_counts where category_id is not null order by number desc limit 1) as "countId",
    (select id from stock_counts where category_id is null and state = 'booked' order by number desc limit 1) as "wholeCountId",
    (select delivery_id from delivery_lines group by 1 order by count(*) desc, 1 limit 1) as "deliveryId",
    (select id from imports order by rows desc, id limit 1) as "importId",
    (select change_id from priced_products group by 1 order by count(*) desc, 1 limit 1) as "changeId",
    (select order_number from orders where status = 'pending' and expires_at > now() and review_reason is null order by created_at desc limit 1) as "unpaidNumber",
    (select id from shifts order by opened_at desc limit 1) as "shiftId"
  from orders o where o.order_number like '%050000' limit 1`

const unique = (all: string[]) => [...new Set(all)]
export const decode = (text: string) => text.replaceAll('&amp;', '&')
/** The targets of a page's links. */
export const linksIn = (html: string) =>
  unique([...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => decode(to)))

export const nextPage = (html: string) => {
  const link = /href="([^"]*[?&;]after=[^"]*)"[^>]*>Next page/.exec(html)?.[1]
  return link ? decode(link) : null
}

/** The address of a list's printed form with all rows; null for a list that is not printed. */
export const printed = (path: string, html: string) => {
  const link = linksIn(html).find((to) => /^\?(.*&)?print=1$/.test(to))
  return link ? `${path.split('?')[0]}${link}` : null
}

/** The number of rows that a screen's table or list shows. */
export const countRows = (html: string) => html.match(/<tr[^>]* data-row/g)?.length ?? 0

/** The terms for the search fields, and the number of filters that are combined with each sort order. */
export type Tried = { terms: readonly string[]; filtersWithSort: number }

/** The terms that are combined with each sort order, and with the first filter. */
const FEW_TERMS = ['banda', 'dress', 'qqxzv']

/** The addresses that a list leads to: each way to sort, filter and search it, and to open one of its rows. */
export function* waysOn(path: string, html: string, tried: Tried): Generator<string> {
  const links = linksIn(html)
    .filter((to) => to.startsWith(`${path}?`))
    .map((to) => new URLSearchParams(to.slice(path.length)))
  const tools = /<search.*?<\/search>/s.exec(html)?.[0] ?? ''
  const sorts = unique(links.flatMap((link) => link.get('sort')?.replace(/^-/, '') ?? []))
  const choices = [...tools.matchAll(/<select name="([^"]+)".*?<\/select>/gs)].flatMap(
    ([select, name]) =>
      [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => `${name}=${value}`),
  )
  const days = [...tools.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
    input.includes('type="date"') ? `${/name="([^"]+)"/.exec(input)?.[1]}=2025-12-01` : [],
  )
  const filters = [...choices, ...days]
  // Every filter link; of the other links one of each kind, because the first row's dialog stands for those of all
  // rows.
  const isWord = (link: URLSearchParams) =>
    [...link.values()].every((value) => /^[a-z-]+$/.test(value))
  const kinds = new Map(
    links
      .filter((link) => !link.has('sort'))
      .map((link) => [isWord(link) ? `${link}` : [...link.keys()].sort().join(), link]),
  )
  for (const link of kinds.values()) yield `${path}?${link}`
  if (path === '/admin') yield* linksIn(html).filter((to) => /^\/admin\/[a-z-]+\?/.test(to))
  if (tools) for (const term of tried.terms) yield `${path}?search=${encodeURIComponent(term)}`
  for (const filter of filters) yield `${path}?${filter}`
  for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
    yield `${path}?sort=${sort}`
    for (const filter of filters.slice(0, tried.filtersWithSort))
      yield `${path}?sort=${sort}&${filter}`
    if (tools) for (const term of FEW_TERMS) yield `${path}?sort=${sort}&search=${term}`
  }
  if (filters.length > 0 && tools)
    for (const term of FEW_TERMS) yield `${path}?${filters[0]}&search=${term}`
  const next = new URLSearchParams(nextPage(html)?.split('?')[1]).get('after')
  if (readCursor(next, 'timestamptz')) yield `${path}?after=${LONG_AGO}`
}
