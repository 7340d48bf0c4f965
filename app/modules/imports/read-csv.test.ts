import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { joinCell, splitCell, tameCell, untameCell } from '../../rules/csv-cells.ts'
import { MOST_IMPORT } from '../../rules/imports/imports.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

async function read(text: string | Buffer, chunk = 1000) {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  )
  const rows: CsvRow[] = []
  const csv = await readCsv(chunks, MOST_IMPORT, (row) => {
    rows.push(row)
  })
  return csv.ok ? { ...csv, rows } : csv
}

test.each([
  ['commas', 'SKU,Name\nA,"Dress, red"\n'],
  ['semicolons, a mark and Windows line breaks', '\ufeffSKU;Name\r\nA;Dress, red\r\n'],
  ['tabs', 'SKU\tName\nA\tDress, red'],
  ['a row that names the separator', 'sep=;\r\nSKU;Name\r\nA;Dress, red\r\n'],
  ['blank rows', '\nSKU,Name\n\n,\nA,"Dress, red"\n\n'],
])('a file with %s is read', async (_, text) => {
  expect(await read(text)).toMatchObject({
    ok: true,
    headings: ['SKU', 'Name'],
    rows: [{ cells: ['A', 'Dress, red'] }],
  })
})

test('rows are numbered as in a spreadsheet, even when their cells contain line breaks', async () => {
  const csv = await read('SKU,Description\nA,"two\nlines"\n\nB,one\n')
  expect(csv.ok && csv.rows.map(({ row }) => row)).toEqual([2, 4])
})

test('a file in another encoding, with an open quotation mark or without rows is refused', async () => {
  expect(await read(Buffer.from('SKU,Name\nA,Chichew\xe9', 'latin1'))).toMatchObject({
    reason: 'import-not-utf8',
  })
  expect(await read(Buffer.from('\ufeffSKU', 'utf16le'))).toMatchObject({
    reason: 'import-not-utf8',
  })
  const workbook = Buffer.from('PK\x03\x04\x14\x00', 'latin1')
  expect(await read(workbook)).toMatchObject({ reason: 'import-not-utf8' })
  const photo = Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF\x00', 'latin1')
  expect(await read(photo)).toMatchObject({ reason: 'import-not-csv' })
  expect(await read('SKU,Name\nA,"open\n')).toMatchObject({ reason: 'import-unreadable' })
  expect(await read('SKU,Name\n')).toMatchObject({ reason: 'import-empty' })
})

test('a character that is split between two chunks is read whole, and a truncated one is refused', async () => {
  const text = 'SKU,Name\nA,Chichewa’s café\n'
  expect(await read(text, 40)).toMatchObject({ rows: [{ cells: ['A', 'Chichewa’s café'] }] })
  for (let chunk = 20; chunk < 30; chunk += 1)
    expect(await read(text, chunk)).toMatchObject({ ok: true })
  expect(await read(Buffer.from(text).subarray(0, -2))).toMatchObject({ reason: 'import-not-utf8' })
})

test('a file that is refused in the middle is closed', async () => {
  let isClosed = false
  async function* file() {
    try {
      for (;;) yield Buffer.from('SKU\nA\n')
    } finally {
      isClosed = true
    }
  }
  expect(await readCsv(file(), { bytes: 1024 * 1024, rows: 10 })).toMatchObject({ rows: 10 })
  await vi.waitFor(() => expect(isClosed).toBe(true))
})

test('the mark that protects a cell against formulas is removed again, for any text', () => {
  for (const text of ['=1', "'=1", "''=1", "'90s", '\t=1', "'\t", '-', '+265', "it's"])
    expect(untameCell(tameCell(text))).toBe(text)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '=', '+', ' ', '\t', '\u200b', 'a', '-') }),
      (text) => untameCell(tameCell(text)) === text,
    ),
  )
})

test('a list of texts in a cell is read back unchanged', () => {
  expect(splitCell('linen, summer,, ')).toEqual(['linen', 'summer'])
  const word = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter(Boolean)
  fc.assert(
    fc.property(fc.array(word), (texts) => {
      expect(splitCell(joinCell(texts))).toEqual(texts)
    }),
  )
})
