import { listStock } from '../../../modules/stock/list-stock.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import type { Route } from './+types/csv'
import { readStockQuery } from './list-query.ts'

const COLUMNS: CsvColumns<StockRow> = [
  ['Product', 'product'],
  ['Size', 'size'],
  ['Color', 'color'],
  ['SKU', 'sku'],
  ['Barcode', 'barcode'],
  ['Shelf', 'location'],
  ['On hand', 'onHand'],
  ['Reserved', 'reserved'],
  ['Tracked', (row) => (row.isTracked ? 'yes' : 'no')],
  // To count on: what is written here is read by the import (docs/product.md, Import).
  ['Counted', () => null],
]

/** The stock list as a file: the same search, filter and order as on the screen. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = { ...readStockQuery(request), after: null }
  return listFile('stock.csv', COLUMNS, (after) => listStock(shop, { ...query, after }, 500))
}
