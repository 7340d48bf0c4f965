import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { MOST_ROWS_OF_ONE, type NewEntry, rowGrouper } from './group-rows.ts'
import { CSV_KINDS, type CsvKind, type ImportRow } from './imports.ts'

/** The entries of a file whose rows are handed over `atOnce` at a time. */
function groupRows(kind: CsvKind, rows: readonly ImportRow[], atOnce: number): NewEntry[] {
  const { add, end } = rowGrouper(kind, atOnce)
  const batches = [...rows.map(add), end()].filter((batch) => batch !== null)
  const entries = new Map<number, NewEntry>()
  for (const batch of batches) {
    for (const entry of batch.entries) entries.set(entry.first, entry)
    for (const { first, cells, faults } of batch.more) {
      entries.get(first)?.cells.push(...cells)
      entries.get(first)?.faults.push(...faults)
    }
  }
  return [...entries.values()]
}

test('every row of a file is in one entry, in its order, and rows with the same key share one', () =>
  holds(
    fc.tuple(
      fc.constantFrom(...CSV_KINDS),
      fc.array(
        fc.dictionary(
          fc.constantFrom('Handle', 'SKU', 'Email', 'Name', 'Size', 'Barcode'),
          fc.oneof(fc.constantFrom('a', 'b', ' a ', ''), anyText(4)),
        ),
        { maxLength: 8 },
      ),
    ),
    ([kind, cells]) => {
      const rows = cells.map((one, at) => ({ row: at + 2, cells: one }))
      const entries = groupRows(kind, rows, 3)
      expect(entries).toEqual(groupRows(kind, rows, 100))
      const numbers = entries.flatMap((entry) => entry.cells.map(({ row }) => row))
      expect(numbers.toSorted((a, b) => a - b)).toEqual(rows.map(({ row }) => row))
      const firsts = entries.map((entry) => entry.cells[0].row)
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
      for (const { label, faults, cells } of entries) {
        expect(label.length).toBeLessThanOrEqual(100)
        for (const { row } of faults) expect(cells.some((one) => one.row === row)).toBe(true)
      }
    },
  ))

test('a handle filled down a whole file keeps a thousand rows and reports an error', () => {
  const rows = Array.from({ length: 3 * MOST_ROWS_OF_ONE }, (_, at) => ({
    row: at + 2,
    cells: { Handle: 'dress', Size: String(at) },
  }))
  const [entry, ...others] = groupRows(
    'products',
    [...rows, { row: 9000, cells: { Handle: 'b' } }],
    500,
  )
  expect(entry?.cells).toHaveLength(MOST_ROWS_OF_ONE + 1)
  expect(entry?.faults).toEqual([
    { row: MOST_ROWS_OF_ONE + 2, column: 'Handle', code: 'rows-too-many', most: MOST_ROWS_OF_ONE },
  ])
  expect(others.map(({ first }) => first)).toEqual([9000])
})
