import { STOCK_LEVELS, STOCK_SORTS, type StockQuery } from '../../../modules/stock/list-stock.ts'
import type { LedgerQuery } from '../../../modules/stock/read-ledger.ts'
import { MOVEMENT_KINDS } from '../../../rules/stock/stock.ts'
import { readId } from '../../../web/forms/read-form.ts'
import { readAfter, readFilter, readListAddress } from '../../../web/lists/list-query.ts'

/** Reads the query of the stock list: `?search=…&stock=low&sort=on-hand&after=…`. */
export const readStockQuery = (request: Request): StockQuery => ({
  ...readListAddress(request, STOCK_SORTS),
  level: readFilter(request, 'stock', STOCK_LEVELS),
})

/** The variant whose dialog is open: `?receive=<id>` or `?adjust=<id>`. */
export function readStockFilter(request: Request) {
  const { searchParams } = new URL(request.url)
  for (const act of ['receive', 'adjust'] as const) {
    const variantId = readId(searchParams.get(act))
    if (variantId) return { act, variantId }
  }
  return null
}

/** Reads the query of a product's ledger: `?variant=<id>&kind=sale&after=…`. */
export function readLedgerQuery(request: Request): LedgerQuery {
  const { searchParams } = new URL(request.url)
  return {
    variantId: readId(searchParams.get('variant')),
    kind: readFilter(request, 'kind', MOVEMENT_KINDS),
    after: readAfter(request),
  }
}
