import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { untameCell } from '../../rules/csv-cells.ts'
import { cutText } from '../../rules/cut-text.ts'
import { LONGEST_CELL, MOST_COLUMNS, type MostOfFile } from '../../rules/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { tooLarge } from './too-large.ts'

const CHUNK = 64 * 1024
const SEPARATORS = [',', ';', '\t']

class NotUtf8 extends Error {}
class NotText extends Error {}
/**
 * The first bytes of a workbook (xlsx, ods, xls) and of a text in UTF-16: a spreadsheet saves these unless
 * told otherwise.
 */
const OF_SPREADSHEETS = /^(?:PK|\xd0\xcf|\xff\xfe|\xfe\xff)/

export type CsvRow = { row: number; cells: string[] }
export type FileBytes = Iterable<Buffer> | AsyncIterable<Buffer>
type Csv =
  | { ok: true; headings: string[]; rows: number }
  | Refusal<
      | 'import-not-utf8'
      | 'import-not-csv'
      | 'import-unreadable'
      | 'import-too-large'
      | 'import-empty'
    >

/**
 * Splits the file into small chunks, so that a large file does not hold up other requests. Throws at bytes that are
 * not UTF-8.
 */
async function* chunksOf(file: FileBytes) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new NotUtf8()
    }
  }
  let isOfSpreadsheet: boolean | undefined
  for await (const bytes of file)
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK)
      isOfSpreadsheet ??= OF_SPREADSHEETS.test(chunk.toString('latin1', 0, 2))
      if (chunk.includes(0)) throw isOfSpreadsheet ? new NotUtf8() : new NotText()
      check(chunk)
      yield chunk
    }
  check()
}

/** The separator that is most frequent in the first row; a spreadsheet may name it in a row of its own (`sep=;`). */
function findSeparator(text: string) {
  const named = /^sep=(.)\s*$/m.exec(text.split('\n', 1)[0] ?? '')?.[1]
  if (named) return named
  const first = text.split('\n', 1)[0]?.replace(/"[^"]*"/g, '') ?? ''
  const counts = SEPARATORS.map((one) => first.split(one).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Reads a CSV file as spreadsheets save it: commas, semicolons or tabs, any line breaks, with or without a byte order
 * mark, cells in quotation marks. Passes on each row as it is read, so that memory stays the same for any file. Rows
 * are numbered as in a spreadsheet; blank rows are left out. Refuses encodings other than UTF-8 and files that are
 * too large.
 */
export async function readCsv(
  file: FileBytes,
  most: MostOfFile,
  take: (row: CsvRow) => void | Promise<void> = () => {},
): Promise<Csv> {
  const at = { row: 0 }
  try {
    return await readRows(chunksOf(file), most, take, at)
  } catch (error) {
    if (error instanceof NotText) return { ok: false, reason: 'import-not-csv' }
    if (error instanceof NotUtf8) return { ok: false, reason: 'import-not-utf8' }
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as CsvError & { lines?: number }
    return { ok: false, reason: 'import-unreadable', line: lines ?? at.row + 1 }
  }
}

async function readRows(
  chunks: AsyncGenerator<Buffer>,
  most: MostOfFile,
  take: (row: CsvRow) => void | Promise<void>,
  at: { row: number },
): Promise<Csv> {
  let headings: string[] | null = null
  let rows = 0
  for await (const record of await recordsOf(chunks)) {
    at.row += 1
    if (record.every((cell) => cell.trim() === '')) continue
    if (at.row === 1 && /^sep=.?$/.test(record[0] ?? '')) continue
    if (record.length > MOST_COLUMNS || rows >= most.rows) return tooLarge(most)
    const cells = record.map((cell) =>
      untameCell(cell.length > LONGEST_CELL ? cutText(cell, LONGEST_CELL) : cell),
    )
    if (!headings) {
      headings = cells
      continue
    }
    rows += 1
    const taken = take({ row: at.row, cells })
    if (taken) await taken
  }
  if (!headings || rows === 0) return { ok: false, reason: 'import-empty' }
  return { ok: true, headings, rows }
}

/** Ending the iteration early closes the file. */
async function recordsOf(chunks: AsyncGenerator<Buffer>): Promise<AsyncIterable<string[]>> {
  const { value: first } = await chunks.next()
  const text = first?.toString('utf8') ?? ''
  const parser = parse({
    bom: true,
    delimiter: findSeparator(text.replace(/^\ufeff/, '')),
    relax_column_count: true,
    max_record_size: LONGEST_CELL * 4,
  })
  async function* all() {
    if (first) yield first
    yield* chunks
  }
  // Errors surface where the records are read.
  pipeline(Readable.from(all()), parser).catch(() => {})
  return parser
}
