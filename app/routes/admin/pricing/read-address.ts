import type { Selection } from '../../../modules/pricing/list-to-price.ts'
import { PRODUCT_FILTERS } from '../../../rules/catalogue/list-pages.ts'
import {
  PRICE_CHANGE_FIELDS,
  type PriceChangeValues,
  readPriceChange,
} from '../../../rules/pricing/price-change-form.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readProductsQuery } from '../../../web/lists/products-query.ts'

/** One page of the product list. */
const MOST_TICKED = 100
const LONGEST = 100
const KEPT: readonly string[] = ['of', ...PRODUCT_FILTERS]

/**
 * Reads what `/admin/price-changes/new` is about: the ticked products (`?id=…&id=…`), or those of the product list's
 * own address (`?search=…`, or `?of=all` without a filter), or none. And the change, once it was submitted
 * (`?name=…&kind=percent&value=20&from=…&until=…`).
 */
export function readChangeAddress(request: Request, now: Date) {
  const { searchParams } = new URL(request.url)
  const ids = searchParams
    .getAll('id')
    .slice(0, MOST_TICKED)
    .flatMap((id) => readId(id) ?? [])
  const { search, status, category, isLow } = readProductsQuery(request)
  const isList = KEPT.some((name) => searchParams.get(name))
  const selection: Selection =
    ids.length > 0 || !isList ? { ids } : { search, filter: { status, category, isLow } }
  const kept = ids.length > 0 ? ['id'] : KEPT
  const isAsked = searchParams.has('kind')
  const values = Object.fromEntries(
    PRICE_CHANGE_FIELDS.map((name) => [
      name,
      (searchParams.get(name) ?? '').replaceAll('\0', '').slice(0, LONGEST),
    ]),
  ) as PriceChangeValues
  return {
    selection,
    /** The selection as fields of a form. */
    fields: [...searchParams].filter(([name, value]) => kept.includes(name) && value !== ''),
    values: isAsked ? values : { ...values, kind: 'percent' },
    read: isAsked ? readPriceChange(values, now) : null,
  }
}
