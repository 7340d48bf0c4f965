import type { CsvKind } from './imports.ts'

/** The columns of a file of products, as its first row calls them, in the order of an export. */
export const PRODUCT_COLUMNS = [
  'Name',
  'Handle',
  'SKU',
  'Barcode',
  'Category',
  'Price',
  'Compare price',
  'Cost price',
  'Size',
  'Color',
  'Variant SKU',
  'Variant barcode',
  'Stock',
  'Track stock',
  'Status',
  'Featured',
  'Brand',
  'Location',
  'Weight',
  'Tags',
  'Short description',
  'Description',
  'Meta title',
  'Meta description',
] as const
/** The columns that scanners read. */
export const BARCODE_COLUMNS = ['Barcode', 'Variant barcode'] as const
/** The columns that a price file may change. */
export const PRICE_COLUMNS = ['Price', 'Compare price', 'Cost price'] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]
export const STOCK_COLUMNS = ['SKU', 'On hand', 'Counted'] as const
export type StockColumn = (typeof STOCK_COLUMNS)[number]
export const CUSTOMER_COLUMNS = ['Name', 'Email', 'Phone'] as const
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number]

/** The columns that each kind of file may have, and those it needs: at least one column of each inner list. */
export const COLUMNS: Record<
  CsvKind,
  { read: readonly string[]; needs: readonly (readonly string[])[] }
> = {
  // An export also has this column, which marks archived products.
  products: { read: [...PRODUCT_COLUMNS, 'Archived'], needs: [['SKU', 'Handle']] },
  prices: {
    read: ['Handle', 'SKU', ...PRICE_COLUMNS],
    needs: [['SKU', 'Handle'], PRICE_COLUMNS],
  },
  stock: { read: STOCK_COLUMNS, needs: [['SKU'], ['Counted', 'On hand']] },
  customers: { read: CUSTOMER_COLUMNS, needs: [['Email']] },
}

const bare = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/\(.*\)/g, '')
    .replace('colour', 'color')
    .replace(/[^a-z]/g, '')
const OTHER_NAMES = new Map([
  ['slug', 'handle'],
  ['shelf', 'location'],
  ['trackinventory', 'trackstock'],
  ['inventoryquantity', 'stock'],
])

/** The column that each heading names, such as `Price (MK)` or `price`; null for a heading that is not read. */
export function readHeadings(kind: CsvKind, headings: readonly string[]) {
  const known = new Map(COLUMNS[kind].read.map((column) => [bare(column), column]))
  return headings.map((heading) => {
    const name = bare(heading)
    return known.get(OTHER_NAMES.get(name) ?? name) ?? null
  })
}

/** The first list of columns of which a file needs one and has none; null when nothing is missing. */
export const missingColumns = (kind: CsvKind, columns: readonly (string | null)[]) =>
  COLUMNS[kind].needs.find((some) => !some.some((column) => columns.includes(column))) ?? null
