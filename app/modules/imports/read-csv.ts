import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { untameCell } from '../../rules/csv-cells.ts'
import { LONGEST_CELL, MOST_COLUMNS, MOST_IMPORT_ROWS } from '../../rules/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { tooLarge } from './too-large.ts'

const CHUNK = 64 * 1024
const SEPARATORS = [',', ';', '\t']

export type CsvRow = { row: number; cells: string[] }
type Csv =
  | { ok: true; headings: string[]; rows: CsvRow[] }
  | Refusal<'import-not-utf8' | 'import-unreadable' | 'import-too-large' | 'import-empty'>

/** Chunk by chunk, so that a large file does not hold up who asks for a page meanwhile. */
function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK)
}

/** The one that stands most often in the first row; a spreadsheet may name it in a row of its own (`sep=;`). */
function findSeparator(text: string) {
  const named = /^sep=(.)\s*$/m.exec(text.split('\n', 1)[0] ?? '')?.[1]
  if (named) return named
  const first = text.split('\n', 1)[0]?.replace(/"[^"]*"/g, '') ?? ''
  const counts = SEPARATORS.map((one) => first.split(one).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * A CSV file as spreadsheets save it: commas, semicolons or tabs, any line breaks, with or without a byte order mark,
 * cells in quotation marks. Rows are numbered as a spreadsheet does; blank ones are left out. Refuses other encodings
 * than UTF-8, and what is too large.
 */
export async function readCsv(bytes: Buffer): Promise<Csv> {
  if (!isUtf8(bytes) || bytes.includes(0)) return { ok: false, reason: 'import-not-utf8' }
  const delimiter = findSeparator(bytes.toString('utf8', 0, CHUNK).replace(/^\ufeff/, ''))
  const parser = Readable.from(chunksOf(bytes)).pipe(
    parse({ bom: true, delimiter, relax_column_count: true, max_record_size: LONGEST_CELL * 4 }),
  )
  let headings: string[] | null = null
  const rows: CsvRow[] = []
  let row = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1
      if (record.every((cell) => cell.trim() === '')) continue
      if (row === 1 && /^sep=.?$/.test(record[0] ?? '')) continue
      if (record.length > MOST_COLUMNS || rows.length >= MOST_IMPORT_ROWS) return tooLarge
      const cells = record.map((cell) => untameCell(cell.slice(0, LONGEST_CELL)))
      if (headings) rows.push({ row, cells })
      else headings = cells
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    return { ok: false, reason: 'import-unreadable', line: lines ?? row + 1 }
  } finally {
    parser.destroy()
  }
  if (!headings || rows.length === 0) return { ok: false, reason: 'import-empty' }
  return { ok: true, headings, rows }
}
