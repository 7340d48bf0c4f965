import { expect, test } from 'vitest'
import { readCursor, writeCursor } from './keyset.server.ts'

const id = '0b3f6f0a-5f0e-4d5b-9a53-2f1c7f6f5b11'
const read = (value: string, type: Parameters<typeof readCursor>[1]) =>
  readCursor(writeCursor({ value, id }), type)?.value

test.each([
  ['integer', '1999999999'],
  ['integer', '-5'],
  ['timestamptz', '2026-11-21 02:36:25.123456+00'],
  ['timestamptz', '2026-11-21 02:36:25+05:30'],
  ['text', 'Chitenje “Wrap” Dress'],
] as const)('a list continues after the %s %s', (type, value) => {
  expect(read(value, type)).toBe(value)
})

test.each([
  ['integer', '2147483648'],
  ['integer', '1e3'],
  ['timestamptz', '2026-02-30 10:00:00+00'],
  ['timestamptz', '2026-01-01 25:00:00+00'],
  ['timestamptz', '2026-01-01 00:00:00+99:99'],
  ['timestamptz', '0000-01-01 00:00:00+00'],
  ['text', 'a\0b'],
] as const)(
  'a list starts at the first page for the forged %s %j, which the database would reject',
  (type, value) => {
    expect(read(value, type)).toBeUndefined()
  },
)
