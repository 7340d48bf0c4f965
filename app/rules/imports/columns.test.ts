import { expect, test } from 'vitest'
import { missingColumns, readHeadings } from './columns.ts'

test('a heading is read by its other names and spellings, and a blank or unknown one is not', () => {
  const headings = [
    'Price (MK)',
    'Colour',
    'COLOR',
    'Slug',
    'Shelf',
    'Track inventory',
    'Inventory_quantity',
  ]
  const columns = ['Price', 'Color', 'Color', 'Handle', 'Location', 'Track stock', 'Stock']
  expect(readHeadings('products', headings)).toEqual(columns)
  expect(readHeadings('products', ['', '(MK)', 'colours'])).toEqual([null, null, null])
  expect(readHeadings('prices', ['slug', 'sku', 'stock'])).toEqual(['Handle', 'SKU', null])
})

test('a file needs one column of each list', () => {
  const rows = [
    ['products', ['Handle'], null],
    ['products', ['SKU', 'Name'], null],
    ['products', ['Name'], ['SKU', 'Handle']],
    ['prices', ['Handle', 'Cost price'], null],
    ['prices', ['SKU', 'Handle'], ['Price', 'Compare price', 'Cost price']],
    ['prices', ['Price', null], ['SKU', 'Handle']],
    ['stock', ['SKU', 'On hand'], null],
    ['stock', ['SKU'], ['Counted', 'On hand']],
    ['customers', ['Name', 'Phone'], ['Email']],
  ] as const
  for (const [kind, columns, missing] of rows)
    expect(missingColumns(kind, columns), `${kind}: ${columns.join()}`).toEqual(missing)
})
