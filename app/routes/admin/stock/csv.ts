import { listStock } from '../../../modules/stock/list-stock.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
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
  // Empty, for counting: the import reads the numbers that are written here (docs/product.md, Import).
  ['Counted', () => null],
]

/** The stock list as a file, with the screen's search, filter and order. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'stock.csv',
    entity: 'stock',
    label: 'list-stock',
    query: readStockQuery(args.request),
    read: (_, { limit, ...asked }, shop) => listStock(shop, asked, limit),
    columns: COLUMNS,
  })
