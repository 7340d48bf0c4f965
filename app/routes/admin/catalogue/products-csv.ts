import {
  type AdminRow,
  listAdminProducts,
} from '../../../modules/catalogue/edit/list-office-products.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import type { Route } from './+types/products-csv'
import { readProductsQuery } from './product-list.ts'

const COLUMNS: CsvColumns<AdminRow> = [
  ['Name', 'name'],
  ['SKU', 'sku'],
  ['Barcode', 'barcode'],
  ['Shelf', 'location'],
  ['Category', 'category'],
  ['Price', 'price'],
  ['Compare price', 'comparePrice'],
  ['Cost price', 'costPrice'],
  ['Stock', (row) => (row.trackInventory ? row.inventory : null)],
  ['Status', 'status'],
  ['Featured', (row) => (row.featured ? 'yes' : 'no')],
  ['Archived', (row) => (row.isArchived ? 'yes' : 'no')],
  ['Address', (row) => `/product/${row.slug}`],
  ['Created', (row) => formatStamp(row.createdAt)],
]

/** The product list as a file: the same search, filters and order as on the screen. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const asked = { ...readProductsQuery(request), limit: 500 }
  return listFile('products.csv', COLUMNS, (after) => listAdminProducts(shop, { ...asked, after }))
}
