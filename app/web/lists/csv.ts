import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { tameCell } from '../../rules/csv-cells.ts'
import type { Page } from '../../rules/lists.ts'
import { NO_STORE } from '../no-store.ts'

type Cell = string | number | null
type CellOf<R> = { [K in keyof R]: R[K] extends Cell ? K : never }[keyof R]
/**
 * The columns of a table for spreadsheets: the heading, and the field of the row or the function that gives the value.
 */
export type CsvColumns<R> = readonly (readonly [
  heading: string,
  value: CellOf<R> | ((row: R) => Cell),
])[]

const valueOf = <R>(row: R, [, value]: CsvColumns<R>[number]) =>
  typeof value === 'function' ? value(row) : (row[value] as Cell)

const tame = (cell: Cell) => (typeof cell === 'string' ? tameCell(cell) : cell)

/**
 * A phone number for spreadsheets: `265 991 234 567`. They take a leading `+` for the beginning of a formula, and write
 * twelve digits in a row as `2.65991E+11`.
 */
export const csvPhone = (phone: string | null) =>
  phone
    ?.replace(/^\s*\+(?=\d)/, '')
    .replace(/^\d{12,}$/, (digits) => digits.replace(/\d{3}(?=\d)/g, '$& ')) ?? null

// Quotes cells so that no line break, and no separator of another country's spreadsheets, ends a cell.
const write = (rows: Cell[][]) =>
  Buffer.from(stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n;]/ }))

const BOM = Buffer.from('\ufeff')
const headingsOf = <R>(columns: CsvColumns<R>) => write([columns.map(([heading]) => heading)])
const rowsAs = <R>(columns: CsvColumns<R>, rows: readonly R[]) =>
  rows.length > 0
    ? write(rows.map((row) => columns.map((column) => tame(valueOf(row, column)))))
    : Buffer.alloc(0)

/** A short table as a whole CSV file, for a zip. */
export const csvBytes = <R>(columns: CsvColumns<R>, rows: readonly R[]) =>
  Buffer.concat([BOM, headingsOf(columns), rowsAs(columns, rows)])

/**
 * A table as a file for spreadsheets, sent page by page as it is read: memory stays the same for ten rows
 * and a hundred thousand. A text that begins like a formula is escaped. When reading fails, the file breaks off; when
 * the client disconnects, reading ends.
 */
export function csvResponse<R>(name: string, columns: CsvColumns<R>, pages: AsyncIterable<R[]>) {
  async function* lines() {
    yield BOM
    yield headingsOf(columns)
    for await (const rows of pages) if (rows.length > 0) yield rowsAs(columns, rows)
  }
  const file = Readable.toWeb(Readable.from(lines(), { objectMode: false }))
  return new Response(file as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      ...NO_STORE,
    },
  })
}

/** A list of the back office as a CSV file, with all its pages. */
export const listFile = <R>(name: string, columns: CsvColumns<R>, read: ReadPage<R>) =>
  csvResponse(name, columns, everyPage(read))

type ReadPage<R> = (after: string | null) => Promise<Page<R>>

/** Every page of a list, one after the other, by its own cursors. */
async function* everyPage<R>(read: ReadPage<R>) {
  let after: string | null = null
  do {
    const page: Page<R> = await read(after)
    yield page.rows
    after = page.next
  } while (after !== null)
}
