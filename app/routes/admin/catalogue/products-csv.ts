import { exportProducts, type ProductFileRow } from '../../../modules/imports/export-products.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { PRODUCT_COLUMNS } from '../../../rules/imports/columns.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import { readProductsQuery } from '../../../web/lists/products-query.ts'
import type { Route } from './+types/products-csv'

const COLUMNS: CsvColumns<ProductFileRow> = [
  ...PRODUCT_COLUMNS.map((column) => [column, column] as const),
  ['Archived', ({ isFirst, isArchived }) => (isFirst ? (isArchived ? 'yes' : 'no') : null)],
  ['Address', ({ isFirst, Handle }) => (isFirst ? `/product/${Handle}` : null)],
  ['Created', ({ isFirst, createdAt }) => (isFirst ? formatStamp(createdAt) : null)],
]

/**
 * The product list as a file, with the screen's search, filters and order, and with all fields of the product forms.
 * Rows that were not edited change nothing when the file is imported.
 */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'products.csv',
    entity: 'product',
    label: 'list-products',
    query: readProductsQuery(args.request),
    read: (_, asked, shop) => exportProducts(shop, asked),
    columns: COLUMNS,
  })
