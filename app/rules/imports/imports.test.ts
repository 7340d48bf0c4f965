import { expect, test } from 'vitest'
import {
  MOST_IMPORT,
  MOST_LIST,
  MOST_UNZIPPED_BYTES,
  MOST_ZIP_BYTES,
  MOST_ZIPPED,
} from './imports.ts'

test('a file to import has at most 100 MB and 100,000 rows, a zip of pictures 200 MB, 300 unpacked and 1,000 files', () => {
  const megabytes = [MOST_IMPORT.bytes, MOST_ZIP_BYTES, MOST_UNZIPPED_BYTES].map(
    (bytes) => bytes / 2 ** 20,
  )
  // docs/product.md, Import
  expect([...megabytes, MOST_IMPORT.rows, MOST_ZIPPED]).toEqual([100, 200, 300, 100_000, 1000])
})

test('the list in a zip of pictures, which is held in memory whole, has a tenth of what a file may have', () => {
  expect(MOST_LIST).toEqual({ bytes: MOST_IMPORT.bytes / 10, rows: MOST_IMPORT.rows / 10 })
})
