import { cutText } from '../../rules/cut-text.ts'
import type { Direction } from '../../rules/lists.ts'
import { isDay } from '../../rules/local-time.ts'

export type ListAddress<K extends string> = {
  search: string
  sort: K
  direction: Direction
  /** The cursor as text from the address; the module that sorts knows its type. */
  after: string | null
}

const LONGEST_SEARCH = 100

/**
 * Reads the address of a back office list: `?search=…&sort=-total&after=…` (a minus sorts downwards). An unknown
 * sort falls back to the first of `sorts`, so that an old bookmark still opens.
 */
export function readListAddress<K extends string>(
  request: Request,
  sorts: readonly [`${'' | '-'}${K}`, ...`${'' | '-'}${K}`[]],
): ListAddress<K> {
  const { searchParams } = new URL(request.url)
  const asked = searchParams.get('sort')
  const sort = sorts.find((known) => bare(known) === bare(asked ?? '')) ?? sorts[0]
  const isAsked = asked !== null && bare(asked) === bare(sort)
  return {
    search: cutText((searchParams.get('search') ?? '').replaceAll('\0', '').trim(), LONGEST_SEARCH),
    sort: bare(sort) as K,
    direction: (isAsked ? asked : sort).startsWith('-') ? 'desc' : 'asc',
    after: readAfter(request),
  }
}

/** The cursor after which a list continues; null at its beginning. Two lists on one screen use different names. */
export const readAfter = (request: Request, name = 'after'): string | null =>
  new URL(request.url).searchParams.get(name)

const bare = (sort: string) => sort.replace(/^-/, '')

/** One of a filter's known values in the address; null for none and for an unknown one. */
export function readFilter<V extends string>(
  request: Request,
  name: string,
  values: readonly V[],
): V | null {
  const asked = new URL(request.url).searchParams.get(name)
  return values.find((value) => value === asked) ?? null
}

/** The value of a filter whose values staff write themselves; null for none. */
export const readWord = (request: Request, name: string): string | null => {
  const asked = new URL(request.url).searchParams.get(name) ?? ''
  return cutText(asked.replaceAll('\0', '').trim(), LONGEST_SEARCH) || null
}

/** A day in the address (`2026-11-20`); null for none and for a day that does not exist. */
export function readDay(request: Request, name: string): string | null {
  const asked = new URL(request.url).searchParams.get(name) ?? ''
  return isDay(asked) ? asked : null
}

/**
 * A list's address with its search, filters and sort order, without the parameters of an open dialog (`edit`, `new`).
 */
export function listPath(request: Request, path: string, opened: readonly string[] = []) {
  const { searchParams } = new URL(request.url)
  for (const name of ['_routes', 'index', ...opened]) searchParams.delete(name)
  return searchParams.size > 0 ? `${path}?${searchParams}` : path
}
