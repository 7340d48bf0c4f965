import { expect, test } from 'vitest'
import { MOST_ROWS_OF_ONE, rowGrouper } from './group-rows.ts'
import type { CsvKind } from './imports.ts'

type Cells = Record<string, string>
const rowsOf = (cells: readonly Cells[]) => cells.map((one, at) => ({ row: at + 2, cells: one }))

/** The entries of a short file: the numbers of their rows, and their faults. */
function read(kind: CsvKind, cells: readonly Cells[]) {
  const { add, end } = rowGrouper(kind)
  for (const row of rowsOf(cells)) expect(add(row)).toBeNull()
  const { entries, more } = end()
  expect(more).toEqual([])
  return {
    rows: entries.map(({ cells: rows }) => rows.map(({ row }) => row)),
    faults: entries.flatMap(({ faults }) => faults),
    labels: entries.map(({ label }) => label),
  }
}

// The rows of each file from the second on, and how they are put together.
test.each<[string, CsvKind, Cells[], number[][]]>([
  [
    'one handle is one product, wherever its rows are',
    'products',
    [{ Handle: ' a ' }, { Handle: 'b' }, { Handle: 'a', SKU: '1' }],
    [[2, 4], [3]],
  ],
  [
    'one SKU is one product when the rows have sizes or colors',
    'products',
    [{ SKU: 'a' }, { SKU: 'a', Size: 'M' }, { SKU: 'a', Color: 'Red' }],
    [[2, 3, 4]],
  ],
  [
    'a handle is not the SKU with the same text',
    'products',
    [{ Handle: 'a' }, { SKU: 'a', Size: 'M' }],
    [[2], [3]],
  ],
  [
    'one handle in a price file is one product',
    'prices',
    [{ Handle: 'a' }, { Handle: 'a' }],
    [[2, 3]],
  ],
  ['each row of stock is by itself', 'stock', [{ SKU: 'a', Size: 'M' }, { SKU: 'b' }], [[2], [3]]],
  ['each customer is by itself', 'customers', [{ Email: 'a' }, { Email: 'b' }], [[2], [3]]],
])('%s', (_, kind, cells, rows) => expect(read(kind, cells)).toMatchObject({ rows, faults: [] }))

test.each<[string, CsvKind, Cells[], object[]]>([
  [
    'a product without SKU or handle',
    'products',
    [{ Name: 'a', SKU: ' ' }],
    [{ row: 2, column: 'SKU', code: 'key-missing' }],
  ],
  [
    'a price without SKU or handle',
    'prices',
    [{ Price: '5' }],
    [{ row: 2, column: 'SKU', code: 'key-missing' }],
  ],
  ['a customer without an email address is left to another check', 'customers', [{}], []],
  [
    'a SKU again, without a size',
    'products',
    [{ SKU: 'a' }, { SKU: ' a', Size: ' ' }],
    [{ row: 3, column: 'SKU', code: 'sku-twice', first: 2 }],
  ],
  [
    'a SKU and a barcode of another product',
    'products',
    [{ Handle: 'a', SKU: '1', Barcode: '7' }, {}, { Handle: 'b', SKU: '1', Barcode: '7' }].map(
      (one) => ({ Handle: 'c', ...one }),
    ),
    [
      { row: 4, column: 'SKU', code: 'sku-twice', first: 2 },
      { row: 4, column: 'Barcode', code: 'barcode-twice', first: 2 },
    ],
  ],
  [
    "a product's own codes in each of its rows are right",
    'products',
    [
      { Handle: 'a', SKU: '1', Barcode: '7' },
      { Handle: 'a', SKU: '1', Barcode: '7' },
    ],
    [],
  ],
  [
    "a variant's codes for another variant of the product",
    'products',
    [1, 2].map(() => ({ Handle: 'a', 'Variant SKU': '1', 'Variant barcode': '7' })),
    [
      { row: 3, column: 'Variant SKU', code: 'sku-twice', first: 2 },
      { row: 3, column: 'Variant barcode', code: 'barcode-twice', first: 2 },
    ],
  ],
  [
    'a price of a SKU again',
    'prices',
    [{ SKU: 'a' }, { SKU: 'a' }],
    [{ row: 3, column: 'SKU', code: 'sku-twice', first: 2 }],
  ],
  [
    'a SKU counted again, but another in small letters is another',
    'stock',
    [{ SKU: 'a' }, { SKU: 'A' }, { SKU: 'a' }, { SKU: 'a' }],
    [
      { row: 4, column: 'SKU', code: 'sku-twice', first: 2 },
      { row: 5, column: 'SKU', code: 'sku-twice', first: 2 },
    ],
  ],
  [
    'an email address again, in capitals',
    'customers',
    [{ Email: 'a@b' }, { Email: ' A@B ' }],
    [{ row: 3, column: 'Email', code: 'email-twice', first: 2 }],
  ],
])('reports %s', (_, kind, cells, faults) => expect(read(kind, cells).faults).toEqual(faults))

