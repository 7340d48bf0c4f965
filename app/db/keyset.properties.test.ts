import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText, holds, validText } from '../../tests/support/properties/holds.ts'
import { cutPage, decodeCursor, encodeCursor, readCursor, writeCursor } from './keyset.server.ts'

const type = fc.constantFrom('timestamptz', 'integer', 'text')

test('a cursor in a URL is read as it was written', () =>
  holds(fc.record({ value: validText(100), id: fc.uuid() }), (cursor) => {
    expect(readCursor(writeCursor(cursor), 'text')).toEqual(cursor)
    expect(writeCursor(cursor)).toMatch(/^[\w-]+$/)
  }))

test('a time in the database’s format and a whole number are valid cursors', () =>
  holds(
    fc.record({
      at: fc.date({
        min: new Date('2000-01-01'),
        max: new Date('2999-12-31'),
        noInvalidDate: true,
      }),
      micros: fc.nat(999_999),
      amount: fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }),
      id: fc.uuid(),
    }),
    ({ at, micros, amount, id }) => {
      const value = `${at.toISOString().slice(0, 19).replace('T', ' ')}.${String(micros).padStart(6, '0')}+00`
      expect(readCursor(writeCursor({ value, id }), 'timestamptz')).toEqual({ value, id })
      expect(readCursor(writeCursor({ value: String(amount), id }), 'integer')?.value).toBe(
        String(amount),
      )
    },
  ))

test('a forged cursor is readable by the database, or ignored', () =>
  holds(
    fc.tuple(
      type,
      fc.oneof(
        anyText(),
        fc.string({ minLength: 995, maxLength: 1005 }),
        fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
        fc
          .tuple(
            fc.oneof(anyText(), fc.integer().map(String), fc.double().map(String)),
            fc.oneof(fc.uuid(), anyText()),
          )
          .map((parts) => encodeCursor(...parts)),
      ),
    ),
    ([type, text]) => {
      expect(Array.isArray(decodeCursor(text))).toBe(true)
      const cursor = readCursor(text, type)
      if (!cursor) return
      expect(cursor.id).toMatch(/^[0-9a-f-]{36}$/i)
      expect(cursor.value).not.toContain('\0')
      if (type === 'integer')
        expect(Math.abs(Number(cursor.value))).toBeLessThanOrEqual(2_147_483_647)
      if (type === 'timestamptz')
        expect(
          Number.isNaN(Date.parse(cursor.value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))),
        ).toBe(false)
    },
    500,
  ))

test('the pages of a list, one after the other, show every row once', () =>
  holds(
    fc.tuple(fc.uniqueArray(fc.uuid(), { maxLength: 30 }), fc.integer({ min: 1, max: 7 })),
    ([ids, limit]) => {
      const rows = ids.map((id) => ({ id, cursor: id }))
      const shown: string[] = []
      for (let after = 0; ; ) {
        const page = cutPage(rows.slice(after, after + limit + 1), limit)
        shown.push(...page.rows.map(({ id }) => id))
        if (page.next === null) break
        after = ids.indexOf(readCursor(page.next, 'text')?.id ?? '') + 1
      }
      expect(shown).toEqual(ids)
    },
  ))
