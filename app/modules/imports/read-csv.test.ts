import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinCell, splitCell, tameCell, untameCell } from '../../rules/csv-cells.ts'
import { readCsv } from './read-csv.ts'

const read = (text: string | Buffer) => readCsv(Buffer.from(text))

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

test('rows are numbered as a spreadsheet does, whatever line breaks their cells hold', async () => {
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
  expect(await read('SKU,Name\nA,"open\n')).toMatchObject({ reason: 'import-unreadable' })
  expect(await read('SKU,Name\n')).toMatchObject({ reason: 'import-empty' })
})

test('the mark that guards a cell against formulas is taken off again, from any text', () => {
  for (const text of ['=1', "'=1", "''=1", "'90s", '\t=1', "'\t", '-', '+265', "it's"])
    expect(untameCell(tameCell(text))).toBe(text)
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("'", '=', '+', ' ', '\t', '\u200b', 'a', '-') }),
      (text) => untameCell(tameCell(text)) === text,
    ),
  )
})

test('several texts in a cell are read back as they were', () => {
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
