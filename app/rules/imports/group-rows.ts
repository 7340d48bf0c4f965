import { cutText } from '../cut-text.ts'
import type { ImportFault } from '../messages/imports/imports.ts'
import type { CsvKind, ImportRow } from './imports.ts'

/** Rows about one product, variant or customer; `first` is the number of its first row in the file. */
export type EntryRows = { first: number; cells: [ImportRow, ...ImportRow[]]; faults: ImportFault[] }
export type NewEntry = EntryRows & { label: string }
/** Entries that begin in this part of a file, and more rows of entries that began in an earlier part. */
export type EntryBatch = { entries: NewEntry[]; more: EntryRows[] }

const AT_ONCE = 500
/**
 * A product has at most 300 variants with a row each. A handle that is filled down by mistake would otherwise make one
 * entry of a hundred thousand rows.
 */
export const MOST_ROWS_OF_ONE = 1000

const cellOf = ({ cells }: ImportRow, column: string) => cells[column]?.trim() ?? ''

const isOfVariant = (row: ImportRow) => cellOf(row, 'Size') !== '' || cellOf(row, 'Color') !== ''

const KEYS: Record<CsvKind, readonly string[]> = {
  products: ['Handle', 'SKU'],
  prices: ['Handle', 'SKU'],
  stock: [],
  customers: [],
}
/** Columns whose codes may stand in a file only once, each with the fault for a second one. */
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

/**
 * Groups the rows of a file as they are read: rows with one handle are one product, wherever they are. Of the entries
 * that were handed over it keeps only keys and codes, so that a file of any length takes little memory. Of a product
 * with more than 1,000 rows it keeps the first 1,000, and adds a fault.
 */
export function rowGrouper(kind: CsvKind, atOnce = AT_ONCE) {
  const findEntry = entryFinder(kind)
  const findTwice = twiceFinder(kind)
  let entries = new Map<number, NewEntry>()
  let more = new Map<number, EntryRows>()
  let rows = 0
  const rowsOf = new Map<number, number>()

  /** The entries and rows that are not handed over yet. */
  function end(): EntryBatch {
    const batch = { entries: [...entries.values()], more: [...more.values()] }
    entries = new Map()
    more = new Map()
    rows = 0
    return batch
  }

  /** Adds the next row; returns a batch when one is full. */
  function add(row: ImportRow): EntryBatch | null {
    const { first, faults } = findEntry(row)
    const before = rowsOf.get(first) ?? 0
    rowsOf.set(first, before + 1)
    if (before > MOST_ROWS_OF_ONE) return null
    if (before === MOST_ROWS_OF_ONE)
      faults.push({
        row: row.row,
        column: KEYS[kind][0] ?? '',
        code: 'rows-too-many',
        most: MOST_ROWS_OF_ONE,
      })
    faults.push(...findTwice(row, first))
    const known = entries.get(first) ?? more.get(first)
    if (known) {
      known.cells.push(row)
      known.faults.push(...faults)
    } else if (first === row.row)
      entries.set(first, { first, label: labelOf(row), cells: [row], faults })
    else more.set(first, { first, cells: [row], faults })
    rows += 1
    return rows < atOnce ? null : end()
  }
  return { add, end }
}

/** Finds the first row of a row's entry: the row itself, when its key is new. */
function entryFinder(kind: CsvKind) {
  const firsts = new Map<string, number>()
  return (row: ImportRow): Pick<EntryRows, 'first' | 'faults'> => {
    const column = KEYS[kind].find((name) => cellOf(row, name) !== '')
    const last = KEYS[kind].at(-1)
    if (!column)
      return {
        first: row.row,
        faults: last ? [{ row: row.row, column: last, code: 'key-missing' }] : [],
      }
    const key = `${column} ${cellOf(row, column)}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, row.row)
    // A SKU repeated in a row without a size or color is a superfluous row, not another variant of a product.
    const isOfFirst = first !== undefined && (column !== 'SKU' || isOfVariant(row))
    return { first: isOfFirst ? first : row.row, faults: [] }
  }
}

function labelOf(row: ImportRow) {
  const column = NAMED_BY.find((name) => cellOf(row, name) !== '')
  return column ? cutText(cellOf(row, column), LONGEST_LABEL) : ''
}

/** Finds the codes of a row that an earlier row of the file already has. */
function twiceFinder(kind: CsvKind) {
  const codes = ONCE[kind].map(([column, code]) => ({
    column,
    code,
    seen: new Map<string, { first: number; row: number }>(),
  }))
  return (row: ImportRow, first: number): ImportFault[] =>
    codes.flatMap(({ column, code, seen }) => {
      const written = cellOf(row, column)
      const text = kind === 'customers' ? written.toLowerCase() : written
      if (text === '') return []
      const earlier = seen.get(text)
      if (!earlier) seen.set(text, { first, row: row.row })
      // Rows of one product may repeat the product's own codes, but not a variant's.
      return earlier && (earlier.first !== first || column.startsWith('Variant'))
        ? [{ row: row.row, column, code, first: earlier.row }]
        : []
    })
}
