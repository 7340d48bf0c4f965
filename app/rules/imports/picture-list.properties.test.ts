import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds } from '../../../tests/support/properties/holds.ts'
import { readSeenLine, writeSeenLine } from '../cart/cart.ts'
import { PICTURE_COLUMNS, readPictureList, readSource } from './picture-list.ts'

test('a picture list is read with its columns in any order and case, and is refused without files and handles', () =>
  holds(
    fc.tuple(
      fc.shuffledSubarray([...PICTURE_COLUMNS]),
      fc.uniqueArray(anyText(12), { maxLength: 4, selector: (name) => name.trim() }),
      anyText(12),
      fc.boolean(),
    ),
    ([columns, files, other, isBig]) => {
      const headings = columns.map((column) => (isBig ? ` ${column.toUpperCase()}` : column))
      const rows = files.map((file) => ({
        cells: columns.map((column) => (column === 'File' ? file : other)),
      }))
      const list = readPictureList(headings, rows)
      expect(list === null).toBe(!columns.includes('File') || !columns.includes('Handle'))
      if (!list) return
      expect([...list.keys()]).toEqual(files.map((file) => file.trim()))
      for (const one of list.values())
        for (const column of PICTURE_COLUMNS)
          if (column !== 'File')
            expect(one[column]).toBe(columns.includes(column) ? other.trim() : '')
      // A row that ends early has blank cells in the missing columns.
      expect(readPictureList(headings, [{ cells: [] }])?.size).toBe(1)
    },
  ))

test('a picture source is a valid hash, and no other text', () =>
  holds(fc.oneof(anyText(70), fc.stringMatching(/^[0-9a-f]{64}$/)), (text) => {
    expect(readSource({ Source: text }, 'own')).toBe(/^[0-9a-f]{64}$/.test(text) ? text : '')
    expect(readSource({}, 'own')).toBe('')
  }))

test('a picture is taken from its list as long as its bytes match the listed ones', () => {
  const source = 'a'.repeat(64)
  expect(readSource({ Source: source, Hash: 'own' }, 'own')).toBe(source)
  expect(readSource({ Source: source, Hash: 'another' }, 'own')).toBe('')
})

test('a seen line is read back as it was written, and no other text is', () =>
  holds(
    fc.tuple(fc.uuid(), fc.integer({ min: 0, max: 999 }), anyText()),
    ([id, quantity, text]) => {
      expect(readSeenLine(writeSeenLine({ id, quantity }))).toEqual({ id, quantity })
      const read = readSeenLine(text)
      if (read) expect(Number.isInteger(read.quantity) && read.quantity <= 999).toBe(true)
    },
  ))
