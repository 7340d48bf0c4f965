import type { ProductValues } from '../catalogue/product-values.ts'
import { joinCell } from '../csv-cells.ts'
import { cutText } from '../cut-text.ts'
import type { ProductColumn } from './columns.ts'

type Cells = Record<ProductColumn, string>
const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')
const BLANK: Partial<Cells> = {}

/**
 * A product as rows of a file that `planProduct` can read back: one row for each variant, the product's own columns in
 * the first row. `category` is its path.
 */
export function productRows(
  { slug, values }: { slug: string; values: ProductValues },
  category: string,
): Cells[] {
  const own: Partial<Cells> = {
    Name: values.name,
    SKU: values.sku,
    Barcode: values.barcode,
    Category: category,
    Price: values.price,
    'Compare price': values.compare_price,
    'Cost price': values.cost_price,
    'Track stock': yesOrNo(values.trackInventory),
    Status: values.status,
    Featured: yesOrNo(values.featured),
    Brand: values.brand,
    Location: values.location,
    Weight: values.weight,
    Tags: joinCell(values.tags),
    'Short description': values.short_description,
    Description: values.description,
    'Meta title': values.meta_title,
    'Meta description': values.meta_description,
  }
  const plain = { size: '', color: '', sku: '', barcode: '', inventory: values.inventory_quantity }
  const variants = values.variants.length > 0 ? values.variants : [plain]
  return variants.map(
    ({ size, color, sku, barcode, inventory }, at) =>
      ({
        ...(at === 0 ? own : BLANK),
        Handle: slug,
        Size: size,
        Color: color,
        'Variant SKU': sku,
        'Variant barcode': barcode,
        Stock: values.trackInventory ? inventory : '',
      }) as Cells,
  )
}

export type CellChange = { column: string; from: string; to: string }
const LONGEST = 80
const MOST_CHANGES = 12

/** What a plan would change of a product, column by column; for a variant's change with its size or color. */
export function changedCells(
  before: ProductValues,
  after: ProductValues,
  categories: { before: string; after: string },
): CellChange[] {
  const old = productRows({ slug: '', values: before }, categories.before)
  const rowsOf = new Map(old.map((row) => [`${row.Size} ${row.Color}`, row]))
  return productRows({ slug: '', values: after }, categories.after)
    .flatMap((row) => {
      const key = `${row.Size} ${row.Color}`.trim()
      const known: Partial<Cells> = {
        ...rowsOf.get(`${row.Size} ${row.Color}`),
        ...ownOf(old[0]),
      }
      return (Object.entries(row) as [ProductColumn, string][])
        .filter(([column, to]) => (known[column] ?? '') !== to)
        .map(([column, to]) => ({
          column: key && OF_VARIANT.has(column) ? `${column} (${key})` : column,
          from: cut(known[column] ?? ''),
          to: cut(to),
        }))
    })
    .slice(0, MOST_CHANGES)
}

const OF_VARIANT = new Set<ProductColumn>([
  'Size',
  'Color',
  'Variant SKU',
  'Variant barcode',
  'Stock',
])
const ownOf = (first: Cells | undefined) =>
  Object.fromEntries(
    Object.entries(first ?? {}).filter(([column]) => !OF_VARIANT.has(column as ProductColumn)),
  )
const cut = (text: string) => (text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text)