test('an entry is called by its SKU, handle, email address or name, shortened', () => {
  const label = (cells: Cells) => read('customers', [cells]).labels[0]
  const all = { SKU: 's', Handle: 'h', Email: 'e', Name: 'n' }
  expect(label(all)).toBe('s')
  expect(label({ ...all, SKU: ' ' })).toBe('h')
  expect(label({ Email: ' e ', Name: 'n' })).toBe('e')
  expect(label({ Name: 'n' })).toBe('n')
  expect(label({ Price: '5' })).toBe('')
  expect(label({ Name: 'n'.repeat(101) })).toBe('n'.repeat(100))
})

test('a full batch is handed over, and later rows of its products follow with their faults', () => {
  const { add, end } = rowGrouper('products', 2)
  const [a, b, a2, a3, c, a4] = rowsOf([
    { Handle: 'a', SKU: '1' },
    { Handle: 'b' },
    { Handle: 'a', 'Variant SKU': '5' },
    { Handle: 'a', 'Variant SKU': '5' },
    { Handle: 'c', SKU: '1' },
    { Handle: 'a' },
  ]) as [Row, Row, Row, Row, Row, Row]
  expect(add(a)).toBeNull()
  expect(add(b)).toEqual({
    entries: [
      { first: 2, label: '1', cells: [a], faults: [] },
      { first: 3, label: 'b', cells: [b], faults: [] },
    ],
    more: [],
  })
  expect(add(a2)).toBeNull()
  const twice = { column: 'Variant SKU', code: 'sku-twice', first: 4 }
  expect(add(a3)).toEqual({
    entries: [],
    more: [{ first: 2, cells: [a2, a3], faults: [{ row: 5, ...twice }] }],
  })
  expect(add(c)).toBeNull()
  const taken = { row: 6, column: 'SKU', code: 'sku-twice', first: 2 }
  const last = {
    entries: [{ first: 6, label: '1', cells: [c], faults: [taken] }],
    more: [{ first: 2, cells: [a4], faults: [] }],
  }
  expect(add(a4)).toEqual(last)
  expect(end()).toEqual({ entries: [], more: [] })
})
type Row = ReturnType<typeof rowsOf>[number]

test('five hundred rows are handed over at once', () => {
  const { add } = rowGrouper('stock')
  const full = rowsOf(Array.from({ length: 1000 }, () => ({}))).map((row) => add(row) !== null)
  expect(full.flatMap((is, at) => (is ? [at + 1] : []))).toEqual([500, 1000])
})

test.each<[CsvKind, string]>([
  ['products', 'Handle'],
  ['prices', 'Handle'],
])(
  'a file of %s with more than 1,000 rows for one product keeps the first ones and reports it',
  (kind, column) => {
    const { add, end } = rowGrouper(kind, 9000)
    const cells = Array.from({ length: MOST_ROWS_OF_ONE + 3 }, () => ({ Handle: 'a' }))
    for (const row of rowsOf(cells)) add(row)
    const [entry] = end().entries
    expect(entry?.cells).toHaveLength(1001)
    expect(entry?.faults).toEqual([{ row: 1002, column, code: 'rows-too-many', most: 1000 }])
  },
)
