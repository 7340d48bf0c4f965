import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, holds } from '../../tests/support/properties/holds.ts'
import {
  PHONE_SPACING,
  phoneEnd,
  phoneEnds,
  phoneKey,
  phonePattern,
  phoneSpellings,
  readPhone,
} from './phone.ts'

describe('a phone number in any format', () => {
  const number = fc.oneof(
    fc.stringMatching(/^(\+265|265|00265|0)(88|89|98|99)\d{7}$/),
    fc.stringMatching(/^(\+265|00265|0)1\d{6}$/),
    fc.stringMatching(/^(\+|00)(27|44|1)\d{9}$/),
    fc.stringMatching(/^[+0]?\d{7,15}$/),
  )

  test('has one key for all its formats', () =>
    holds(
      fc.oneof(number, anyText()),
      (typed) => {
        const key = phoneKey(typed)
        expect(key === null).toBe(readPhone(typed) === null)
        const spellings = phoneSpellings(typed)
        expect(spellings.length > 0).toBe(key !== null)
        if (key === null) return
        // A key is at most the fifteen digits of a number, with their country.
        if (key.length < 7 || key.length > 12) return
        for (const one of spellings) expect([one, phoneKey(one)]).toEqual([one, key])
        expect(spellings).toContain(key)
        const ends = phoneEnds(typed)
        for (const one of spellings) expect(ends).toContain(phoneEnd(one))
      },
      1000,
    ))

  test('is found in a text in each of its formats, and not within another number', () =>
    holds(
      fc.tuple(number, fc.constantFrom(' ', '-', '.', ''), fc.constantFrom('Mary ', '', '(Tel) ')),
      ([typed, mark, before]) => {
        const pattern = phonePattern(typed)
        if (pattern === null) return
        const found = new RegExp(pattern)
        const spaced = new RegExp(PHONE_SPACING, 'g')
        for (const one of phoneSpellings(typed)) {
          const written = Array.from(one).join(mark)
          expect(found.test(`${before}${written}, Zomba`.replace(spaced, ''))).toBe(true)
        }
        // With another digit in front it is another number, unless a spelling begins with that digit itself.
        const key = phoneKey(typed) ?? ''
        if (/^265(8|9)/.test(key)) expect(found.test(`7${key}7`)).toBe(false)
      },
    ))
})
