import type { ImportFault } from '../messages/imports/imports.ts'
import type { CsvKind, ImportRow } from './imports.ts'

/** The rows that are about one product, variant or person, and what is wrong with them beside others of the file. */
export type Entry = { label: string; cells: [ImportRow, ...ImportRow[]]; faults: ImportFault[] }

const cellOf = ({ cells }: ImportRow, column: string) => cells[column]?.trim() ?? ''

const isOfVariant = (row: ImportRow) => cellOf(row, 'Size') !== '' || cellOf(row, 'Color') !== ''

const KEYS: Record<CsvKind, readonly string[]> = {
  products: ['Handle', 'SKU'],
  prices: ['Handle', 'SKU'],
  stock: [],
  customers: [],
}
/** Codes that stand once in a file, and what is said of the second. */
const ONCE: Record<
  CsvKind,
  readonly (readonly [string, ImportFault['code'] & `${string}-twice`])[]
> = {
  products: [
    ['SKU', 'sku-twice'],
    ['Variant SKU', 'sku-twice'],
    ['Barcode', 'barcode-twice'],
    ['Variant barcode', 'barcode-twice'],
  ],
  prices: [['SKU', 'sku-twice']],
  stock: [['SKU', 'sku-twice']],
  customers: [['Email', 'email-twice']],
}
const NAMED_BY = ['SKU', 'Handle', 'Email', 'Name']
const LONGEST_LABEL = 100

/** The entries of a file in the order of their first rows: rows of one handle are one product. */
export function groupRows(kind: CsvKind, rows: readonly ImportRow[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    const column = KEYS[kind].find((name) => cellOf(row, name) !== '')
    const known = column ? `${column} ${cellOf(row, column)}` : ''
    // One SKU in two rows without a size is no product of several sizes but a row too many.
    const isTwice = column === 'SKU' && entries.has(known) && !isOfVariant(row)
    const key = known && !isTwice ? known : `row ${row.row}`
    const entry = entries.get(key)
    if (entry) entry.cells.push(row)
    else entries.set(key, { label: labelOf(row), cells: [row], faults: [] })
    if (!column && KEYS[kind].length > 0)
      entries
        .get(key)
        ?.faults.push({ row: row.row, column: KEYS[kind].at(-1) ?? '', code: 'key-missing' })
  }
  listTwice(kind, [...entries.values()])
  return [...entries.values()]
}

function labelOf(row: ImportRow) {
  const column = NAMED_BY.find((name) => cellOf(row, name) !== '')
  return column ? cellOf(row, column).slice(0, LONGEST_LABEL) : ''
}

/** A code of one entry that another one of the file has already. */
function listTwice(kind: CsvKind, entries: readonly Entry[]) {
  for (const [column, code] of ONCE[kind]) {
    const seen = new Map<string, { entry: Entry; row: number }>()
    for (const entry of entries)
      for (const row of entry.cells) {
        const written = cellOf(row, column)
        const text = kind === 'customers' ? written.toLowerCase() : written
        const earlier = seen.get(text)
        if (text === '') continue
        // Rows of one product may repeat what is the product's.
        if (earlier && (earlier.entry !== entry || column.startsWith('Variant')))
          entry.faults.push({ row: row.row, column, code, first: earlier.row })
        if (!earlier) seen.set(text, { entry, row: row.row })
      }
  }
}
